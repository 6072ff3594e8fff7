package innkeeper.webhook;

import innkeeper.api.alarm.AlarmChannel;
import java.time.Clock;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * The channel {@code discord}, which sends Discord's message format to the webhook of a Discord
 * channel.
 */
@Component(
    service = AlarmChannel.class,
    configurationPid = "innkeeper.discord",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class DiscordComponent extends HttpChannel {

  @Activate
  public DiscordComponent(ChatConfig config) {
    super(
        config.name().isEmpty() ? "discord" : config.name(),
        Target.of(config.url()),
        config.severity(),
        config.timeoutSeconds(),
        target -> new DiscordFormat(target, Clock.systemUTC()));
  }
}
