package innkeeper.supervisor.run;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A moment that keeps its distance from now when somebody sets the wall clock: what began five
 * minutes ago still did. Used by one thread at a time.
 */
public final class Moment {

  /** Less than that is a clock that is slowly put right, and no reason to tell another time. */
  static final Duration SET = Duration.ofSeconds(2);

  /** Now, by both clocks. */
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
   * @param uptimeMillis the machine's uptime then; negative when nobody knows
   */
  public Moment(Instant wall, long uptimeMillis) {
    this.told = wall;
    this.uptimeMillis = uptimeMillis;
  }

  /** By the wall clock as it is set now. */
  public Instant told(Now now) {
    if (uptimeMillis >= 0) {
      Instant there = now.wall().minusMillis(now.uptimeMillis() - uptimeMillis);
      if (Duration.between(told, there).abs().compareTo(SET) > 0) {
        told = there.truncatedTo(ChronoUnit.MILLIS);
      }
    }
    return told;
  }

  /** How long ago it was; zero when it lies ahead. */
  public Duration age(Now now) {
    long millis =
        uptimeMillis >= 0
            ? now.uptimeMillis() - uptimeMillis
            : Duration.between(told, now.wall()).toMillis();
    return Duration.ofMillis(Math.max(0, millis));
  }
}
