package innkeeper.admin.events;

import innkeeper.admin.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * One event for all streams. Its body is built and written as JSON once, when the first stream
 * takes the event.
 */
final class Event {

  private final String type;
  private final long seq;
  private final long audit;
  private final Supplier<? extends Record> data;
  private byte[] bytes;

  /**
   * @param seq the event's number; 0 for an event that is not remembered
   * @param audit the audit entry that it reports; 0 if it reports none
   */
  Event(String type, long seq, long audit, Supplier<? extends Record> data) {
    this.type = type;
    this.seq = seq;
    this.audit = audit;
    this.data = data;
  }

  long seq() {
    return seq;
  }

  long audit() {
    return audit;
  }

  /**
   * Returns the event in the format of server-sent events.
   *
   * @param id the event's id; "" for an event from which no reader may resume
   */
  byte[] frame(String id) {
    return frame(type, id, bytes());
  }

  static byte[] frame(String type, String id, byte[] data) {
    String head = "event: " + type + "\n" + (id.isEmpty() ? "" : "id: " + id + "\n") + "data: ";
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[start.length + data.length + 2];
    System.arraycopy(start, 0, frame, 0, start.length);
    System.arraycopy(data, 0, frame, start.length, data.length);
    frame[frame.length - 2] = '\n';
    frame[frame.length - 1] = '\n';
    return frame;
  }

  private synchronized byte[] bytes() {
    if (bytes == null) {
      bytes = Json.bytes(data.get());
    }
    return bytes;
  }
}
