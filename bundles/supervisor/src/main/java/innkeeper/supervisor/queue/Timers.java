package innkeeper.supervisor.queue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** All timers on one thread, which only hands over: what is due must not block. */
public final class Timers implements AutoCloseable {

  private final ScheduledThreadPoolExecutor executor;

  public Timers() {
    executor = new ScheduledThreadPoolExecutor(1, task -> Threads.daemon("supervisor-timer", task));
    // Now, or it could be that no thread can be made when the first is due.
    executor.prestartCoreThread();
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** The future only serves to cancel. */
  public Future<?> after(Duration delay, Runnable task) {
    try {
      return executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // Closed: nothing is due any more.
      return CompletableFuture.completedFuture(null);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
