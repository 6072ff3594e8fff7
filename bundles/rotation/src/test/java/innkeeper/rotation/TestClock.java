package innkeeper.rotation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A wall clock that goes where it is told. */
final class TestClock extends Clock {

  private volatile Instant now;

  TestClock(Instant now) {
    this.now = now;
  }

  void advance(Duration by) {
    now = now.plus(by);
  }

  void set(Instant to) {
    now = to;
  }

  @Override
  public Instant instant() {
    return now;
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
