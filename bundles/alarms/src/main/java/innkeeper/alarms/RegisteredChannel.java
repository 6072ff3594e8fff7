package innkeeper.alarms;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.log.Redactor;
import innkeeper.api.service.AwaitedService;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers a channel's secrets before the channel sends. */
final class RegisteredChannel implements AlarmChannel {

  private static final Logger LOG = LoggerFactory.getLogger(RegisteredChannel.class);

  private final String name;
  private final AlarmChannel channel;
  private final Collection<String> secrets;
  private final AwaitedService<Redactor> redactor;
  private boolean registered;

  RegisteredChannel(
      String name,
      AlarmChannel channel,
      Collection<String> secrets,
      AwaitedService<Redactor> redactor) {
    this.name = name;
    this.channel = channel;
    this.secrets = secrets;
    this.redactor = redactor;
    register();
  }

  private synchronized boolean register() {
    Optional<Redactor> engine = redactor.get();
    if (!registered && engine.isPresent()) {
      engine
          .get()
          .register("alarm channel " + name, secrets)
          .forEach(warning -> LOG.warn("secret not hidden everywhere reason=\"{}\"", warning));
      registered = true;
    }
    return registered;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public SendResult send(Alarm alarm) throws IOException, InterruptedException {
    if (!register()) {
      return SendResult.later("the logging bundle is away, which hides secrets");
    }
    return channel.send(alarm);
  }

  @Override
  public boolean wants(Alarm alarm) {
    return channel.wants(alarm);
  }

  @Override
  public Duration giveUpAfter() {
    return channel.giveUpAfter();
  }
}
