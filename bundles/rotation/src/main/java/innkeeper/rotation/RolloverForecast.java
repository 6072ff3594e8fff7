package innkeeper.rotation;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** The forecast of the next rotation of a log, based on its growth until now. */
record RolloverForecast(Instant now, LogState.Begun begun) {

  private static final Duration FARTHEST = Duration.ofDays(366);

  /** Returns the earliest time at which the age alone triggers a rotation. */
  Optional<Instant> byAge(Collection<RolloverTrigger> triggers) {
    return begun.at().equals(Instant.MAX)
        ? Optional.empty()
        : triggers.stream()
            .flatMap(trigger -> Stream.of(trigger.at(begun.at())))
            .flatMap(Optional::stream)
            .min(Instant::compareTo);
  }

  /**
   * Returns the time at which the size triggers a rotation if the log grows as before. Empty if it
   * did not grow, or if the time is more than a year away.
   */
  Optional<Instant> bySize(long bytes, long left) {
    double grown = bytes - begun.bytes();
    double seconds =
        begun.at().isBefore(now) ? Duration.between(begun.at(), now).toMillis() / 1000.0 : 0;
    if (grown <= 0 || seconds < 1) {
      return Optional.empty();
    }
    double ahead = left / (grown / seconds);
    return ahead > FARTHEST.toSeconds()
        ? Optional.empty()
        : Optional.of(now.plusMillis((long) (ahead * 1000)));
  }
}
