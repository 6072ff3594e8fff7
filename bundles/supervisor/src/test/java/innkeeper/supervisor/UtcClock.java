package innkeeper.supervisor;

import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock of which a test says the time alone. */
abstract class UtcClock extends Clock {

  @Override
  public final ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public final Clock withZone(ZoneId zone) {
    return this;
  }
}
