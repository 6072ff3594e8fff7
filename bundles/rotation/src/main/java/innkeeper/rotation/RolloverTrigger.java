package innkeeper.rotation;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** A condition for the rotation of a log. It is evaluated at every write, so it must be cheap. */
interface RolloverTrigger {

  /**
   * @param more the number of bytes of the next write
   * @param begun the time of the active file's first line; {@link Instant#MAX} if unknown
   */
  boolean due(RotatableLog log, long more, Instant begun);

  /**
   * Returns the time at which the age alone triggers a rotation; empty if this trigger ignores the
   * age.
   */
  default Optional<Instant> at(Instant begun) {
    return Optional.empty();
  }

  /**
   * Returns a trigger that rotates a log before it exceeds its size limit. A single line longer
   * than the limit is not split.
   */
  static RolloverTrigger bySize(Settings settings) {
    return (log, more, begun) -> {
      long bytes = log.bytes();
      return bytes > 0 && bytes + more > maxBytes(log, settings);
    };
  }

  /** Returns a trigger that rotates a log with the first line of another UTC day. */
  static RolloverTrigger byDay(Clock clock) {
    return new RolloverTrigger() {
      @Override
      public boolean due(RotatableLog log, long more, Instant begun) {
        return log.bytes() > 0 && known(begun) && !day(begun).equals(day(clock.instant()));
      }

      @Override
      public Optional<Instant> at(Instant begun) {
        return Optional.of(day(begun).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
      }
    };
  }

  /**
   * Returns a trigger that rotates a log at a given age. A clock jump of more than that age
   * triggers a rotation too.
   */
  static RolloverTrigger byAge(Clock clock, Duration age) {
    return new RolloverTrigger() {
      @Override
      public boolean due(RotatableLog log, long more, Instant begun) {
        return log.bytes() > 0
            && known(begun)
            && Duration.between(begun, clock.instant()).abs().compareTo(age) >= 0;
      }

      @Override
      public Optional<Instant> at(Instant begun) {
        return Optional.of(begun.plus(age));
      }
    };
  }

  static long maxBytes(RotatableLog log, Settings settings) {
    long own = log.maxBytes();
    return own > 0 ? own : settings.number("LOG_MAX_BYTES");
  }

  private static boolean known(Instant begun) {
    return !begun.equals(Instant.MAX);
  }

  private static LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, ZoneOffset.UTC);
  }
}
