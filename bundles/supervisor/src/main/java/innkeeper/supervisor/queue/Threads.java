package innkeeper.supervisor.queue;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Named daemon threads with small stacks, which end when there is nothing to do. */
public final class Threads {

  private static final long STACK_BYTES = 256 * 1024;

  private Threads() {}

  public static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(null, task, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  public static ThreadPoolExecutor pool(
      String name, int threads, int queue, RejectedExecutionHandler full) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(queue),
            task -> daemon(threads == 1 ? name : name + "-" + number.incrementAndGet(), task),
            full) {
          @Override
          public void execute(Runnable task) {
            try {
              super.execute(task);
            } catch (OutOfMemoryError e) {
              // No thread can be made (ulimit -u): one that there is takes it in its turn.
              if (getPoolSize() == 0 || !getQueue().offer(task)) {
                throw e;
              }
            }
          }
        };
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
