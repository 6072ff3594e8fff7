package innkeeper.api.thread;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pool of daemon threads for short tasks. An exception of a task is logged and counted, and the
 * thread is kept. If the system cannot create another thread, tasks wait for the existing threads.
 * If the pool has no thread at all, it rejects the task as if the queue were full. So a caller gets
 * at worst a {@link RejectedExecutionException}, and never an {@link OutOfMemoryError} because a
 * thread cannot be created.
 */
public final class WatchedPool extends ThreadPoolExecutor {

  private static final long IDLE_SECONDS = 5;

  private final ThreadWatch.Entry entry;

  /**
   * Creates a pool that {@link ThreadWatch} reports until it is terminated.
   *
   * @param name the name of the pool, and of its threads
   * @param kept the number of permanent threads; the first is created at once if the system
   *     provides one
   * @param most the maximum number of threads, which is reached when the queue is full
   * @param stackBytes size of each thread's stack; 0 for the JVM's default
   * @param queue the tasks that wait for a thread
   * @param full called for a task if no thread is free and the queue is full
   */
  public WatchedPool(
      String name,
      int kept,
      int most,
      long stackBytes,
      BlockingQueue<Runnable> queue,
      RejectedExecutionHandler full) {
    super(kept, most, IDLE_SECONDS, TimeUnit.SECONDS, queue, full);
    setThreadFactory(factory(name, most, stackBytes));
    entry = new ThreadWatch.Entry(name, () -> getPoolSize() > 0 || getQueue().isEmpty());
    prestart(this, entry);
    entry.begin();
  }

  static void prestart(ThreadPoolExecutor pool, ThreadWatch.Entry entry) {
    try {
      pool.prestartCoreThread();
    } catch (OutOfMemoryError none) {
      entry.failed(none); // the first task tries to create the thread again
    }
  }

  static java.util.concurrent.ThreadFactory factory(String name, int most, long stackBytes) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      String numbered = most == 1 ? name : name + "-" + number.incrementAndGet();
      Thread thread = new Thread(null, task, numbered, stackBytes);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void execute(Runnable task) {
    Runnable watched = new Watched(task, entry);
    try {
      super.execute(watched);
    } catch (OutOfMemoryError thrown) {
      entry.failed(thrown);
      if (getPoolSize() == 0 || !getQueue().offer(watched)) {
        getRejectedExecutionHandler().rejectedExecution(watched, this);
      }
    }
  }

  /** Logs and counts an exception that a task threw and caught itself. Throws nothing. */
  public void failed(Throwable thrown) {
    entry.failed(thrown);
  }

  @Override
  protected void terminated() {
    entry.end();
  }

  /** A task whose exceptions are counted and not thrown. */
  record Watched(Runnable task, ThreadWatch.Entry entry) implements Runnable {

    @Override
    public void run() {
      try {
        task.run();
      } catch (RuntimeException | Error thrown) {
        entry.failed(thrown);
      }
    }
  }
}
