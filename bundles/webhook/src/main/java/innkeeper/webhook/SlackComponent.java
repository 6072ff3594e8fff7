package innkeeper.webhook;

import innkeeper.api.alarm.AlarmChannel;
import java.time.Clock;
import java.util.List;
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
  public SlackComponent(SlackConfig config) {
    this(config, checked(Target.of(config.url()), config.severity()));
  }

  private SlackComponent(SlackConfig config, Target target) {
    super(
        config.name(),
        target,
        severity(config.severity()),
        config.timeoutSeconds(),
        new SlackFormat(target, Clock.systemUTC()),
        List.of());
  }
}
