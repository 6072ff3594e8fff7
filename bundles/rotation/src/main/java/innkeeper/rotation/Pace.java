package innkeeper.rotation;

import java.util.function.LongSupplier;

/**
 * How fast logs turn over, all together: the bytes that became archives, forgotten by half every
 * second. Safe for many threads.
 */
final class Pace {

  /** About a third of what one core compresses: from here on it would take part in the race. */
  private static final double HIGH_BYTES_PER_SECOND = 32 << 20;

  private static final double HALF_LIFE_NANOS = 1e9;

  /** What a steady pace of one byte a second adds up to. */
  private static final double STEADY = 1 / Math.log(2);

  private final LongSupplier nanos;
  private double bytes;
  private long at;

  Pace(LongSupplier nanos) {
    this.nanos = nanos;
    this.at = nanos.getAsLong();
  }

  synchronized void turned(long more) {
    forget();
    bytes += more;
  }

  /** Whether writers need the machine more than compression does. */
  synchronized boolean high() {
    forget();
    return bytes > HIGH_BYTES_PER_SECOND * STEADY;
  }

  private void forget() {
    long now = nanos.getAsLong();
    bytes *= Math.pow(0.5, (now - at) / HALF_LIFE_NANOS);
    at = now;
  }
}
