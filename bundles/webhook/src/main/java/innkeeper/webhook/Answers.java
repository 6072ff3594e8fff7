package innkeeper.webhook;

import innkeeper.api.alarm.SendResult;
import innkeeper.webhook.HttpSender.Reply;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Decides from an HTTP answer whether an alarm was delivered (RFC 9110, RFC 6585). */
final class Answers {

  private static final int REQUEST_TIMEOUT = 408;
  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY = 429;

  private Answers() {}

  /**
   * Returns the result by the status and {@code Retry-After}.
   *
   * @param host the receiver's name
   * @param said the text of the answer's body for people; may be ""
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

  /**
   * Returns the pause in {@code Retry-After}, given in seconds or as a date; empty if it cannot be
   * read.
   */
  static Optional<Duration> retryAfter(Reply reply, Clock clock) {
    Optional<String> header = reply.headers().firstValue("Retry-After").map(String::strip);
    Optional<Duration> seconds = header.flatMap(Answers::seconds);
    return seconds.isPresent() ? seconds : header.flatMap(text -> until(text, clock));
  }

  /** Parses seconds with a fraction; empty if the text is negative or not a number. */
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
