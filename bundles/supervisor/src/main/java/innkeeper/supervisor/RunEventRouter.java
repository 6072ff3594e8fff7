package innkeeper.supervisor;

import innkeeper.supervisor.lifecycle.Project;
import innkeeper.supervisor.run.RunWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes a wrapper's new files to the project whose incarnation uses that log name. */
final class RunEventRouter implements RunWatch.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(RunEventRouter.class);

  private final Function<String, Optional<Project>> byLogName;
  private final Collection<Project> all;

  private RunEventRouter(Function<String, Optional<Project>> byLogName, Collection<Project> all) {
    this.byLogName = byLogName;
    this.all = all;
  }

  /**
   * Starts to watch the run directory.
   *
   * @param all other threads may change it
   * @return null if the system has no watch left; then files are noticed only once a second
   */
  static RunWatch from(
      Path dir, Function<String, Optional<Project>> byLogName, Collection<Project> all) {
    try {
      return new RunWatch(dir, new RunEventRouter(byLogName, all));
    } catch (IOException e) {
      LOG.error(
          "run directory cannot be watched, exits are noticed once a second only error={}",
          e.getMessage());
      return null;
    }
  }

  @Override
  public void pid(String name, boolean alone) {
    run(name, alone, project -> project.actor().startSequence().pidAppeared(0));
  }

  @Override
  public void exit(String name, boolean alone) {
    run(name, alone, project -> project.actor().exitHandling().exitAppeared(0));
  }

  /** Runs a step on this thread, which is faster, if no other step waits for it. */
  private void run(String name, boolean alone, Consumer<Project> step) {
    Project project = byLogName.apply(name).orElse(null);
    if (project != null && alone) {
      project.queue().now(() -> step.accept(project));
    } else if (project != null) {
      project.queue().later(() -> step.accept(project));
    }
  }

  @Override
  public void all() {
    all.forEach(
        p -> {
          p.queue().later(() -> p.actor().startSequence().pidAppeared(0));
          p.queue().later(() -> p.actor().exitHandling().exitAppeared(0));
        });
  }
}
