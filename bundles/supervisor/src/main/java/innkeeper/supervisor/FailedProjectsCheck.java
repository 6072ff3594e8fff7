package innkeeper.supervisor;

import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.util.List;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Warns of FATAL projects; the host itself is well. */
@Component(property = {"hc.name=projects:failed", "hc.tags=projects"})
public final class FailedProjectsCheck implements HealthCheck {

  private final Supervisor supervisor;

  @Activate
  public FailedProjectsCheck(@Reference Supervisor supervisor) {
    this.supervisor = supervisor;
  }

  @Override
  public Result execute() {
    try {
      return look();
    } catch (StoreException e) {
      // The check projects:loaded reports the reason.
      FormattingResultLog log = new FormattingResultLog();
      log.warn("{}", e.getMessage());
      return new Result(log);
    }
  }

  private Result look() {
    List<ProjectStatus> all = supervisor.projects();
    List<String> failed =
        all.stream().filter(p -> p.state() == ProjectState.FATAL).map(ProjectStatus::name).toList();
    FormattingResultLog log = new FormattingResultLog();
    if (failed.isEmpty()) {
      log.info("no project has failed");
    } else {
      log.warn("failed: {}", String.join(", ", failed));
      log.info("fix: {}", "innkeeper why " + failed.get(0));
    }
    log.info("value: {}", failed.size() + " of " + all.size());
    log.info("limit: {}", "0");
    return new Result(log);
  }
}
