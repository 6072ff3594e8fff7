package example.clearcache;

import innkeeper.api.action.ActionOutcome;
import innkeeper.api.action.ProjectAction;
import innkeeper.api.audit.Actor;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** An action that deletes the files of a project's cache. */
@Component(
    configurationPid = "example.clearcache",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class ClearCache implements ProjectAction {

  /** The settings in conf/example.clearcache.config. */
  @interface Config {
    /** The directory whose files are deleted. */
    String directory();

    /** The project that has this cache. */
    String project();
  }

  private final Path directory;
  private final String project;

  @Activate
  public ClearCache(Config config) {
    this.directory = Path.of(config.directory());
    this.project = config.project();
  }

  @Override
  public String name() {
    return "clear-cache";
  }

  @Override
  public String title() {
    return "Clear the cache";
  }

  @Override
  public String about() {
    return "Deletes all files in " + directory + ".";
  }

  /** Returns true, so that the page asks for a second press and the command line for --yes. */
  @Override
  public boolean dangerous() {
    return true;
  }

  @Override
  public List<String> projects() {
    return List.of(project);
  }

  /**
   * Deletes the files. It runs on a thread of its own, so it may block. An exception is shown as
   * the outcome.
   */
  @Override
  public ActionOutcome run(ProjectStatus project, Actor actor) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      if (Thread.interrupted()) {
        return ActionOutcome.failed("interrupted; some files are left");
      }
      Files.delete(file);
    }
    return ActionOutcome.done(files.size() + " files deleted");
  }
}
