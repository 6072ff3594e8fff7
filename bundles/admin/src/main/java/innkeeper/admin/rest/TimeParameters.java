package innkeeper.admin.rest;

import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.common.time.PointInTime;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;

/** Reads the times of a request in the forms that people write. */
final class TimeParameters {

  static final Parameter ZONE =
      Parameter.query(
          "zone", "Of times without one: Europe/Berlin, UTC, +02:00; the host's if left out.");

  static final Parameter FROM =
      Parameter.query("from", "ISO 8601, or relative: -2h, 03:12, yesterday 03:12.");
  static final Parameter TO = Parameter.query("to", "The forms of from; now if it is left out.");

  private TimeParameters() {}

  /** A span of time with both ends. */
  record Span(Instant from, Instant to) {}

  /**
   * Reads the parameters {@code from} and {@code to} of a span that ends now if {@code to} is left
   * out.
   *
   * @param usual the length of the span if a request has no {@code from}
   * @throws Problem if a value is wrong; the message names the value and the allowed forms
   */
  static Span span(Query query, Clock clock, Duration usual) {
    Optional<Instant> from = time(query, "from", clock);
    Instant to = to(query, from, clock).orElseGet(clock::instant);
    Instant begin = from.orElseGet(() -> to.minus(usual));
    if (begin.isAfter(to)) {
      throw Problem.bad("from (" + begin + ") must not be after to (" + to + ").");
    }
    return new Span(begin, to);
  }

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
      throw Problem.bad(
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
      throw Problem.bad("The parameter \"" + name + "\": " + e.getMessage());
    }
  }
}
