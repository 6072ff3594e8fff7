package innkeeper.boot.memory;

import java.util.concurrent.TimeUnit;

/**
 * Decides from regular checks of the heap whether memory is freed again. Short bursts are freed: a
 * request, or a bundle that allocates a gigabyte at once. In a heap that stays full, a JVM collects
 * garbage instead of working, throws in any thread that allocates, and leaves classes half
 * initialised. This class allocates nothing.
 */
final class HeapTrend {

  enum Verdict {
    WELL,
    /** Little memory is left, and everything still works. */
    TIGHT,
    /** Memory was not freed again. */
    OUT
  }

  /** The number of checks in a row in which a small array could not be allocated. */
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

  /**
   * Records that a small array could not be allocated, or that the use of memory could not be read.
   */
  Verdict missed() {
    if (++misses >= MOST_MISSES) {
      last = Verdict.OUT;
    }
    return last;
  }

  /**
   * Records one check.
   *
   * @param collectedMillis spent on collections since the start of the JVM
   * @param used bytes in use after the last collection
   * @param most the maximum in bytes
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
