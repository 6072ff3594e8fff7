package innkeeper.supervisor.run;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A moment that keeps its distance from now when the wall clock is set: an event of five minutes
 * ago stays five minutes old. Used by one thread at a time.
 */
public final class Moment {

  /**
   * The least change of the wall clock that counts as a set clock. A smaller one is a clock that is
   * slowly corrected, and the displayed time stays.
   */
  static final Duration SET = Duration.ofSeconds(2);

  /** The present time by both clocks. */
  public record Now(Instant wall, long uptimeMillis) {

    public Moment moment() {
      return new Moment(wall, uptimeMillis);
    }

    public Moment in(Duration delay) {
      return new Moment(wall.plus(delay), uptimeMillis + delay.toMillis());
    }
  }

  private final long uptimeMillis;
  private Instant told;

  /**
   * @param wall by the wall clock as it was set then
   * @param uptimeMillis the machine's uptime then; negative if unknown
   */
  public Moment(Instant wall, long uptimeMillis) {
    this.told = wall;
    this.uptimeMillis = uptimeMillis;
  }

  /** Returns the moment by the wall clock as it is set now. */
  public Instant told(Now now) {
    if (uptimeMillis >= 0) {
      Instant there = now.wall().minusMillis(now.uptimeMillis() - uptimeMillis);
      if (Duration.between(told, there).abs().compareTo(SET) > 0) {
        told = there.truncatedTo(ChronoUnit.MILLIS);
      }
    }
    return told;
  }

  /** Returns how long ago the moment was; zero if it is in the future. */
  public Duration age(Now now) {
    long millis =
        uptimeMillis >= 0
            ? now.uptimeMillis() - uptimeMillis
            : Duration.between(told, now.wall()).toMillis();
    return Duration.ofMillis(Math.max(0, millis));
  }
}
