package example.spoolpanel;

import innkeeper.api.panel.Panel;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** A panel that shows the files which wait in a directory. */
@Component(
    configurationPid = "example.spoolpanel",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class SpoolPanel implements Panel {

  /** The settings in conf/example.spoolpanel.config. */
  @interface Config {
    /** The directory whose files are counted. */
    String directory();

    /** The channelId of the project that processes the files. */
    String project();
  }

  private static final int MOST_POINTS = 200;

  private final Path directory;
  private final String project;

  /** The number of waiting files at each call. Guarded by this. */
  private final Deque<Point> looks = new ArrayDeque<>();

  @Activate
  public SpoolPanel(Config config) {
    this.directory = Path.of(config.directory());
    this.project = config.project();
  }

  @Override
  public String name() {
    return "spool";
  }

  @Override
  public String title() {
    return "Files that wait";
  }

  @Override
  public List<String> projects() {
    return List.of(project);
  }

  /**
   * Returns the content. The host calls this method while a user looks, and waits two seconds. An
   * exception is shown in place of the content.
   */
  @Override
  public PanelContent content(String channelId) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    long bytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
        bytes += facts.size();
        rows.add(
            List.of(
                file.getFileName().toString(),
                Long.toString(facts.size()),
                facts.lastModifiedTime().toString()));
      }
    }
    return PanelContent.EMPTY
        .text(rows.isEmpty() ? "Nothing waits in " + directory + "." : "")
        .figure("waiting", rows.size(), "files")
        .figure("size", bytes, "bytes")
        .table(new Table("", List.of("File", "Bytes", "Since"), rows))
        .series(new Series("waiting", "files", looked(rows.size())));
  }

  private synchronized List<Point> looked(int waiting) {
    looks.addLast(new Point(Instant.now(), waiting));
    if (looks.size() > MOST_POINTS) {
      looks.removeFirst();
    }
    return List.copyOf(looks);
  }
}
