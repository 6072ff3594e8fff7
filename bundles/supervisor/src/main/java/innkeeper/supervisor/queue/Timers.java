package innkeeper.supervisor.queue;

import innkeeper.api.thread.WatchedScheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** All timers on one thread, which only hands over: what is due must not block. */
public final class Timers implements AutoCloseable {

  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final WatchedScheduler executor =
      new WatchedScheduler("supervisor-timer", 1, Threads.STACK_BYTES);

  /** The future only serves to cancel. */
  public Future<?> after(Duration delay, Runnable task) {
    try {
      return executor.schedule(() -> due(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // Closed: nothing is due any more.
      return CompletableFuture.completedFuture(null);
    }
  }

  /** What only hands over may be tried again, and a retry that is lost would never come. */
  private void due(Runnable task) {
    try {
      task.run();
    } catch (OutOfMemoryError e) {
      after(AGAIN, task);
      throw e;
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
