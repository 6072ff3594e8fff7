package innkeeper.admin.events;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * What an event's id says: where in this stream, and so much that a reader who comes back to
 * another activation of this surface, or another host process, still goes on where it was.
 *
 * @param boot one activation of this surface; hexadecimal
 * @param seq of the event, or of the last one before it
 * @param audit the last audit entry the reader has; 0 for none
 * @param cursor the place in the followed log, as {@code Logs} gave it; "" for none
 */
record EventId(String boot, long seq, long audit, String cursor) {

  /** {@code BOOT-SEQ-AUDIT}, and {@code -CURSOR} in URL-safe base 64 where a log is followed. */
  String text() {
    String text = boot + "-" + seq + "-" + audit;
    return cursor.isEmpty() ? text : text + "-" + encode(cursor);
  }

  private static String encode(String cursor) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(cursor.getBytes(StandardCharsets.UTF_8));
  }

  /** Empty for what is no id of ours: the reader is then a new one. */
  static Optional<EventId> parse(String text) {
    if (text == null || text.length() > 2048) {
      return Optional.empty();
    }
    String[] parts = text.split("-", 4);
    if (parts.length < 3 || parts[0].isEmpty()) {
      return Optional.empty();
    }
    try {
      String cursor =
          parts.length == 4
              ? new String(Base64.getUrlDecoder().decode(parts[3]), StandardCharsets.UTF_8)
              : "";
      return Optional.of(
          new EventId(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), cursor));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
