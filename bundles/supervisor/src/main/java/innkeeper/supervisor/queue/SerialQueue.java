package innkeeper.supervisor.queue;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One project's serial queue: one task at a time, in order, on threads shared with the others. */
public final class SerialQueue {

  private static final Logger LOG = LoggerFactory.getLogger(SerialQueue.class);

  private final Executor pool;
  private final Consumer<Throwable> failed;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  /** Written and read by the queue's tasks, one after another. */
  private volatile boolean over;

  private volatile boolean cut;
  private volatile Runnable last;

  /**
   * @param failed told of a task that threw, as a part of that task: what it left half done is put
   *     right before the next one
   */
  public SerialQueue(Executor pool, Consumer<Throwable> failed) {
    this.pool = pool;
    this.failed = failed;
  }

  /** Whether {@link #last} has run, and nothing does any more. */
  public boolean over() {
    return over;
  }

  /** On the caller's own thread if nothing runs or waits, which saves two thread switches. */
  public void now(Runnable task) {
    if (pending.compareAndSet(0, 1)) {
      run(task);
      if (pending.decrementAndGet() > 0) {
        schedule();
      }
    } else {
      later(task);
    }
  }

  /**
   * @param here as {@link #now}, else as {@link #later}
   */
  public void run(Runnable task, boolean here) {
    if (here) {
      now(task);
    } else {
      later(task);
    }
  }

  /** On a shared thread. */
  public void later(Runnable task) {
    tasks.add(task);
    if (pending.getAndIncrement() == 0) {
      schedule();
    }
  }

  /**
   * On a shared thread, and nothing after it: what comes later belongs to the next supervisor.
   *
   * @return completes when it has run
   */
  public CompletableFuture<Void> last(Runnable task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    last =
        () -> {
          try {
            task.run();
          } finally {
            over = true;
            done.complete(null);
          }
        };
    later(last);
    return done;
  }

  /**
   * The step at work ends, then comes {@link #last}; what waits in between is not done any more.
   */
  public void cut() {
    cut = true;
  }

  /**
   * Queues without running anything, for callers that hold a lock.
   *
   * @return whether the caller must now call {@link #help}
   */
  public boolean offer(Runnable task) {
    tasks.add(task);
    return pending.getAndIncrement() == 0;
  }

  /** Runs the first task on the caller's thread, hands the rest to the shared ones. */
  public void help() {
    run(tasks.remove());
    if (pending.decrementAndGet() > 0) {
      schedule();
    }
  }

  private void schedule() {
    try {
      pool.execute(this::drain);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // The threads are closed while a caller's own was at work, or no thread can be made any more
      // (ulimit -u): what waits is brought to its end here.
      drain();
    }
  }

  private void drain() {
    do {
      run(tasks.remove());
    } while (pending.decrementAndGet() > 0);
  }

  private void run(Runnable task) {
    if (over || (cut && task != last)) {
      return;
    }
    try {
      task.run();
    } catch (Throwable e) {
      // An error as well (no thread can be made): it must not take the queue with it.
      LOG.error("supervision step failed", e);
      putRight(e);
    }
  }

  private void putRight(Throwable cause) {
    try {
      failed.accept(cause);
    } catch (Throwable e) {
      LOG.error("supervision step could not be put right", e);
    }
  }
}
