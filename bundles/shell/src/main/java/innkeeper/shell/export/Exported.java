package innkeeper.shell.export;

import java.util.ArrayList;
import java.util.List;

/**
 * What an export came to.
 *
 * @param text the document
 * @param notes one line each: what has no counterpart, and what is to be made beside it
 */
public record Exported(String text, List<String> notes) {

  public Exported {
    notes = List.copyOf(notes);
  }

  /** Collects notes while a document is made. */
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
