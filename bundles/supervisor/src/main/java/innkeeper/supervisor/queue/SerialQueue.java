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

/**
 * The serial queue of one project: it runs one task at a time, in order, on threads shared with
 * other projects.
 */
public final class SerialQueue {

  private static final Logger LOG = LoggerFactory.getLogger(SerialQueue.class);

  private final Executor pool;
  private final Consumer<Throwable> failed;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  /** True once {@link #last} has run. Written and read by the queue's tasks. */
  private volatile boolean over;

  private volatile boolean cut;
  private volatile Runnable last;

  /**
   * @param failed called with the exception of a task, as a part of that task, so that a half-done
   *     task is repaired before the next one
   */
  public SerialQueue(Executor pool, Consumer<Throwable> failed) {
    this.pool = pool;
    this.failed = failed;
  }

  /** Returns whether {@link #last} has run; then no other task runs any more. */
  public boolean over() {
    return over;
  }

  /**
   * Runs a task on the caller's own thread if the queue is empty, which saves two thread switches.
   */
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

  /** Runs a task on a shared thread. */
  public void later(Runnable task) {
    tasks.add(task);
    if (pending.getAndIncrement() == 0) {
      schedule();
    }
  }

  /**
   * Runs a task on a shared thread, and no task after it: later work belongs to the next
   * supervisor.
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

  /** Skips the waiting tasks: after the present task only {@link #last} runs. */
  public void cut() {
    cut = true;
  }

  /**
   * Queues a task without running it, for callers that hold a lock.
   *
   * @return whether the caller must now call {@link #help}
   */
  public boolean offer(Runnable task) {
    tasks.add(task);
    return pending.getAndIncrement() == 0;
  }

  /** Runs the first task on the caller's thread, and gives the rest to the shared threads. */
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
      // The pool was closed while a caller's own thread ran a task, or no thread can be made any
      // more (ulimit -u). So this thread runs the waiting tasks.
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
      // Errors are caught, too (no thread can be made), because they must not end the queue.
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
