package innkeeper.host.http;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.store.StoreException;
import innkeeper.api.thread.WatchedScheduler;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes refused requests to the audit record without flooding it. The first refusal of a rule is
 * written at once, the others of the same minute as one entry with their number. While the record
 * is away the count continues. It is written with the next entry, at the latest when the host
 * stops.
 */
final class RefusalRecord implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalRecord.class);
  private static final long WINDOW_SECONDS = 60;

  /**
   * Held while an entry is written. The method that writes all counts must wait for a write in
   * progress: if that write failed, its count would come back unnoticed. Taken before {@link
   * #lock}.
   */
  private final Object writing = new Object();

  /** Guards the fields below. Never held while an entry is written. */
  private final Object lock = new Object();

  /**
   * The number of refusals without an entry yet, by rule. A rule is in this map while its minute
   * runs.
   */
  private final Map<String, Long> untold = new TreeMap<>();

  private WatchedScheduler clock;
  private AuditLog audit;

  void to(AuditLog log) {
    synchronized (lock) {
      audit = log;
    }
  }

  /** Removes an audit record that goes away, after writing all counts to it. */
  void leaves(AuditLog log) {
    synchronized (lock) {
      if (audit != log) {
        return;
      }
    }
    tellAll();
    synchronized (lock) {
      if (audit == log) {
        audit = null;
      }
    }
  }

  void add(String rule) {
    synchronized (lock) {
      boolean first = !untold.containsKey(rule);
      untold.merge(rule, 1L, Long::sum);
      if (!first || clock != null && clock.isShutdown()) {
        return;
      }
      if (clock == null) {
        clock = new WatchedScheduler("refusals", 1, 128 * 1024);
      }
      clock.execute(() -> tell(rule));
      clock.schedule(() -> closeWindow(rule), WINDOW_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void closeWindow(String rule) {
    tell(rule);
    synchronized (lock) {
      // A count that is left could not be written, so its window continues.
      if (!untold.remove(rule, 0L) && !clock.isShutdown()) {
        clock.schedule(() -> closeWindow(rule), WINDOW_SECONDS, TimeUnit.SECONDS);
      }
    }
  }

  private void tellAll() {
    List<String> rules;
    synchronized (lock) {
      rules = List.copyOf(untold.keySet());
    }
    rules.forEach(this::tell);
  }

  private void tell(String rule) {
    synchronized (writing) {
      write(rule);
    }
  }

  private void write(String rule) {
    long count;
    AuditLog log;
    synchronized (lock) {
      log = audit;
      count = untold.getOrDefault(rule, 0L);
      if (log == null || count == 0) {
        return;
      }
      untold.put(rule, 0L);
    }
    try {
      log.append(
          new AuditDraft(
              "request.refuse", "", Actor.of(Actor.Via.HTTP), "refused", rule + " count=" + count));
      LOG.warn("request refused rule={} count={}", rule, count);
    } catch (StoreException e) {
      LOG.error("refused request could not be recorded rule={} count={}", rule, count, e);
      synchronized (lock) {
        untold.merge(rule, count, Long::sum);
      }
    }
  }

  @Override
  public void close() {
    tellAll();
    synchronized (lock) {
      if (clock != null) {
        clock.shutdown();
      }
      untold.values().removeIf(count -> count == 0);
      if (!untold.isEmpty()) {
        LOG.warn("refused requests are not in the audit record, which is away counts={}", untold);
      }
    }
  }
}
