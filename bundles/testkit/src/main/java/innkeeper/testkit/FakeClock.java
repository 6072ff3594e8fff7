package innkeeper.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that changes only when a test moves it. Safe for many threads. */
public final class FakeClock extends Clock {

  /** The time that a new clock shows. */
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final ZoneId zone;
  private volatile Instant now;

  /** Creates a clock that shows {@link #START}, in UTC. */
  public FakeClock() {
    this(START);
  }

  /**
   * Creates a clock in UTC.
   *
   * @param now the time that it shows
   */
  public FakeClock(Instant now) {
    this(now, ZoneOffset.UTC);
  }

  private FakeClock(Instant now, ZoneId zone) {
    this.now = now;
    this.zone = zone;
  }

  /**
   * Moves the clock forward.
   *
   * @param by the distance; negative to move it back
   */
  public void advance(Duration by) {
    now = now.plus(by);
  }

  /**
   * Sets the clock.
   *
   * @param to the new time
   */
  public void set(Instant to) {
    now = to;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId other) {
    return new FakeClock(now, other);
  }
}
