package innkeeper.rotation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * The check whether the ages of archives can be trusted. A wall clock that jumps forward makes
 * every archive old at once. An archive deleted for that reason is lost, even if the clock is
 * corrected later. For one hour of running time after a jump, no archive is deleted because of its
 * age. Not thread-safe.
 */
final class ClockWatch {

  private static final Duration STEP = Duration.ofMinutes(5);
  private static final Duration QUARANTINE = Duration.ofHours(1);

  private final Clock clock;
  private final LongSupplier nanos;
  private Instant lastWall;
  private long lastNanos;
  private long quarantineLeft;

  ClockWatch(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.lastWall = clock.instant();
    this.lastNanos = nanos.getAsLong();
  }

  /**
   * Returns whether the wall clock had no jump in the last hour. It must be called at least every
   * few minutes.
   */
  boolean steady() {
    Instant wall = clock.instant();
    long now = nanos.getAsLong();
    long ran = now - lastNanos;
    Duration step = Duration.between(lastWall, wall).minusNanos(ran).abs();
    lastWall = wall;
    lastNanos = now;
    quarantineLeft = Math.max(0, quarantineLeft - ran);
    if (step.compareTo(STEP) > 0) {
      quarantineLeft = QUARANTINE.toNanos();
    }
    return quarantineLeft == 0;
  }
}
