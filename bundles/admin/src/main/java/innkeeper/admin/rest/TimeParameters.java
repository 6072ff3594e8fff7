package innkeeper.admin.rest;

import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.TextParameter;
import innkeeper.common.time.PointInTime;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;

/** Reads the times of a request in the forms that people write. */
final class TimeParameters {

  static final TextParameter ZONE =
      TextParameter.query(
          "zone", "Of times without one: Europe/Berlin, UTC, +02:00; the host's if left out.");

  private TimeParameters() {}

  /**
   * Reads one time.
   *
   * @throws Problem if the value is not a time; the message names parameter, value and allowed
   *     forms
   */
  static Optional<Instant> time(Query query, String name, Clock clock) {
    return read(query, name, text -> PointInTime.parse(text, zoned(query, clock)));
  }

  /**
   * Reads the parameter {@code to} of a span.
   *
   * @throws Problem if the value is not a time, or lies before {@code from}
   */
  static Optional<Instant> to(Query query, Optional<Instant> from, Clock clock) {
    return read(query, "to", text -> PointInTime.parseEnd(text, from, zoned(query, clock)));
  }

  private static Clock zoned(Query query, Clock clock) {
    String zone = query.text(ZONE.name()).orElse("");
    try {
      return zone.isEmpty() ? clock : clock.withZone(ZoneId.of(zone));
    } catch (DateTimeException e) {
      throw new Problem(
          Problem.Kind.BAD_VALUE,
          "The parameter \"zone\" takes Europe/Berlin, UTC or +02:00, not \""
              + Query.shown(zone)
              + "\".");
    }
  }

  private static Optional<Instant> read(
      Query query, String name, Function<String, Instant> reading) {
    try {
      return query.text(name).map(reading);
    } catch (IllegalArgumentException e) {
      throw new Problem(
          Problem.Kind.BAD_VALUE, "The parameter \"" + name + "\": " + e.getMessage());
    }
  }
}
