package innkeeper.convert.exports;

import java.util.ArrayList;
import java.util.List;

/** Collects the notes while a document is written. */
final class ExportNotes {

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
