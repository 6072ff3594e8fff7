package innkeeper.admin.events;

import innkeeper.admin.http.Json;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One reader's stream. Events of all streams may be left out when the reader is too slow, and it is
 * told; lines of the logs it follows never are: their followers wait instead.
 */
final class EventStream {

  private final String boot;
  private final Outlet outlet;

  /** Guards all below, and that ids go out in the order they were made. */
  private final ReentrantLock lock = new ReentrantLock();

  private long seq;
  private long audit;
  private long missed;

  /** Where in each log its reader is, by channelId. */
  private final Map<String, String> cursors = new TreeMap<>();

  EventStream(String boot, Outlet outlet, long audit) {
    this.boot = boot;
    this.outlet = outlet;
    this.audit = audit;
  }

  Outlet outlet() {
    return outlet;
  }

  /** It follows this log too, from that place on. */
  void at(String channelId, String cursor) {
    lock.lock();
    try {
      if (!cursor.isEmpty()) {
        cursors.put(channelId, cursor);
      }
    } finally {
      lock.unlock();
    }
  }

  /** An event of all streams. */
  void offer(Event event) {
    lock.lock();
    try {
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
    } finally {
      lock.unlock();
    }
    outlet.drain();
  }

  /** How many events of all streams were left out since {@link #send} last said so. */
  long missed() {
    lock.lock();
    try {
      return missed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * An event of this stream alone that brings it up to date.
   *
   * @param upTo the number of the last event of all streams that it stands for
   * @param audited the last audit entry it tells of; 0 for none
   */
  void send(String type, long upTo, long audited, Record data) {
    lock.lock();
    try {
      missed = 0;
      seq = upTo;
      audit = Math.max(audit, audited);
      outlet.force(Event.frame(type, id(seq, audit), Json.bytes(data)));
    } finally {
      lock.unlock();
    }
    outlet.drain();
  }

  /** The last audit entry its reader has. */
  long audited() {
    lock.lock();
    try {
      return audit;
    } finally {
      lock.unlock();
    }
  }

  /** An event of this stream alone that moves it nowhere. */
  void tell(String type, Record data) {
    log("", type, Json.bytes(data), "");
  }

  /**
   * Lines of a log that it follows.
   *
   * @param after where in the log its reader then is
   */
  void log(String channelId, byte[] json, String after) {
    log(channelId, "log", json, after);
  }

  private void log(String channelId, String type, byte[] json, String after) {
    lock.lock();
    try {
      at(channelId, after);
      outlet.force(Event.frame(type, id(seq, audit), json));
    } finally {
      lock.unlock();
    }
    outlet.drain();
  }

  private String id(long number, long audited) {
    return new EventId(boot, number, audited, cursors).text();
  }
}
