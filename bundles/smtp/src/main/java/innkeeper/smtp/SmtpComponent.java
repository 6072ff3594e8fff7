package innkeeper.smtp;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** The channel {@code smtp}, which sends mail. */
@Component(
    service = AlarmChannel.class,
    configurationPid = "innkeeper.smtp",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class SmtpComponent implements AlarmChannel {

  /**
   * The time until an alarm is abandoned. A server that does not know the sender yet (greylisting)
   * accepts a mail after some minutes.
   */
  private static final Duration PATIENCE = Duration.ofHours(4);

  private final String name;
  private final String password;
  private final MailAccount account;
  private final MailSender sender;

  @Activate
  public SmtpComponent(SmtpConfig config) {
    name = config.name();
    password = config.password();
    account = MailAccount.of(config);
    int seconds = Math.max(1, Math.min(30, config.timeoutSeconds()));
    sender = new MailSender(account, Duration.ofSeconds(seconds), Optional.empty());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String mistake() {
    return account.mistake();
  }

  @Override
  public boolean wants(Alarm alarm) {
    return alarm.phase() == AlarmPhase.TEST || alarm.severity().compareTo(account.least()) >= 0;
  }

  /** Returns the password, also in the forms of AUTH PLAIN and LOGIN. */
  @Override
  public Collection<String> secrets() {
    if (password.isEmpty()) {
      return List.of();
    }
    String plain = "\0" + account.user() + "\0" + password;
    return List.of(password, base64(password), base64(plain));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Duration giveUpAfter() {
    return PATIENCE;
  }

  @Override
  public SendResult send(Alarm alarm) {
    return sender.send(alarm);
  }
}
