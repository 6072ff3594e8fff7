package innkeeper.api.alarm;

import java.time.Duration;
import java.util.Objects;

/**
 * What came of one attempt to send an alarm. Immutable.
 *
 * @param error why it was not delivered, in a few words; "" where it was. Health, log and {@code
 *     innkeeper alarm} show it, redacted: leave out URL, password and token
 * @param pause for how long nothing may be sent to this channel, because the receiver asks for that
 *     ({@code Retry-After}); zero if it asks for nothing
 */
public record SendResult(Outcome outcome, String error, Duration pause) {

  /** What happened. */
  public enum Outcome {
    /** The receiver took it. */
    DELIVERED,
    /** Another try may work: no connection, a timeout, status 429 or 5xx. */
    LATER,
    /** No other try will work: the receiver refuses the message, or the channel's credentials. */
    REFUSED
  }

  /**
   * Checks that no component is null.
   *
   * @param pause not null; a negative one counts as zero
   */
  public SendResult {
    Objects.requireNonNull(outcome);
    Objects.requireNonNull(error);
    pause = pause.isNegative() ? Duration.ZERO : pause;
  }

  /** The receiver took it. */
  public static SendResult delivered() {
    return new SendResult(Outcome.DELIVERED, "", Duration.ZERO);
  }

  /**
   * It is to be tried again, after the host's own back-off.
   *
   * @return a result without a pause
   */
  public static SendResult later(String error) {
    return new SendResult(Outcome.LATER, error, Duration.ZERO);
  }

  /**
   * No other try will work.
   *
   * @return a result without a pause
   */
  public static SendResult refused(String error) {
    return new SendResult(Outcome.REFUSED, error, Duration.ZERO);
  }

  /**
   * The same, with a pause that the receiver asks for.
   *
   * @param asked how long; not null
   */
  public SendResult pause(Duration asked) {
    return new SendResult(outcome, error, asked);
  }
}
