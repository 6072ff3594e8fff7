package innkeeper.admin.rest;

import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.api.time.PointInTime;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Reads the times that a request names, as people write them. */
final class TimeParameters {

  private TimeParameters() {}

  /**
   * One time.
   *
   * @throws Problem that names the parameter, the value and what is allowed
   */
  static Optional<Instant> time(Query query, String name, Clock clock) {
    return read(query, name, text -> PointInTime.parse(text, clock));
  }

  /**
   * The parameter {@code to} of a span.
   *
   * @throws Problem also if it lies before {@code from}
   */
  static Optional<Instant> to(Query query, Optional<Instant> from, Clock clock) {
    return read(query, "to", text -> PointInTime.parseEnd(text, from, clock));
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
