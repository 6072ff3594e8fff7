package innkeeper.logging.capture;

import innkeeper.api.thread.WatchedPool;
import java.io.IOException;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.BooleanSupplier;

/**
 * The threads that read and write for busy servers. They are created on demand, bounded in number,
 * and end when idle. No task on them waits for a disk or for output.
 */
final class ReaderPool {

  private static final int MOST = Math.max(32, 4 * Runtime.getRuntime().availableProcessors());
  private static final long STACK_BYTES = 192 * 1024;
  private static final long AGAIN_NANOS = 1_000_000_000L;
  private static final long RETRY_NANOS = 200_000_000L;

  /**
   * A queue that accepts a task only if a thread is free; otherwise the pool creates another
   * thread, up to the bound.
   */
  private static final class Queue extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }
  }

  interface Step {
    void run() throws IOException;
  }

  private final DelayedTasks delayed;
  private final Queue queue = new Queue();
  private final WatchedPool pool;

  ReaderPool(DelayedTasks delayed) {
    this.delayed = delayed;
    pool = new WatchedPool("log", 1, MOST, STACK_BYTES, queue, this::wait);
  }

  /** Queues a task, because all threads are busy or the system provides none. */
  private void wait(Runnable task, ThreadPoolExecutor full) {
    if (!full.isShutdown()) {
      queue.put(task);
      if (full.getPoolSize() == 0) {
        delayed.after(() -> pool.execute(() -> {}), AGAIN_NANOS);
      }
    }
  }

  void execute(Runnable task) {
    pool.execute(task);
  }

  void later(Runnable task, long nanos) {
    delayed.after(() -> pool.execute(task), nanos);
  }

  /** Returns whether tasks wait for a thread. */
  boolean crowded() {
    return !queue.isEmpty();
  }

  /**
   * Runs a step with the writer's lock.
   *
   * @param leaving whether the caller does not wait for the log any more
   * @param again runs later on one of these threads, when the log may accept bytes again
   * @return whether the step succeeded
   */
  boolean attempt(LogWriter writer, BooleanSupplier leaving, Step step, Runnable again) {
    writer.lock.lock();
    try {
      step.run();
      return true;
    } catch (IOException e) {
      retry(writer, leaving, e, again);
      return false;
    } finally {
      writer.lock.unlock();
    }
  }

  private void retry(LogWriter writer, BooleanSupplier leaving, IOException why, Runnable again) {
    later(
        () -> {
          if (leaving.getAsBoolean() || !writer.isFull(why)) {
            again.run();
          } else {
            retry(writer, leaving, why, again);
          }
        },
        RETRY_NANOS);
  }

  void close() {
    pool.shutdown();
  }
}
