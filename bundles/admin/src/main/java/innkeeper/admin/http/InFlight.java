package innkeeper.admin.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the requests that are being answered, and holds an action for each waiting request that
 * ends it early.
 */
public final class InFlight {

  private static final Logger LOG = LoggerFactory.getLogger(InFlight.class);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

  /** Guards all fields. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private final Set<Runnable> waiting = new LinkedHashSet<>();
  private int running;
  private boolean closing;

  void open() {
    lock.lock();
    try {
      closing = false;
    } finally {
      lock.unlock();
    }
  }

  void enter() {
    lock.lock();
    try {
      running++;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      running--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Registers a request that waits. It must end with {@link #settle}.
   *
   * @param endNow answers the request early
   * @return false if all requests are being ended already; the request then must not wait
   */
  public boolean park(Runnable endNow) {
    lock.lock();
    try {
      return !closing && waiting.add(endNow);
    } finally {
      lock.unlock();
    }
  }

  /** Removes the waiting request that was parked with this action: it is answered. */
  public void settle(Runnable endNow) {
    lock.lock();
    try {
      waiting.remove(endNow);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the waiting requests. Returns when no request is left, or after a time limit. */
  void drain() {
    List<Runnable> ends;
    lock.lock();
    try {
      closing = true;
      ends = new ArrayList<>(waiting);
    } finally {
      lock.unlock();
    }
    ends.forEach(Runnable::run);
    lock.lock();
    try {
      long left = LONGEST_NANOS;
      while (running + waiting.size() > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (running + waiting.size() > 0) {
        LOG.warn("requests left behind running={} waiting={}", running, waiting.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
