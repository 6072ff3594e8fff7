package innkeeper.supervisor;

import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.thread.WatchedPool;
import innkeeper.supervisor.queue.Threads;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies listeners in order, on a thread of its own. A listener that hangs delays the other
 * listeners, but no server.
 */
final class Listeners implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
  private static final int KEPT = 8192;

  private final Supplier<List<ProjectListener>> listeners;
  private final AtomicLong dropped = new AtomicLong();
  private final WatchedPool teller =
      Threads.pool("supervisor-events", 1, KEPT, (task, pool) -> dropped(pool));

  Listeners(Supplier<List<ProjectListener>> listeners) {
    this.listeners = listeners;
  }

  void changed(ProjectStatus now) {
    tell(listener -> listener.changed(now));
  }

  void removed(String channelId) {
    tell(listener -> listener.removed(channelId));
  }

  private void tell(Consumer<ProjectListener> what) {
    if (!listeners.get().isEmpty()) {
      teller.execute(() -> listeners.get().forEach(listener -> one(listener, what)));
    }
  }

  private static void one(ProjectListener listener, Consumer<ProjectListener> what) {
    try {
      what.accept(listener);
    } catch (RuntimeException | Error e) {
      LOG.warn("project listener failed listener={}", listener.getClass().getName(), e);
    }
  }

  private void dropped(ThreadPoolExecutor pool) {
    if (!pool.isShutdown() && dropped.incrementAndGet() == 1) {
      LOG.error("a project listener hangs, it gets no more changes");
    }
  }

  @Override
  public void close() {
    teller.shutdown();
  }
}
