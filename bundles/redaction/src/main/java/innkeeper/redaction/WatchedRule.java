package innkeeper.redaction;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/**
 * A rule of code that nobody vouches for: it runs on threads of its own, so that a call that never
 * returns holds up nobody longer than the deadline. The call that is overdue throws, as a rule that
 * fails does, and its line is hidden; every later call throws at once, so whoever installed the
 * rule takes it out then. A thread that does not come back cannot be ended, only left behind: it is
 * a daemon and was interrupted.
 */
public final class WatchedRule implements Rule, AutoCloseable {
  private final Rule rule;
  private final Duration deadline;
  private final ConcurrentLinkedDeque<Worker> idle = new ConcurrentLinkedDeque<>();
  private volatile String overdue = "";
  private volatile boolean closed;

  /**
   * Watches a rule.
   *
   * @param rule called by one thread a caller, never by the caller itself
   * @param deadline how long a call may take
   */
  public WatchedRule(Rule rule, Duration deadline) {
    this.rule = rule;
    this.deadline = deadline;
  }

  @Override
  public String name() {
    return rule.name();
  }

  /** Which call did not return in time; empty while all did. */
  public String overdue() {
    return overdue;
  }

  @Override
  public List<int[]> find(byte[] line, int length) {
    byte[] copy = Arrays.copyOf(line, length);
    return call(() -> rule.find(copy, length), length);
  }

  @Override
  public int open(byte[] line, int length) {
    byte[] copy = Arrays.copyOf(line, length);
    return call(() -> rule.open(copy, length), length);
  }

  private <T> T call(Supplier<T> task, int length) {
    if (!overdue.isEmpty()) {
      throw new IllegalStateException(overdue);
    }
    Worker worker = idle.pollFirst();
    if (worker == null) {
      worker = new Worker("redaction rule " + rule.getClass().getName());
    }
    Object[] answer = worker.call(task, deadline.toNanos());
    if (answer == null) {
      overdue = "no answer within " + deadline.toMillis() + " ms for " + length + " bytes";
      worker.interrupt();
      throw new IllegalStateException(overdue);
    }
    if (closed) {
      worker.end();
    } else {
      idle.addFirst(worker);
    }
    if (answer[1] instanceof Throwable thrown) {
      throw new IllegalStateException(thrown.toString(), thrown);
    }
    @SuppressWarnings("unchecked")
    T result = (T) answer[0];
    return result;
  }

  /** Ends the threads that wait for work. */
  @Override
  public void close() {
    closed = true;
    for (Worker worker = idle.pollFirst(); worker != null; worker = idle.pollFirst()) {
      worker.end();
    }
  }

  /** One thread that does one task after the other. */
  private static final class Worker {
    private static final Supplier<?> END = () -> null;
    private final Thread thread;

    /** Guarded by this. */
    private Supplier<?> task;

    /** Guarded by this: the result, and what was thrown. */
    private Object[] answer;

    Worker(String name) {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    }

    /** What the task returned and threw, or null if it is not done in time. */
    synchronized Object[] call(Supplier<?> next, long nanos) {
      task = next;
      answer = null;
      notifyAll();
      long end = System.nanoTime() + nanos;
      boolean interrupted = false;
      try {
        while (answer == null) {
          long left = end - System.nanoTime();
          if (left <= 0) {
            return null;
          }
          try {
            wait(left / 1_000_000, (int) (left % 1_000_000));
          } catch (InterruptedException e) {
            // The caller's own business; it hears of it when the line is done.
            interrupted = true;
          }
        }
        return answer;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    void interrupt() {
      end();
      thread.interrupt();
    }

    synchronized void end() {
      task = END;
      notifyAll();
    }

    private synchronized Supplier<?> take() throws InterruptedException {
      while (task == null) {
        wait();
      }
      Supplier<?> taken = task;
      if (taken != END) {
        task = null;
      }
      return taken;
    }

    private synchronized void done(Object result, Throwable thrown) {
      answer = new Object[] {result, thrown};
      notifyAll();
    }

    private void run() {
      try {
        for (Supplier<?> next = take(); next != END; next = take()) {
          Object result = null;
          Throwable thrown = null;
          try {
            result = next.get();
          } catch (Throwable t) {
            // Whatever it is, it is the caller's to know, not the end of this thread.
            thrown = t;
          }
          done(result, thrown);
        }
      } catch (InterruptedException e) {
        // Overdue: nobody waits for this thread any more.
      }
    }
  }
}
