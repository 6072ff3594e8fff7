package innkeeper.rotation;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** When a log's time has come. Asked at every write, so each is a few comparisons. */
interface RolloverTrigger {

  /**
   * @param more bytes about to be written
   * @param begun when the active file's first line came; {@link Instant#MAX} if unknown
   */
  boolean due(RotatableLog log, long more, Instant begun);

  /** When its age alone will make a log due; empty if age does not count. */
  default Optional<Instant> at(Instant begun) {
    return Optional.empty();
  }

  /** Before it would pass its bound. A single line longer than the bound stays whole. */
  static RolloverTrigger bySize(Settings settings) {
    return (log, more, begun) -> {
      long bytes = log.bytes();
      return bytes > 0 && bytes + more > maxBytes(log, settings);
    };
  }

  /** With the first line of another UTC day. */
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

  /** So long after its first line; a clock that steps by more than that counts as well. */
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
