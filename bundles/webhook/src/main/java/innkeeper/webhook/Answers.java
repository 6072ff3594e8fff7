package innkeeper.webhook;

import innkeeper.api.alarm.SendResult;
import innkeeper.webhook.HttpSender.Reply;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** What an answer of HTTP means (RFC 9110, RFC 6585). */
final class Answers {

  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY = 429;

  private Answers() {}

  /**
   * By the status, and {@code Retry-After}.
   *
   * @param host of the receiver
   * @param said what the answer's body says, for people; may be ""
   */
  static SendResult judge(Reply reply, String host, String said, Clock clock) {
    int status = reply.status();
    if (status >= 200 && status < 300) {
      return SendResult.delivered();
    }
    String error = host + " answered " + status + (said.isBlank() ? "" : ": " + said.strip());
    boolean passes =
        status >= 500 || status == REQUEST_TIMEOUT || status == TOO_EARLY || status == TOO_MANY;
    SendResult result = passes ? SendResult.later(error) : SendResult.refused(error);
    return result.pause(retryAfter(reply, clock).orElse(Duration.ZERO));
  }

  /** Seconds, a date, or nothing that can be read. */
  static Optional<Duration> retryAfter(Reply reply, Clock clock) {
    Optional<String> header = reply.headers().firstValue("Retry-After").map(String::strip);
    Optional<Duration> seconds = header.flatMap(Answers::seconds);
    return seconds.isPresent() ? seconds : header.flatMap(text -> until(text, clock));
  }

  /** Seconds with a fraction; a negative or a foreign text is none. */
  static Optional<Duration> seconds(String text) {
    return text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")
        ? Optional.of(Duration.ofMillis((long) Math.ceil(Double.parseDouble(text) * 1000)))
        : Optional.empty();
  }

  private static Optional<Duration> until(String text, Clock clock) {
    try {
      ZonedDateTime date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
      return Optional.of(Duration.between(clock.instant(), date.toInstant()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
