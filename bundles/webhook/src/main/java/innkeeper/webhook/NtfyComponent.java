package innkeeper.webhook;

import innkeeper.api.alarm.AlarmChannel;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/**
 * The channel {@code ntfy}, which sends push messages to phones, through ntfy.sh or the user's own
 * server.
 */
@Component(
    service = AlarmChannel.class,
    configurationPid = "innkeeper.ntfy",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class NtfyComponent extends HttpChannel {

  @Activate
  public NtfyComponent(NtfyConfig config) {
    super(
        config.name(),
        NtfyFormat.checked(Target.of(config.url())),
        config.severity(),
        config.timeoutSeconds(),
        target -> new NtfyFormat(target, authorization(config), Clock.systemUTC()),
        config.token(),
        config.password(),
        basic(config));
  }

  private static String authorization(NtfyConfig config) {
    if (!config.token().isBlank()) {
      return "Bearer " + config.token().strip();
    }
    return config.user().isBlank() ? "" : "Basic " + basic(config);
  }

  private static String basic(NtfyConfig config) {
    byte[] pair = (config.user() + ":" + config.password()).getBytes(StandardCharsets.UTF_8);
    return config.user().isBlank() ? "" : Base64.getEncoder().encodeToString(pair);
  }
}
