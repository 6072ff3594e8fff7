package example.alarmfile;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.SendResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** An alarm channel that appends one line for each alarm to a file. */
@Component(
    configurationPid = "example.alarmfile",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class AlarmFile implements AlarmChannel {

  /** The settings in conf/example.alarmfile.config. */
  @interface Config {
    /** The file; its directory must exist. */
    String path();
  }

  private final Path file;

  @Activate
  public AlarmFile(Config config) {
    this.file = Path.of(config.path());
  }

  @Override
  public String name() {
    return "file";
  }

  /**
   * Returns what is wrong with the settings. Health and {@code innkeeper alarm} show it, and the
   * host does not call such a channel.
   */
  @Override
  public String mistake() {
    return file.isAbsolute() ? "" : "path is " + file + "; allowed: an absolute path";
  }

  /**
   * Writes one line. The host calls this method on a thread of this channel, and again later if it
   * throws.
   */
  @Override
  public SendResult send(Alarm alarm) throws IOException {
    String line =
        String.join(
            "\t",
            alarm.at().toString(),
            alarm.phase().word(),
            alarm.message().title(),
            alarm.message().text());
    Files.write(file, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return SendResult.delivered();
  }
}
