package innkeeper.shell.foreground;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Json;
import innkeeper.shell.project.ApplyCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the definitions that the command line named and prints their output. It ends the host
 * together with the project that {@code --exit-with} names.
 */
final class ForegroundProjects implements ProjectListener {

  private static final Logger LOG = LoggerFactory.getLogger(ForegroundProjects.class);
  private static final String APPLIED = "applied";
  private static final String VARIABLE = "env:";

  /** The exit status EX_CONFIG, as for a mistake in the settings. */
  private static final int CONFIGURATION = 78;

  private static final int FAILED = 1;
  private static final long PAUSE_MILLIS = 100;

  private final Supervisor supervisor;
  private final Optional<LogOutput> output;
  private final ConcurrentMap<String, String> state;
  private final BiConsumer<Integer, String> end;
  private final BiConsumer<Integer, String> fatal;
  private final String exitWith;
  private volatile boolean closed;

  /** The start times of final states that an earlier host left; null until they are known. */
  private volatile Map<String, Instant> ended;

  ForegroundProjects(
      Supervisor supervisor,
      Optional<LogOutput> output,
      ConcurrentMap<String, String> state,
      BiConsumer<Integer, String> end,
      BiConsumer<Integer, String> fatal,
      String exitWith) {
    this.supervisor = supervisor;
    this.output = output;
    this.state = state;
    this.end = end;
    this.fatal = fatal;
    this.exitWith = exitWith;
  }

  void start(List<String> files) {
    Thread thread = new Thread(() -> run(files), "foreground");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(List<String> files) {
    try {
      List<ProjectDefinition> definitions = read(files);
      if (!exitWith.isEmpty()
          && definitions.stream().noneMatch(d -> d.channelId().equals(exitWith))) {
        throw new CommandRefusedException(
            "--exit-with names " + exitWith + ", which no file of --project defines");
      }
      List<String> names = definitions.stream().map(ProjectDefinition::name).toList();
      if (output.isPresent()) {
        output.get().follow(names);
      }
      ended = awaitEnded();
      if (state.putIfAbsent(APPLIED, "") == null) {
        supervisor.apply(definitions, false, false, Actor.HOST);
        startEnded(definitions);
      }
      supervisor.project(exitWith).ifPresent(this::changed);
    } catch (DefinitionException | CommandRefusedException | IOException e) {
      fatal.accept(CONFIGURATION, "projects of the command line cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (!closed) {
        fatal.accept(FAILED, "projects of the command line cannot be run: " + e);
      }
    }
  }

  /**
   * Reads the definitions of {@code run --project FILE...}. They are arrays like those of {@code
   * apply}, from files or from environment variables ({@code env:NAME}).
   *
   * @throws DefinitionException with all mistakes of one file
   */
  private static List<ProjectDefinition> read(List<String> files)
      throws IOException, CommandRefusedException {
    // Relative paths of a definition start at the directory in which the host was started.
    Path directory = Path.of("").toAbsolutePath();
    List<ProjectDefinition> definitions = new ArrayList<>();
    for (String file : files) {
      try (InputStream in = open(file)) {
        definitions.addAll(ApplyCommand.read(Json.read(in, file), directory, false));
      }
    }
    return definitions;
  }

  private static InputStream open(String file) throws IOException, CommandRefusedException {
    if (!file.startsWith(VARIABLE)) {
      try {
        return Files.newInputStream(Path.of(file));
      } catch (NoSuchFileException e) {
        throw new CommandRefusedException("--project names " + file + ", which does not exist", e);
      }
    }
    String name = file.substring(VARIABLE.length());
    String text = System.getenv(name);
    if (text == null) {
      throw new CommandRefusedException(
          "--project names " + file + ", and the environment has no variable " + name);
    }
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Waits until the projects are known, and returns those that have already ended. */
  private Map<String, Instant> awaitEnded() throws InterruptedException {
    while (true) {
      try {
        Map<String, Instant> since = new HashMap<>();
        for (ProjectStatus one : supervisor.projects()) {
          if (over(one)) {
            since.put(one.channelId(), one.lifecycle().since());
          }
        }
        return since;
      } catch (StoreException e) {
        LOG.debug("projects are not known yet", e);
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  /** Starts the projects that ended before the container was killed, as a new container would. */
  private void startEnded(List<ProjectDefinition> definitions) {
    for (ProjectDefinition definition : definitions) {
      if (definition.autostart() && ended.containsKey(definition.channelId())) {
        supervisor.start(definition.channelId(), Actor.HOST);
      }
    }
  }

  private static boolean over(ProjectStatus status) {
    return status.state() == ProjectState.EXITED || status.state() == ProjectState.FATAL;
  }

  @Override
  public void changed(ProjectStatus now) {
    Map<String, Instant> before = ended;
    if (before == null || !now.channelId().equals(exitWith) || !over(now)) {
      return;
    }
    if (now.lifecycle().since().equals(before.get(now.channelId()))) {
      return;
    }
    int code = now.lastExit().map(exit -> exit.code().orElse(FAILED)).orElse(FAILED);
    if (code == 0 && now.state() == ProjectState.FATAL) {
      code = FAILED;
    }
    end.accept(
        code, "project ended, and the host with it channelId=" + now.channelId() + " code=" + code);
  }

  void close() {
    closed = true;
    output.ifPresent(LogOutput::close);
  }
}
