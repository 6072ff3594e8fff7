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
 * Refused requests in the audit record: the first of a rule at once, the rest of the minute as one
 * entry with their number, so that nobody can flood the record. While there is no record they are
 * counted on; the number comes with the next entry, at the latest when the host stops.
 */
final class RefusalRecord implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalRecord.class);
  private static final long WINDOW_SECONDS = 60;

  /**
   * Held while an entry is written: who is to write all that is left waits for one under way, whose
   * count would come back unseen if it failed. Taken before {@link #lock}.
   */
  private final Object writing = new Object();

  /** Guards all below. Never held while an entry is written. */
  private final Object lock = new Object();

  /** How many no entry tells of yet, by rule; a rule is in it while its minute runs. */
  private final Map<String, Long> untold = new TreeMap<>();

  private WatchedScheduler clock;
  private AuditLog audit;

  /** Where entries go from now on. */
  void to(AuditLog log) {
    synchronized (lock) {
      audit = log;
    }
  }

  /** That record goes away; it is given what it was not told yet. */
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
      // What is left could not be told; its minute goes on.
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
        LOG.warn("requests refused while there was no record to write to counts={}", untold);
      }
    }
  }
}
