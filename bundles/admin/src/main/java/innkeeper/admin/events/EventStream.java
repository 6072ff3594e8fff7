package innkeeper.admin.events;

import innkeeper.admin.http.Json;
import java.util.Map;
import java.util.TreeMap;

/**
 * The event stream of one reader. If the reader is too slow, events that go to all streams are left
 * out, and the reader gets a gap event. Lines of followed logs are never left out: their followers
 * wait instead.
 */
final class EventStream {

  private final String boot;
  private final Outlet outlet;

  // The monitor of this object guards the following fields, and keeps ids in the order in which
  // they
  // were made.
  private long seq;
  private long audit;
  private long missed;

  /** The reader's place in each followed log, by channelId. */
  private final Map<String, String> cursors = new TreeMap<>();

  EventStream(String boot, Outlet outlet, long audit) {
    this.boot = boot;
    this.outlet = outlet;
    this.audit = audit;
  }

  Outlet outlet() {
    return outlet;
  }

  /** Stores the reader's place in a followed log. An empty cursor is ignored. */
  synchronized void at(String channelId, String cursor) {
    if (!cursor.isEmpty()) {
      cursors.put(channelId, cursor);
    }
  }

  /**
   * Sends an event that goes to all streams, or counts it as missed while the reader is too slow.
   */
  void offer(Event event) {
    queue(event);
    outlet.drain();
  }

  private synchronized void queue(Event event) {
    if (event.audit() != 0 && event.audit() <= audit) {
      return;
    }
    if (missed > 0) {
      missed++;
      return;
    }
    long audited = Math.max(audit, event.audit());
    if (event.seq() == 0) {
      outlet.offer(event.frame(""));
    } else if (outlet.offer(event.frame(id(event.seq(), audited)))) {
      seq = event.seq();
      audit = audited;
    } else {
      missed = 1;
    }
  }

  /** Returns how many events of all streams were left out since the last {@link #send}. */
  synchronized long missed() {
    return missed;
  }

  /**
   * Sends an event that goes to this stream only and brings its reader up to date.
   *
   * @param upTo the number of the last event of all streams that it covers
   * @param audited the last audit entry that it covers; 0 if it covers none
   */
  void send(String type, long upTo, long audited, Record data) {
    synchronized (this) {
      missed = 0;
      seq = upTo;
      audit = Math.max(audit, audited);
      outlet.force(Event.frame(type, id(seq, audit), Json.bytes(data)));
    }
    outlet.drain();
  }

  /** Returns the number of the last audit entry that the reader has. */
  synchronized long audited() {
    return audit;
  }

  /** Sends an event that goes to this stream only and does not change the reader's position. */
  void tell(String type, Record data) {
    log("", type, Json.bytes(data), "");
  }

  /**
   * Sends lines of a followed log.
   *
   * @param after the reader's place in the log after these lines
   */
  void log(String channelId, byte[] json, String after) {
    log(channelId, "log", json, after);
  }

  private void log(String channelId, String type, byte[] json, String after) {
    synchronized (this) {
      at(channelId, after);
      outlet.force(Event.frame(type, id(seq, audit), json));
    }
    outlet.drain();
  }

  private String id(long number, long audited) {
    return new EventId(boot, number, audited, cursors).text();
  }
}
