package innkeeper.shell.export;

import java.util.ArrayList;
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

  /** Collects notes while a document is written. */
  static final class Notes {

    private final List<String> lines = new ArrayList<>();

    void lost(String channelId, String member, String why) {
      lines.add(channelId + ": " + member + " is not kept: " + why);
    }

    void add(String channelId, String text) {
      lines.add(channelId + ": " + text);
    }

    List<String> lines() {
      return lines;
    }
  }
}
