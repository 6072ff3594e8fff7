package innkeeper.store;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditListener;
import innkeeper.api.thread.WatchedPool;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies the audit listeners of new entries, in order, on one thread. */
final class AuditRelay implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AuditRelay.class);
  private static final int MOST_WAITING = 10_000;

  private volatile List<AuditListener> listeners = List.of();
  private final WatchedPool thread =
      new WatchedPool(
          "store-listeners",
          1,
          1,
          256 * 1024,
          new LinkedBlockingQueue<>(MOST_WAITING),
          (work, executor) -> LOG.error("audit listeners are too slow, they miss an entry"));

  /** Sets the listeners. The list may change at any time, as a CopyOnWriteArrayList does. */
  void follow(List<AuditListener> whom) {
    listeners = whom;
  }

  /** Queues the entries for the listeners; does not wait for them. */
  void tell(List<AuditEntry> entries) {
    if (!listeners.isEmpty()) {
      thread.execute(() -> entries.forEach(this::tellAll));
    }
  }

  private void tellAll(AuditEntry entry) {
    for (AuditListener listener : listeners) {
      try {
        listener.appended(entry);
      } catch (RuntimeException | Error e) {
        LOG.error("audit listener failed listener={}", listener.getClass().getName(), e);
      }
    }
  }

  /** Stops the thread and waits up to 500 ms for the listeners that are still running. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(500, TimeUnit.MILLISECONDS)) {
        LOG.warn("an audit listener has not returned, it is left behind");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
