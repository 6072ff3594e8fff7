package innkeeper.rotation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Lets calls in until it is closed, and closes only when those inside have left. */
final class Gate {

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private volatile boolean closed;

  /** Whether the caller is in; then it has to leave. */
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
   * @return whether everyone had left in time
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
