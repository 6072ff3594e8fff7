package @package@;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.Supervisor;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;

/** Has two seconds. Only a fault of the host itself is CRITICAL. */
final class @Name@ implements HealthCheck {

  private final Supplier<Optional<Supervisor>> supervisor;

  @Name@(Supplier<Optional<Supervisor>> supervisor) {
    this.supervisor = supervisor;
  }

  @Override
  public Result execute() {
    long running =
        supervisor.get().stream()
            .flatMap(there -> there.projects().stream())
            .filter(project -> project.state() == ProjectState.RUNNING)
            .count();
    return running == 0
        ? new Result(Result.Status.WARN, "No project runs.")
        : new Result(Result.Status.OK, running + " running.");
  }
}
