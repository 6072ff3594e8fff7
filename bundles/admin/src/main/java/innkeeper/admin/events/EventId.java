package innkeeper.admin.events;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The id of an event. It holds the position in the event stream. A reader can continue there even
 * after a new activation of this surface, or in another host process.
 *
 * @param boot identifies one activation of this surface; hexadecimal
 * @param seq the number of the event, or of the last event before it
 * @param audit the last audit entry that the reader has; 0 if it has none
 * @param cursors the place in each followed log, as {@code Logs} returned it, by the log's
 *     channelId
 */
record EventId(String boot, long seq, long audit, Map<String, String> cursors) {

  private static final int LONGEST = 4096;

  /** The key of the only followed log, in ids from older releases that could follow one log. */
  private static final String ONLY = "";

  /**
   * Returns {@code BOOT-SEQ-AUDIT}. If logs are followed, {@code -CURSORS} is added: one line for
   * each log, in URL-safe base 64.
   */
  String text() {
    String text = boot + "-" + seq + "-" + audit;
    return cursors.isEmpty() ? text : text + "-" + encode(cursors);
  }

  /** Returns the place in this log; "" if the log was not followed. */
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

  /**
   * Parses an id. Returns empty if the text is not a valid id; the reader then counts as a new one.
   */
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
