package innkeeper.redaction;

import java.util.List;
import java.util.Map;

/**
 * What an engine took in of an operator's tables.
 *
 * @param rows how many rows serve
 * @param off the ids of built-in rows that are switched off, and why
 * @param refused file, line and reason for each row that does not serve
 */
public record OwnTables(int rows, Map<String, String> off, List<String> refused) {
  /** None. */
  public static final OwnTables NONE = new OwnTables(0, Map.of(), List.of());
}
