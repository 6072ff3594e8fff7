package innkeeper.api.alarm;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: a way by which alarms reach people. The host decides what is an alarm and
 * when it is told; a channel writes it in its own format and sends it.
 *
 * <p>The host has one thread and one queue for each channel, so a channel may block and is called
 * by one thread at a time. It sends at most 20 alarms a minute, in order. What was not delivered is
 * tried again after 1, 2, 4 … 60 s, or after the pause that the {@link SendResult} asks for, until
 * {@link #giveUpAfter()} has passed. What the channel was told is known by its {@link #name()}, so
 * a channel that is replaced is told nothing twice, and a new one is told what lasts.
 */
@ConsumerType
public interface AlarmChannel {

  /**
   * What {@code innkeeper alarm} and health call it. Read once, when the service appears. Of two
   * channels with one name only the first is used; health names the other.
   *
   * @return 1 to 32 of a-z, 0-9 and {@code -}, such as {@code discord-ops}; never null
   */
  String name();

  /**
   * Sends one alarm. May take up to a minute; then, or when the channel goes, the thread is
   * interrupted. What is thrown counts as {@link SendResult.Outcome#LATER}.
   *
   * @return what came of it; never null
   * @throws IOException if it did not arrive; another try may work. The message is shown, redacted
   * @throws InterruptedException if the thread was interrupted
   */
  SendResult send(Alarm alarm) throws IOException, InterruptedException;

  /**
   * Whether this channel is to tell an opened alarm or a reminder. Asked again while an incident
   * lasts, for it may become a graver kind. The end of what was told is always told.
   *
   * @return false if it does not concern this channel; return at once
   */
  default boolean wants(Alarm alarm) {
    return true;
  }

  /**
   * What must never be shown: the URL if it holds a token, the password. Registered with the
   * redaction engine before anything is sent, so no log, page or command shows them. Read once,
   * when the service appears.
   *
   * @return values in clear; empty ones have no effect; never null
   */
  default Collection<String> secrets() {
    return List.of();
  }

  /**
   * What is wrong with its configuration. Such a channel is shown with this and is not called. Read
   * once, when the service appears.
   *
   * @return one line without secrets; "" if it can send
   */
  default String mistake() {
    return "";
  }

  /**
   * For how long an alarm that cannot be delivered is tried again.
   *
   * @return then it is given up and counted; positive, never null
   */
  default Duration giveUpAfter() {
    return Duration.ofHours(1);
  }
}
