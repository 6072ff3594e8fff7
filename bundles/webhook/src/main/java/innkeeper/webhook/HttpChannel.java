package innkeeper.webhook;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.Severity;
import innkeeper.webhook.HttpSender.Post;
import innkeeper.webhook.HttpSender.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** A channel that sends one HTTP request for each alarm. */
abstract class HttpChannel implements AlarmChannel {

  /** The format of requests and answers for one kind of receiver. */
  interface Format {

    /** Returns the request for an alarm. */
    Post post(Alarm alarm) throws IOException;

    /** Decides whether the answer means success. */
    SendResult judge(Reply reply);
  }

  private final String name;
  private final Target target;
  private final Severity least;
  private final Format format;
  private final HttpSender sender;
  private final List<String> secrets;

  /**
   * Creates a channel.
   *
   * @param severity the word of the least severe alarms that are sent; a mistake in it becomes the
   *     target's
   * @param format returns the receiver's format; not used if the target has a mistake
   * @param secrets further secrets, beside those of the target
   */
  HttpChannel(
      String name,
      Target target,
      String severity,
      int timeoutSeconds,
      Function<Target, Format> format,
      String... secrets) {
    Severity parsed = Severity.WARNING;
    Target checked = target;
    try {
      parsed = Severity.parse(severity);
    } catch (IllegalArgumentException e) {
      checked = target.mistake().isEmpty() ? Target.bad(e.getMessage()) : target;
    }
    this.name = name;
    this.target = checked;
    this.least = parsed;
    this.format = format.apply(checked);
    this.sender = new HttpSender(Duration.ofSeconds(Math.max(1, Math.min(50, timeoutSeconds))));
    this.secrets = new ArrayList<>(checked.secrets());
    this.secrets.addAll(List.of(secrets));
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String mistake() {
    return target.mistake();
  }

  @Override
  public final Collection<String> secrets() {
    return List.copyOf(secrets);
  }

  @Override
  public boolean wants(Alarm alarm) {
    return alarm.phase() == AlarmPhase.TEST || alarm.severity().compareTo(least) >= 0;
  }

  @Override
  public SendResult send(Alarm alarm) throws IOException, InterruptedException {
    return format.judge(sender.send(format.post(alarm)));
  }
}
