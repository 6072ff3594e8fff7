package innkeeper.admin.rest;

import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.log.Logs;
import innkeeper.api.project.Definitions;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.util.Arrays;
import java.util.List;

/**
 * The names of a log.
 *
 * @param channelId the project's id, or {@code main}
 * @param name the log's name in {@link Logs}
 */
public record LogId(String channelId, String name) {

  /**
   * Finds a log. While the supervisor is away, the id is taken for the log's name, because logs are
   * most needed then.
   *
   * @param id channelId, name or {@code main}
   * @throws Problem if no project has this id or name
   */
  public static LogId of(ServiceSnapshot services, String id) {
    if (id.equals(Logs.MAIN)) {
      return new LogId(id, id);
    }
    if (services.find(Supervisor.class).isEmpty()
        && Definitions.ID.matcher(id).matches()
        && services.get(Logs.class).status(id).isPresent()) {
      return new LogId(id, id);
    }
    return services
        .get(Supervisor.class)
        .project(id)
        .map(LogId::of)
        .orElseThrow(
            () ->
                new Problem(
                    Problem.Kind.UNKNOWN_PROJECT,
                    "No project has this id or name; the host's own log is \"main\"."));
  }

  /**
   * Returns the logs of a parameter {@code projects}, in its order and each once.
   *
   * @param ids the ids, separated by commas; * for all projects
   * @throws Problem if no project has one of the ids, which the message names
   */
  static List<LogId> listed(ServiceSnapshot services, String ids) {
    if (ids.equals("*")) {
      return services.get(Supervisor.class).projects().stream().map(LogId::of).toList();
    }
    return Arrays.stream(ids.split(","))
        .map(id -> listedOne(services, id.strip()))
        .distinct()
        .toList();
  }

  private static LogId of(ProjectStatus project) {
    return new LogId(project.channelId(), project.name());
  }

  private static LogId listedOne(ServiceSnapshot services, String id) {
    try {
      return of(services, id);
    } catch (Problem e) {
      if (e.kind() != Problem.Kind.UNKNOWN_PROJECT) {
        throw e;
      }
      throw Problem.bad(
          "The parameter \"projects\" names \""
              + Query.shown(id)
              + "\"; GET /api/projects lists what there is.");
    }
  }
}
