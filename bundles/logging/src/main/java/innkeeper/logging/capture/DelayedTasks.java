package innkeeper.logging.capture;

import innkeeper.api.thread.WatchedScheduler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** One thread for all delayed tasks of this bundle; it sleeps while no task waits. */
public final class DelayedTasks implements AutoCloseable {

  private final Set<Object> enrolled = ConcurrentHashMap.newKeySet();
  private final WatchedScheduler executor = new WatchedScheduler("log idle", 1, 256 * 1024);

  /** Runs a task once; while it waits, further calls with the same key have no effect. */
  void later(Runnable task, long nanos, Object key) {
    if (enrolled.add(key)) {
      boolean accepted =
          after(
              () -> {
                enrolled.remove(key);
                task.run();
              },
              nanos);
      if (!accepted) {
        enrolled.remove(key);
      }
    }
  }

  /** Runs a task once. Returns false if this object has been closed. */
  public boolean after(Runnable task, long nanos) {
    try {
      executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
      return true;
    } catch (java.util.concurrent.RejectedExecutionException ended) {
      return false;
    }
  }

  @Override
  public void close() {
    executor.shutdown();
  }
}
