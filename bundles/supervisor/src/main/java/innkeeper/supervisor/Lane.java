package innkeeper.supervisor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One project's serial queue: one task at a time, in order, on threads shared with the others. */
final class Lane {

  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  private final Executor pool;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  Lane(Executor pool) {
    this.pool = pool;
  }

  /** On the caller's own thread if nothing runs or waits, which saves two thread switches. */
  void now(Runnable task) {
    if (pending.compareAndSet(0, 1)) {
      run(task);
      if (pending.decrementAndGet() > 0) {
        schedule();
      }
    } else {
      later(task);
    }
  }

  /** On a shared thread. */
  void later(Runnable task) {
    tasks.add(task);
    if (pending.getAndIncrement() == 0) {
      schedule();
    }
  }

  /**
   * Queues without running anything, for callers that hold a lock.
   *
   * @return whether the caller must now call {@link #help}
   */
  boolean offer(Runnable task) {
    tasks.add(task);
    return pending.getAndIncrement() == 0;
  }

  /** Runs the first task on the caller's thread, hands the rest to the shared ones. */
  void help() {
    run(tasks.remove());
    if (pending.decrementAndGet() > 0) {
      schedule();
    }
  }

  private void schedule() {
    try {
      pool.execute(this::drain);
    } catch (RejectedExecutionException e) {
      LOG.debug("queue closed, late work dropped waiting={}", pending.get());
    }
  }

  private void drain() {
    do {
      run(tasks.remove());
    } while (pending.decrementAndGet() > 0);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("supervision step failed", e);
    }
  }
}
