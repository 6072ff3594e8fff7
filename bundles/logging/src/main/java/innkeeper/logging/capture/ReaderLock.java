package innkeeper.logging.capture;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * One capture in the whole JVM reads a FIFO, whichever version of this bundle started it. Kept in
 * the system properties, in JDK types, since two versions share no class: a path is taken as long
 * as the thread lives that stands for its reader.
 */
final class ReaderLock {

  private static final String KEY = "innkeeper.logging.captures";

  /** What this version has taken: one thread stands for all its readers. */
  private static final Set<String> OURS = ConcurrentHashMap.newKeySet();

  private ReaderLock() {}

  @SuppressWarnings("unchecked")
  private static ConcurrentMap<String, Thread> claims() {
    return (ConcurrentMap<String, Thread>)
        System.getProperties().computeIfAbsent(KEY, k -> new ConcurrentHashMap<String, Thread>());
  }

  /** Whether it is the caller's from now on. */
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

  /** Whether that thread stands for any reader. */
  static boolean isOwner(Thread thread) {
    return claims().containsValue(thread);
  }
}
