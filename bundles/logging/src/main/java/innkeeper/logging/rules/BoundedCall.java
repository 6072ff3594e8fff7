package innkeeper.logging.rules;

import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread for a third party's code, which may never return. The caller waits for a limited time,
 * then continues without the result. Such a thread is abandoned, because a JVM cannot end a thread.
 *
 * <p>Both sides spin for a moment before they sleep. So a rule that is called for each line costs
 * about a microsecond a line, and not two context switches.
 */
final class BoundedCall implements Runnable {

  private static final ConcurrentLinkedDeque<BoundedCall> FREE = new ConcurrentLinkedDeque<>();
  private static final long IDLE_NANOS = 5_000_000_000L;
  private static final long LOOK_NANOS = 30_000L;
  private static final int LOOKS = Runtime.getRuntime().availableProcessors() > 1 ? 64 : 0;

  private record Failed(Throwable why) {}

  private final Thread thread;
  private volatile Callable<?> task;
  private volatile Object answer;
  private volatile Thread sender;
  private volatile boolean asleep;
  private volatile boolean givenUp;

  private BoundedCall() {
    thread = new Thread(null, this, "log rule", 256 * 1024);
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Runs a task on another thread.
   *
   * @param task returns any value except null
   * @throws TimeoutException if the task has not returned in time; it may continue to run
   * @throws ExecutionException if it threw, errors included
   */
  static <T> T run(Callable<T> task, long nanos) throws TimeoutException, ExecutionException {
    BoundedCall errand = FREE.pollFirst();
    if (errand == null) {
      errand = new BoundedCall();
    }
    Object answer = errand.send(task, nanos);
    if (answer == null) {
      errand.givenUp = true;
      errand.thread.setName("log rule given up");
      errand.thread.interrupt();
      throw new TimeoutException("has not returned within " + nanos / 1_000_000 + " ms");
    }
    FREE.addFirst(errand);
    if (answer instanceof Failed failed) {
      throw new ExecutionException(failed.why);
    }
    @SuppressWarnings("unchecked")
    T value = (T) answer;
    return value;
  }

  private Object send(Callable<?> what, long nanos) {
    long deadline = System.nanoTime() + nanos;
    answer = null;
    sender = Thread.currentThread();
    task = what;
    if (asleep) {
      LockSupport.unpark(thread);
    }
    long look = System.nanoTime() + LOOK_NANOS;
    while (answer == null) {
      long now = System.nanoTime();
      if (now >= deadline) {
        break;
      }
      if (now < look && LOOKS > 0) {
        pause();
      } else {
        LockSupport.parkNanos(this, deadline - now);
        if (Thread.currentThread().isInterrupted()) {
          // The thread cannot sleep after an interrupt, but it must wait for the answer
          // nevertheless.
          Thread.yield();
        }
      }
    }
    Object got = answer;
    sender = null;
    return got;
  }

  private static void pause() {
    for (int i = 0; i < LOOKS; i++) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void run() {
    long idleSince = System.nanoTime();
    while (!givenUp) {
      Callable<?> now = task;
      if (now != null) {
        task = null;
        Object result;
        try {
          result = now.call();
        } catch (Throwable e) {
          result = new Failed(e);
        }
        Thread waiting = sender;
        answer = result == null ? new Failed(new NullPointerException("null")) : result;
        if (waiting != null) {
          LockSupport.unpark(waiting);
        }
        idleSince = System.nanoTime();
      } else if (System.nanoTime() - idleSince < LOOK_NANOS && LOOKS > 0) {
        pause();
      } else if (System.nanoTime() - idleSince > IDLE_NANOS) {
        if (FREE.remove(this)) {
          return;
        }
        idleSince = System.nanoTime();
      } else {
        asleep = true;
        if (task == null) {
          LockSupport.parkNanos(this, IDLE_NANOS);
        }
        asleep = false;
      }
    }
  }
}
