package innkeeper.admin.rest;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Instant;
import java.util.Optional;

/** Builds project records in wire form. */
public final class Records {

  private static final ProjectStatus.Resources NO_RESOURCES = new ProjectStatus.Resources(0, 0, 0);

  private Records() {}

  public static ProjectRecord of(ServiceSnapshot services, ProjectStatus project, Instant now) {
    return ProjectRecord.of(project, log(services, project), now);
  }

  static Optional<LogStatus> log(ServiceSnapshot services, ProjectStatus project) {
    return services.find(Logs.class).flatMap(logs -> logs.status(project.name()));
  }

  /**
   * Returns the status without the figures that change all the time. Equal results mean that the
   * project did not change.
   */
  public static ProjectStatus stable(ProjectStatus p) {
    return p.with(ProjectStatus.Resources.NONE);
  }
}
