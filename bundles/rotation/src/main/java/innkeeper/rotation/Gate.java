package innkeeper.rotation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The gate for calls: it admits them until it is closed, and closing waits for the running calls.
 */
final class Gate {

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile boolean closed;

  /** Returns whether the caller is admitted. An admitted caller must call {@link #leave}. */
  boolean enter() {
    if (closed || !lock.readLock().tryLock()) {
      return false;
    }
    if (closed) {
      leave();
      return false;
    }
    return true;
  }

  void leave() {
    lock.readLock().unlock();
  }

  /**
   * @return whether all calls ended in time
   */
  boolean close(Duration wait) {
    closed = true;
    try {
      return lock.writeLock().tryLock(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
