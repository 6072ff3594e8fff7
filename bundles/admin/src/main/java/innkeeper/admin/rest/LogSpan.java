package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.Logs;
import innkeeper.common.time.IsoTime;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The part of a log that a request asks for.
 *
 * @param from excludes earlier lines
 * @param to excludes lines of that time or later
 * @param stream excludes lines of the other stream
 */
record LogSpan(Optional<Instant> from, Optional<Instant> to, Optional<LogStream> stream) {

  static final Parameter FROM =
      Parameter.query("from", "No earlier lines. ISO 8601, -2h, 03:12, or yesterday 03:12.");
  static final Parameter TO = Parameter.query("to", "Only earlier lines; the forms of from.");
  static final Parameter STREAM =
      Parameter.word("stream", "Only lines of this one.", List.of("stdout", "stderr"));

  /**
   * Reads the span from a query.
   *
   * @throws Problem if a value is wrong; the message names the allowed values
   */
  static LogSpan of(Query query, Clock clock) {
    Optional<Instant> from = TimeParameters.time(query, "from", clock);
    Optional<Instant> to = TimeParameters.to(query, from, clock);
    if (from.isPresent() && from.get().isAfter(clock.instant())) {
      throw Problem.bad(
          "The parameter \"from\" is in the future: " + IsoTime.text(from.get()) + ".");
    }
    return new LogSpan(
        from, to, query.word(STREAM).map(word -> LogStream.valueOf(word.toUpperCase(Locale.ROOT))));
  }

  /** Returns whether the span is less than the whole log. */
  boolean bounded() {
    return from.isPresent() || to.isPresent() || stream.isPresent();
  }

  /** Returns the query for the newest lines of the span. */
  LogQuery newest(int lines) {
    return LogQuery.newest(lines).between(from, to).of(stream);
  }

  /**
   * Refuses a span that ends before the log's oldest line.
   *
   * @throws Problem with the time since which the log is kept
   */
  void check(Exchange exchange, LogId log) throws IOException {
    if (to.isPresent()) {
      check(exchange.get(Logs.class), log, "to", to.get());
    }
  }

  static void check(Logs logs, LogId log, String name, Instant time) throws IOException {
    Optional<Instant> oldest = logs.oldest(log.name());
    if (oldest.filter(time::isBefore).isPresent()) {
      throw Problem.bad(
          "The parameter \""
              + name
              + "\" is "
              + IsoTime.text(time)
              + "; the log of "
              + log.channelId()
              + " is kept from "
              + IsoTime.text(oldest.get())
              + " on.");
    }
  }
}
