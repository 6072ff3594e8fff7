package innkeeper.api.thread;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A scheduler with daemon threads for timed tasks. An exception of a task is logged and counted; a
 * periodic task is run again. The first thread is started at once and kept, so that tasks run even
 * if the system provides no further thread. A cancelled task leaves the queue. No delayed task
 * begins after {@link #shutdown}.
 */
public final class WatchedScheduler extends ScheduledThreadPoolExecutor {

  private final ThreadWatch.Entry entry;

  /**
   * Creates a scheduler that {@link ThreadWatch} reports until it is terminated.
   *
   * @param name the name of the scheduler, and of its threads
   * @param threads the maximum number of tasks that run at once
   * @param stackBytes size of each thread's stack; 0 for the JVM's default
   */
  public WatchedScheduler(String name, int threads, long stackBytes) {
    super(threads, WatchedPool.factory(name, threads, stackBytes));
    setRemoveOnCancelPolicy(true);
    setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    entry = new ThreadWatch.Entry(name, () -> getPoolSize() > 0 || isShutdown());
    WatchedPool.prestart(this, entry);
    entry.begin();
  }

  /** Schedules a task. {@link #execute} and {@link #submit(Runnable)} call this method, too. */
  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return super.schedule(watched(task), delay, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initial, long delay, TimeUnit unit) {
    return super.scheduleWithFixedDelay(watched(task), initial, delay, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long initial, long period, TimeUnit unit) {
    return super.scheduleAtFixedRate(watched(task), initial, period, unit);
  }

  private Runnable watched(Runnable task) {
    return new WatchedPool.Watched(task, entry);
  }

  @Override
  protected void terminated() {
    entry.end();
  }
}
