package innkeeper.alarms;

import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.Alarms.ChannelStatus;
import java.util.List;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The check {@code alarms:delivery}: warns if alarms do not arrive. */
@Component(immediate = true, property = HealthCheck.NAME + "=alarms:delivery")
public final class DeliveryCheck implements HealthCheck {

  private final Alarms alarms;

  @Activate
  public DeliveryCheck(@Reference Alarms alarms) {
    this.alarms = alarms;
  }

  @Override
  public Result execute() {
    FormattingResultLog log = new FormattingResultLog();
    List<ChannelStatus> channels = alarms.channels();
    List<String> faults =
        channels.stream().map(DeliveryCheck::fault).filter(f -> !f.isEmpty()).toList();
    if (channels.isEmpty()) {
      log.info("no alarm channel is set up, so no alarm is sent");
      log.info("value: no channel, no alarm is sent");
      log.info("limit: every channel delivers");
      return new Result(log);
    }
    if (faults.isEmpty()) {
      log.info("alarms arrive");
    } else {
      log.warn("{}", String.join("; ", faults));
      log.info("fix: innkeeper alarm");
    }
    log.info(
        "value: {}, {} delivered, {} waiting, {} given up",
        channels.size() == 1 ? "1 channel" : channels.size() + " channels",
        channels.stream().mapToLong(ChannelStatus::delivered).sum(),
        channels.stream().mapToLong(ChannelStatus::waiting).sum(),
        channels.stream().mapToLong(ChannelStatus::givenUp).sum());
    log.info("limit: {} waiting for each channel", ChannelQueue.MOST);
    return new Result(log);
  }

  private static String fault(ChannelStatus channel) {
    if (!channel.mistake().isEmpty()) {
      return "channel " + channel.name() + " is not used: " + channel.mistake();
    }
    return channel.error().isEmpty()
        ? ""
        : "channel " + channel.name() + " did not deliver its last alarm: " + channel.error();
  }
}
