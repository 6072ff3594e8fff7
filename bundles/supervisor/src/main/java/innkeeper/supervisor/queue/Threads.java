package innkeeper.supervisor.queue;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Named daemon threads with small stacks, which end when there is nothing to do. */
public final class Threads {

  private static final Logger LOG = LoggerFactory.getLogger(Threads.class);
  private static final long STACK_BYTES = 256 * 1024;

  private Threads() {}

  public static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(null, task, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Where no thread can be made (ulimit -u) a task waits for one: of a pool of one thread in every
   * case, else if one is there; if not, {@code execute} throws the {@link OutOfMemoryError}.
   */
  public static ThreadPoolExecutor pool(
      String name, int threads, int queue, RejectedExecutionHandler full) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new Pool(
            threads,
            queue,
            task -> daemon(threads == 1 ? name : name + "-" + number.incrementAndGet(), task),
            full);
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static final class Pool extends ThreadPoolExecutor {

    Pool(int threads, int queue, ThreadFactory factory, RejectedExecutionHandler full) {
      super(
          threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queue), factory, full);
    }

    @Override
    public void execute(Runnable task) {
      if (getMaximumPoolSize() > 1 || isShutdown()) {
        orWait(task);
      } else if (!getQueue().offer(task)) {
        getRejectedExecutionHandler().rejectedExecution(task, this);
      } else {
        // Behind what waits already, for its order counts.
        begin();
      }
    }

    private void begin() {
      try {
        prestartCoreThread();
      } catch (OutOfMemoryError e) {
        LOG.error("task waits, no thread can be made tasks={}", getQueue().size(), e);
      }
    }

    private void orWait(Runnable task) {
      try {
        super.execute(task);
      } catch (OutOfMemoryError e) {
        if (getPoolSize() == 0 || !getQueue().offer(task)) {
          throw e;
        }
      }
    }
  }
}
