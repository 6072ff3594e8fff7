package innkeeper.admin.events;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an event's id says: where in this stream, and so much that a reader who comes back to
 * another activation of this surface, or another host process, still goes on where it was.
 *
 * @param boot one activation of this surface; hexadecimal
 * @param seq of the event, or of the last one before it
 * @param audit the last audit entry the reader has; 0 for none
 * @param cursors the place in each followed log, as {@code Logs} gave it, by the log's channelId
 */
record EventId(String boot, long seq, long audit, Map<String, String> cursors) {

  private static final int LONGEST = 4096;

  /** Of the one log that was followed, in the ids of releases that followed one. */
  private static final String ONLY = "";

  /**
   * {@code BOOT-SEQ-AUDIT}, and where logs are followed {@code -CURSORS}: a line for each, in
   * URL-safe base 64.
   */
  String text() {
    String text = boot + "-" + seq + "-" + audit;
    return cursors.isEmpty() ? text : text + "-" + encode(cursors);
  }

  /** The place in this log; "" if it was not followed. */
  String cursor(String channelId) {
    return cursors.getOrDefault(channelId, cursors.getOrDefault(ONLY, ""));
  }

  private static String encode(Map<String, String> cursors) {
    String lines =
        cursors.entrySet().stream()
            .map(one -> one.getKey() + "\t" + one.getValue())
            .collect(Collectors.joining("\n"));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(lines.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> decode(String encoded) {
    String lines = new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
    Map<String, String> cursors = new TreeMap<>();
    for (String line : lines.split("\n")) {
      int tab = line.indexOf('\t');
      cursors.put(tab < 0 ? ONLY : line.substring(0, tab), line.substring(tab + 1));
    }
    return cursors;
  }

  /** Empty for what is no id of ours: the reader is then a new one. */
  static Optional<EventId> parse(String text) {
    if (text == null || text.length() > LONGEST) {
      return Optional.empty();
    }
    String[] parts = text.split("-", 4);
    if (parts.length < 3 || parts[0].isEmpty()) {
      return Optional.empty();
    }
    try {
      Map<String, String> cursors = parts.length == 4 ? decode(parts[3]) : Map.of();
      return Optional.of(
          new EventId(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), cursors));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
