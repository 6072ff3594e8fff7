package innkeeper.webhook;

import innkeeper.api.alarm.AlarmChannel;
import java.time.Clock;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * The channel {@code slack}, which sends Slack's message format to the URL of an incoming webhook.
 */
@Component(
    service = AlarmChannel.class,
    configurationPid = "innkeeper.slack",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class SlackComponent extends HttpChannel {

  @Activate
  public SlackComponent(ChatConfig config) {
    super(
        config.name().isEmpty() ? "slack" : config.name(),
        Target.of(config.url()),
        config.severity(),
        config.timeoutSeconds(),
        target -> new SlackFormat(target, Clock.systemUTC()));
  }
}
