package innkeeper.rotation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Tells whether ages may be believed. A wall clock that steps ahead makes every archive old at
 * once, and what is deleted then does not come back when the clock is mended: for an hour of
 * running after a step nothing goes because of its age. For one thread.
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

  /** Call at least every few minutes. */
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
