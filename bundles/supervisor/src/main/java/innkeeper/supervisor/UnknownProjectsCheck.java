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

/** Warns of servers that could not be ended, or whose host cannot be determined. */
@Component(property = {"hc.name=supervisor:unknown", "hc.tags=projects"})
public final class UnknownProjectsCheck implements HealthCheck {

  private final Supervisor supervisor;

  @Activate
  public UnknownProjectsCheck(@Reference Supervisor supervisor) {
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
    List<ProjectStatus> unknown =
        supervisor.projects().stream().filter(p -> p.state() == ProjectState.UNKNOWN).toList();
    FormattingResultLog log = new FormattingResultLog();
    if (unknown.isEmpty()) {
      log.info("the state of every server is known");
    } else {
      ProjectStatus first = unknown.get(0);
      log.warn("{}: {}", first.name(), first.reason());
      log.info("fix: {}", "innkeeper why " + first.name());
    }
    log.info("value: {}", Integer.toString(unknown.size()));
    log.info("limit: {}", "0");
    return new Result(log);
  }
}
