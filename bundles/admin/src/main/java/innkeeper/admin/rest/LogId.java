package innkeeper.admin.rest;

import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.log.Logs;
import innkeeper.api.project.Definitions;
import innkeeper.api.supervisor.ProjectStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A log as the wire names it.
 *
 * @param channelId the project's, or {@code main}
 * @param name what {@link Logs} calls it
 */
public record LogId(String channelId, String name) {

  /**
   * Logs stay readable while the supervisor is away, for then they are wanted most: the id is then
   * taken for the name.
   *
   * @param id channelId, name or {@code main}
   * @throws Problem if there is no such project
   */
  public static LogId of(ServiceSnapshot services, String id) {
    if (id.equals(Logs.MAIN)) {
      return new LogId(id, id);
    }
    if (services.findSupervisor().isEmpty() && Definitions.ID.matcher(id).matches()) {
      if (services.logs().status(id).isPresent()) {
        return new LogId(id, id);
      }
    }
    Optional<ProjectStatus> project = services.supervisor().project(id);
    return project
        .map(p -> new LogId(p.channelId(), p.name()))
        .orElseThrow(
            () ->
                new Problem(
                    Problem.Kind.UNKNOWN_PROJECT,
                    "No project has this id or name; the host's own log is \"main\"."));
  }

  /**
   * The logs of a parameter {@code projects}, in its order, each once.
   *
   * @param ids with commas between them
   * @throws Problem that names the id which no project has
   */
  static List<LogId> listed(ServiceSnapshot services, String ids) {
    return Arrays.stream(ids.split(","))
        .map(id -> listedOne(services, id.strip()))
        .distinct()
        .toList();
  }

  private static LogId listedOne(ServiceSnapshot services, String id) {
    try {
      return of(services, id);
    } catch (Problem e) {
      if (e.kind() != Problem.Kind.UNKNOWN_PROJECT) {
        throw e;
      }
      throw new Problem(
          Problem.Kind.BAD_VALUE,
          "The parameter \"projects\" names \""
              + Query.shown(id)
              + "\"; GET /api/projects lists what there is.");
    }
  }
}
