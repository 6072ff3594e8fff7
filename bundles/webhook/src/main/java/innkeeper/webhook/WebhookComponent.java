package innkeeper.webhook;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.Severity;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** The channel {@code webhook}, which sends our own JSON to any URL. */
@Component(
    service = AlarmChannel.class,
    configurationPid = "innkeeper.webhook",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class WebhookComponent extends HttpChannel {

  private final List<String> events;
  private final Duration giveUp;

  @Activate
  public WebhookComponent(WebhookConfig config) {
    super(
        config.name(),
        target(config),
        Severity.WARNING.word(),
        config.timeoutSeconds(),
        target -> new WebhookFormat(target, key(config, target), Clock.systemUTC()),
        config.secret());
    events = Arrays.stream(config.events()).map(String::strip).toList();
    giveUp = Duration.ofMinutes(Math.max(1, config.giveUpMinutes()));
  }

  private static Target target(WebhookConfig config) {
    try {
      Signature.key(config.secret());
      return Target.of(config.url());
    } catch (IllegalArgumentException e) {
      return Target.bad("secret is not base64 after whsec_");
    }
  }

  private static byte[] key(WebhookConfig config, Target target) {
    return target.mistake().isEmpty() ? Signature.key(config.secret()) : new byte[0];
  }

  @Override
  public boolean wants(Alarm alarm) {
    String event = WebhookMessage.event(alarm);
    return event.equals("test") || events.stream().anyMatch(pattern -> matches(pattern, event));
  }

  /** Returns whether a pattern is that name, or a name's beginning and {@code *}. */
  private static boolean matches(String pattern, String event) {
    return pattern.endsWith("*")
        ? event.startsWith(pattern.substring(0, pattern.length() - 1))
        : event.equals(pattern);
  }

  /** Sends an alarm. The end of an incident is sent only if the filter includes that event, too. */
  @Override
  public SendResult send(Alarm alarm) throws IOException, InterruptedException {
    return wants(alarm) ? super.send(alarm) : SendResult.delivered();
  }

  @Override
  public Duration giveUpAfter() {
    return giveUp;
  }
}
