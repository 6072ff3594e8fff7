package innkeeper.admin.rest;

import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.TextParameter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The span of the parameters {@code from} and {@code to}, in ISO 8601 or in the forms that people
 * write.
 */
record TimeSpan(Instant from, Instant to) {

  static final TextParameter FROM =
      TextParameter.query("from", "ISO 8601, or relative: -2h, 03:12, yesterday 03:12.");

  static final TextParameter TO = TextParameter.query("to", "As from; now if it is left out.");

  /**
   * Reads both parameters.
   *
   * @param usual the length of the span if a request has no {@code from}
   * @throws Problem if a value is wrong; the message names the value and the allowed forms
   */
  static TimeSpan of(Query query, Clock clock, Duration usual) {
    Optional<Instant> from = TimeParameters.time(query, "from", clock);
    Instant to = TimeParameters.to(query, from, clock).orElseGet(clock::instant);
    Instant begin = from.orElseGet(() -> to.minus(usual));
    if (begin.isAfter(to)) {
      throw new Problem(
          Problem.Kind.BAD_VALUE, "from (" + begin + ") must not be after to (" + to + ").");
    }
    return new TimeSpan(begin, to);
  }
}
