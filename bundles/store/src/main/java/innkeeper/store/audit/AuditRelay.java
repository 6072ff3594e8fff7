package innkeeper.store.audit;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditListener;
import innkeeper.api.thread.WatchedPool;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners of entries, in order, on one thread. */
public final class AuditRelay implements AutoCloseable {

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

  /** Whom to tell; the list may change at any time, as a CopyOnWriteArrayList may. */
  public void follow(List<AuditListener> whom) {
    listeners = whom;
  }

  /** Returns at once. */
  public void tell(List<AuditEntry> entries) {
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

  /** Gives those that are being told a moment. */
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
