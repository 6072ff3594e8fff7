package innkeeper.host.http;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.store.StoreException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refused requests in the audit record: the first of a rule at once, the rest of the minute as one
 * entry with their number, so that nobody can flood the record.
 */
final class RefusalRecord implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalRecord.class);
  private static final long WINDOW_SECONDS = 60;

  private final Supplier<AuditLog> audit;

  /** Guards {@code counts} and the making of {@code clock}. */
  private final Object lock = new Object();

  private final Map<String, Long> counts = new HashMap<>();
  private ScheduledExecutorService clock;

  RefusalRecord(Supplier<AuditLog> audit) {
    this.audit = audit;
  }

  void add(String rule) {
    synchronized (lock) {
      if (counts.merge(rule, 1L, Long::sum) > 1) {
        return;
      }
      if (clock == null) {
        clock =
            Executors.newSingleThreadScheduledExecutor(
                r -> {
                  Thread thread = new Thread(null, r, "refusals", 128 * 1024);
                  thread.setDaemon(true);
                  return thread;
                });
      }
      clock.execute(() -> write(rule, 1));
      clock.schedule(() -> closeWindow(rule), WINDOW_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void closeWindow(String rule) {
    long more;
    synchronized (lock) {
      more = counts.remove(rule) - 1;
    }
    if (more > 0) {
      write(rule, more);
    }
  }

  private void write(String rule, long count) {
    LOG.warn("request refused rule={} count={}", rule, count);
    AuditLog log = audit.get();
    if (log == null) {
      return;
    }
    try {
      log.append(
          new AuditDraft(
              "request.refuse", "", Actor.of(Actor.Via.HTTP), "refused", rule + " count=" + count));
    } catch (StoreException e) {
      LOG.error("refused request could not be recorded rule={}", rule, e);
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (clock != null) {
        clock.shutdownNow();
      }
    }
  }
}
