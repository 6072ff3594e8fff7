package innkeeper.logging.capture;

import innkeeper.api.thread.WatchedScheduler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** One thread for all that has to happen a little later; asleep while nothing has. */
public final class DelayedTasks implements AutoCloseable {

  private final Set<Object> enrolled = ConcurrentHashMap.newKeySet();
  private final WatchedScheduler executor = new WatchedScheduler("log idle", 1, 256 * 1024);

  /** Runs it once; while it waits, further calls for the same key add nothing. */
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

  /** Runs it once. False if this has ended already. */
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
