package innkeeper.api.log;

import java.util.List;

/**
 * The lines that a {@link LogQuery} matched. Immutable.
 *
 * @param lines oldest first
 * @param next the position for the next query in the same direction: after the last line, or before
 *     the first
 * @param more whether more lines may match in that direction; they were left out because of {@link
 *     LogQuery#most} or {@link LogQuery#bytes}
 */
public record LogRange(List<TimedLine> lines, String next, boolean more) {

  /** Copies the list. */
  public LogRange {
    lines = List.copyOf(lines);
  }
}
