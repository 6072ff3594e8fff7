package innkeeper.logging.rules;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a third party's code, which may never return, on a thread of its own. The caller waits for a
 * limited time, then continues without the result. The thread is abandoned, because a JVM cannot
 * end a thread.
 */
final class BoundedCall {

  private static final ThreadPoolExecutor THREADS =
      new ThreadPoolExecutor(
          0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), BoundedCall::thread);

  private BoundedCall() {}

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "log rule", 256 * 1024);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Runs a task on another thread.
   *
   * @throws TimeoutException if the task has not returned in time; it may continue to run
   * @throws ExecutionException if it threw, errors included
   */
  static <T> T run(Callable<T> task, long nanos) throws TimeoutException, ExecutionException {
    long deadline = System.nanoTime() + nanos;
    Future<T> answer = THREADS.submit(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          // The caller needs the answer nevertheless.
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new TimeoutException("has not returned within " + nanos / 1_000_000 + " ms");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
