package innkeeper.logging.capture;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * One thread in the whole JVM reads a FIFO, whichever version of this bundle started it. Kept in
 * the system properties, in JDK types, since two versions share no class.
 */
final class ReaderLock {

  private static final String KEY = "innkeeper.logging.captures";

  private ReaderLock() {}

  @SuppressWarnings("unchecked")
  private static ConcurrentMap<String, Thread> claims() {
    return (ConcurrentMap<String, Thread>)
        System.getProperties().computeIfAbsent(KEY, k -> new ConcurrentHashMap<String, Thread>());
  }

  /**
   * Takes it for this thread.
   *
   * @return the thread that has it still; null if it is ours now
   */
  static Thread take(String what) {
    Thread mine = Thread.currentThread();
    Thread owner =
        claims().compute(what, (k, other) -> other == null || !other.isAlive() ? mine : other);
    return owner == mine ? null : owner;
  }

  static void release(String what) {
    claims().remove(what, Thread.currentThread());
  }
}
