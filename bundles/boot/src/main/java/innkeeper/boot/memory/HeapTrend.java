package innkeeper.boot.memory;

import java.util.concurrent.TimeUnit;

/**
 * Tells from looks at the heap, each few seconds, whether memory comes back. Short bursts do: a
 * request, a bundle that asks for a gigabyte at once. A heap that stays full does not, and a JVM in
 * that state collects garbage instead of working, throws in whatever thread asks next, and leaves
 * classes half initialised. Allocates nothing.
 */
final class HeapTrend {

  enum Verdict {
    WELL,
    /** Little is left, and all still works. */
    TIGHT,
    /** It did not come back. */
    OUT
  }

  /** Looks in a row in which a small array could not be had. */
  static final int MOST_MISSES = 3;

  private static final double TIGHT_SHARE = 0.85;
  private static final double FULL_SHARE = 0.9;
  private static final double COLLECTING_SHARE = 0.7;
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private int misses;
  private long windowBegan;
  private long collectedBefore;
  private boolean begun;
  private Verdict last = Verdict.WELL;

  /** A small array could not be had, or what is in use cannot even be asked for. */
  Verdict missed() {
    if (++misses >= MOST_MISSES) {
      last = Verdict.OUT;
    }
    return last;
  }

  /**
   * @param collectedMillis spent on collections since the JVM began
   * @param used what was in use after the last collection, in bytes
   * @param most what there may be, in bytes
   */
  Verdict look(long nanos, long collectedMillis, long used, long most) {
    if (last == Verdict.OUT) {
      return last;
    }
    misses = 0;
    if (!begun || nanos - windowBegan >= WINDOW_NANOS) {
      long millis = TimeUnit.NANOSECONDS.toMillis(nanos - windowBegan);
      boolean collects = begun && collectedMillis - collectedBefore > COLLECTING_SHARE * millis;
      begun = true;
      windowBegan = nanos;
      collectedBefore = collectedMillis;
      if (collects && used > FULL_SHARE * most) {
        last = Verdict.OUT;
        return last;
      }
    }
    last = used > TIGHT_SHARE * most ? Verdict.TIGHT : Verdict.WELL;
    return last;
  }
}
