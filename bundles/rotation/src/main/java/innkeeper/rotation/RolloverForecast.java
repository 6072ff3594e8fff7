package innkeeper.rotation;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** When a log will rotate, as far as its past tells. */
record RolloverForecast(Instant now, LogState.Begun begun) {

  private static final Duration FARTHEST = Duration.ofDays(366);

  /** The first time at which age alone makes it due. */
  Optional<Instant> byAge(Collection<RolloverTrigger> triggers) {
    return begun.at().equals(Instant.MAX)
        ? Optional.empty()
        : triggers.stream()
            .flatMap(trigger -> Stream.of(trigger.at(begun.at())))
            .flatMap(Optional::stream)
            .min(Instant::compareTo);
  }

  /** At the pace it has had; empty if it did not grow or that is too far ahead to mean anything. */
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
