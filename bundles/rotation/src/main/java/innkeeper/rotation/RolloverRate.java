package innkeeper.rotation;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * How fast logs rotate, all together: the bytes that became archives, forgotten by half every
 * second. Writers only add, without a lock: whoever asks has the lowest priority and may be put
 * aside at any moment.
 */
final class RolloverRate {

  /** About a third of what one core compresses: from here on it would take part in the race. */
  private static final double HIGH_BYTES_PER_SECOND = 32 << 20;

  private static final double HALF_LIFE_NANOS = 1e9;

  /** What a steady pace of one byte a second adds up to. */
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

  /** For any thread. */
  void unforced(long more) {
    unforced.add(more);
  }

  /** Whether writers need the machine more than compression does. For one thread. */
  boolean high() {
    long now = nanos.getAsLong();
    double halves = (now - at) / HALF_LIFE_NANOS;
    double left = Math.pow(0.5, halves);
    long all = unforced.sum();
    // What came since is taken to have come evenly.
    double kept = halves > 0 ? (1 - left) / halves * STEADY : 1;
    bytes = bytes * left + (all - seen) * kept;
    seen = all;
    at = now;
    return bytes > HIGH_BYTES_PER_SECOND * STEADY;
  }
}
