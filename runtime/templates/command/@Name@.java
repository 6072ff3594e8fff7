package @package@;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.Supervisor;
import java.util.Optional;
import java.util.function.Supplier;

/** Each public method that the activator names is a command; Gogo prints what it returns. */
public final class @Name@ {

  private final Supplier<Optional<Supervisor>> supervisor;

  @Name@(Supplier<Optional<Supervisor>> supervisor) {
    this.supervisor = supervisor;
  }

  public String running() {
    long running =
        supervisor.get().stream()
            .flatMap(there -> there.projects().stream())
            .filter(project -> project.state() == ProjectState.RUNNING)
            .count();
    return running + " running";
  }
}
