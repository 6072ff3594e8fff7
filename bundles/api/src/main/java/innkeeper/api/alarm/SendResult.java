package innkeeper.api.alarm;

import java.time.Duration;
import java.util.Objects;

/**
 * The result of one attempt to send an alarm. Immutable.
 *
 * @param error the reason for the failure in a few words; "" for a delivery. Health, log and {@code
 *     innkeeper alarm} display it, redacted: leave out URL, password and token
 * @param pause the time for which the receiver asks to send nothing to this channel ({@code
 *     Retry-After}); zero if it asks for nothing
 */
public record SendResult(Outcome outcome, String error, Duration pause) {

  /** The outcome of an attempt. */
  public enum Outcome {
    /** The receiver accepted the alarm. */
    DELIVERED,
    /** Another attempt may work: no connection, a timeout, status 429 or 5xx. */
    LATER,
    /**
     * No other attempt will work: the receiver refuses the message, or the channel's credentials.
     */
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

  /** Returns the result of a delivery, without an error and without a pause. */
  public static SendResult delivered() {
    return new SendResult(Outcome.DELIVERED, "", Duration.ZERO);
  }

  /** Returns a failure that the host retries after its own back-off. */
  public static SendResult later(String error) {
    return new SendResult(Outcome.LATER, error, Duration.ZERO);
  }

  /** Returns a failure that the host does not retry. */
  public static SendResult refused(String error) {
    return new SendResult(Outcome.REFUSED, error, Duration.ZERO);
  }

  /**
   * Returns a copy with a pause that the receiver asks for.
   *
   * @param asked how long; not null
   */
  public SendResult pause(Duration asked) {
    return new SendResult(outcome, error, asked);
  }
}
