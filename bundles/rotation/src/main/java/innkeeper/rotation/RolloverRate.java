package innkeeper.rotation;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Measures the rate at which all logs together are rotated. It sums the bytes of new archives; the
 * weight of these bytes halves every second. Writers add to the sum without a lock, because the
 * thread that reads the rate has the lowest priority and could be suspended while it held the lock.
 */
final class RolloverRate {

  /**
   * The limit of a high rate. It is about a third of the rate at which one core compresses; above
   * it, compression would slow the writers down.
   */
  private static final double HIGH_BYTES_PER_SECOND = 32 << 20;

  private static final double HALF_LIFE_NANOS = 1e9;

  /** The value of {@link #bytes} at a steady rate of one byte a second. */
  private static final double STEADY = 1 / Math.log(2);

  private final LongSupplier nanos;
  private final LongAdder unforced = new LongAdder();
  private double bytes;
  private long seen;
  private long at;

  RolloverRate(LongSupplier nanos) {
    this.nanos = nanos;
    this.at = nanos.getAsLong();
  }

  /** Adds the bytes of a new archive. Any thread may call this method. */
  void unforced(long more) {
    unforced.add(more);
  }

  /**
   * Returns whether the rate is so high that compression should wait. Only one thread may call this
   * method.
   */
  boolean high() {
    long now = nanos.getAsLong();
    double halves = (now - at) / HALF_LIFE_NANOS;
    double left = Math.pow(0.5, halves);
    long all = unforced.sum();
    // The new bytes are assumed to have come at a constant rate since the last call.
    double kept = halves > 0 ? (1 - left) / halves * STEADY : 1;
    bytes = bytes * left + (all - seen) * kept;
    seen = all;
    at = now;
    return bytes > HIGH_BYTES_PER_SECOND * STEADY;
  }
}
