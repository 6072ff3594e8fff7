package innkeeper.api.alarm;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that delivers alarms to people. The host decides which incidents become
 * alarms and when; a channel formats an alarm and sends it.
 *
 * <p>The host has one thread and one queue for each channel, so a channel may block and only one
 * thread calls it at a time. The host sends at most 20 alarms a minute, in order. It retries a
 * failed delivery after 1, 2, 4 … 60 s, or after the pause that the {@link SendResult} requests. It
 * gives up after {@link #giveUpAfter()}. The host records deliveries by {@link #name()}. So a
 * replaced channel receives no alarm twice, and a new channel receives the alarms that still last.
 */
@ConsumerType
public interface AlarmChannel {

  /**
   * Returns the channel's name in {@code innkeeper alarm} and in the health report. The host calls
   * this once, when the service appears. If two channels have the same name, the host uses only the
   * first, and health reports the other.
   *
   * @return 1 to 32 of a-z, 0-9 and {@code -}, such as {@code discord-ops}; never null
   */
  String name();

  /**
   * Sends one alarm. The thread is interrupted after a minute, and when the channel is stopped. An
   * exception counts as {@link SendResult.Outcome#LATER}.
   *
   * @return the outcome; never null
   * @throws IOException if the alarm did not arrive; the host tries again. The message is
   *     displayed, redacted
   * @throws InterruptedException if the thread was interrupted
   */
  SendResult send(Alarm alarm) throws IOException, InterruptedException;

  /**
   * Returns whether this channel sends an opened alarm or a reminder. The host asks again while an
   * incident lasts, because the incident may become more severe. The end of an alarm that was sent
   * is always sent.
   *
   * @return false if the alarm does not concern this channel; the method must return at once
   */
  default boolean wants(Alarm alarm) {
    return true;
  }

  /**
   * Returns the channel's secrets, such as a password, or its URL if the URL contains a token. The
   * host registers them with the redaction engine before it sends an alarm, so no log, page or
   * command displays them. The host calls this once, when the service appears.
   *
   * @return values in clear; empty ones have no effect; never null
   */
  default Collection<String> secrets() {
    return List.of();
  }

  /**
   * Returns the error in the channel's configuration. The host displays such a channel with the
   * error and sends it no alarm. The host calls this once, when the service appears.
   *
   * @return one line without secrets; "" if the channel can send
   */
  default String mistake() {
    return "";
  }

  /**
   * Returns how long the host retries an alarm that it cannot deliver.
   *
   * @return the time after which the alarm is given up and counted; positive, never null
   */
  default Duration giveUpAfter() {
    return Duration.ofHours(1);
  }
}
