package innkeeper.logging.capture;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Ensures that one capture in the whole JVM reads a FIFO, across all versions of this bundle. The
 * locks are in the system properties, in JDK types, because two versions share no class. A path is
 * locked as long as the thread that represents its reader lives.
 */
final class ReaderLock {

  private static final String KEY = "innkeeper.logging.captures";

  /** The paths that this version has locked; one thread represents all its readers. */
  private static final Set<String> OURS = ConcurrentHashMap.newKeySet();

  private ReaderLock() {}

  @SuppressWarnings("unchecked")
  private static ConcurrentMap<String, Thread> claims() {
    return (ConcurrentMap<String, Thread>)
        System.getProperties().computeIfAbsent(KEY, k -> new ConcurrentHashMap<String, Thread>());
  }

  /** Locks a path for the caller; returns whether it succeeded. */
  static boolean take(String what, Thread mine) {
    if (!OURS.add(what)) {
      return false;
    }
    Thread owner =
        claims().compute(what, (k, other) -> other == null || !other.isAlive() ? mine : other);
    if (owner != mine) {
      OURS.remove(what);
    }
    return owner == mine;
  }

  static void release(String what, Thread mine) {
    claims().remove(what, mine);
    OURS.remove(what);
  }

  /** Returns whether a thread owns the lock of any path. */
  static boolean isOwner(Thread thread) {
    return claims().containsValue(thread);
  }
}
