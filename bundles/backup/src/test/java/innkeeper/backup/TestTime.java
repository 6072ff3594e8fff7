package innkeeper.backup;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** Two clocks: the wall's, which can be set, and the monotonic one, which cannot. */
class TestTime extends Clock {

  private volatile Instant wall = Instant.parse("2026-11-21T05:40:00Z");
  private final AtomicLong monotonic = new AtomicLong();

  /** Time goes by. */
  void pass(Duration span) {
    wall = wall.plus(span);
    monotonic.addAndGet(span.toNanos());
  }

  /** The machine sleeps, or someone sets the clock. */
  void step(Duration span) {
    wall = wall.plus(span);
  }

  long nanos() {
    return monotonic.get();
  }

  @Override
  public Instant instant() {
    return wall;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
