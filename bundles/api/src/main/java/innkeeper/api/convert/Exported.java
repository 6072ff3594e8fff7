package innkeeper.api.convert;

import java.util.List;

/**
 * The result of an export.
 *
 * @param text the document
 * @param notes one line each: a setting without a counterpart, or a file that the user must create
 */
public record Exported(String text, List<String> notes) {

  public Exported {
    notes = List.copyOf(notes);
  }
}
