package innkeeper.rotation;

import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.settings.Settings;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** When a log's time has come. Asked at every write, so each is a few comparisons. */
interface Trigger {

  /**
   * @param more bytes about to be written
   * @param begun when the active file's first line came; {@link Instant#MAX} if unknown
   */
  boolean due(RotatableLog log, long more, Instant begun);

  /** Before it would pass its bound. A single line longer than the bound stays whole. */
  static Trigger bySize(Settings settings) {
    return (log, more, begun) -> {
      long bytes = log.bytes();
      return bytes > 0 && bytes + more > maxBytes(log, settings);
    };
  }

  /** With the first line of another UTC day. */
  static Trigger byDay(Clock clock) {
    return (log, more, begun) ->
        log.bytes() > 0 && !begun.equals(Instant.MAX) && !day(begun).equals(day(clock.instant()));
  }

  static long maxBytes(RotatableLog log, Settings settings) {
    long own = log.maxBytes();
    return own > 0 ? own : settings.number("LOG_MAX_BYTES");
  }

  private static LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, ZoneOffset.UTC);
  }
}
