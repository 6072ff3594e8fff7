package example.spoolwatch;

import innkeeper.api.incident.IncidentSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Reports an incident while too many files wait in a directory. */
@Component(
    configurationPid = "example.spoolwatch",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class SpoolWatch implements IncidentSource {

  /** The settings in conf/example.spoolwatch.config. */
  @interface Config {
    /** The directory whose files are counted. */
    String directory();

    /** The number of files that may wait. */
    int most() default 100;

    /** The channelId of the project that processes these files; "" for none. */
    String project() default "";
  }

  private final Config config;
  private final Path directory;
  private Instant since = Instant.EPOCH;

  @Activate
  public SpoolWatch(Config config) {
    this.config = config;
    this.directory = Path.of(config.directory());
  }

  @Override
  public String name() {
    return "spool-watch";
  }

  /**
   * Returns the current troubles. One thread calls this method every five seconds, so it needs no
   * lock.
   */
  @Override
  public List<Trouble> troubles() {
    long waiting = waiting();
    if (waiting <= config.most()) {
      since = Instant.EPOCH;
      return List.of();
    }
    if (since.equals(Instant.EPOCH)) {
      since = Instant.now();
    }
    String cause = waiting + " files wait in " + directory + "; at most " + config.most() + " may";
    return List.of(new Trouble("too-many", config.project(), cause, since));
  }

  /**
   * Counts the waiting files. An exception is logged and changes nothing, and the host calls again.
   */
  private long waiting() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    } catch (IOException e) {
      throw new IllegalStateException(directory + " cannot be listed: " + e, e);
    }
  }
}
