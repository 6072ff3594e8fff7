package innkeeper.supervisor.queue;

import innkeeper.api.thread.WatchedScheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Runs all timers on one thread. A task must only hand its work to another thread, because it must
 * not block.
 */
public final class Timers implements AutoCloseable {

  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final WatchedScheduler executor =
      new WatchedScheduler("supervisor-timer", 1, Threads.STACK_BYTES);

  /** Runs a task after a delay. The future can only cancel it. */
  public Future<?> after(Duration delay, Runnable task) {
    try {
      return executor.schedule(() -> due(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The timers are closed, so the task will not run.
      return CompletableFuture.completedFuture(null);
    }
  }

  /** Runs a task, and once more later if memory is missing: a lost retry would never come again. */
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
