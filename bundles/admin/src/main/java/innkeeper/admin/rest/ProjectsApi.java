package innkeeper.admin.rest;

import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.TextParameter;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.util.List;

/** Serves GET /api/projects and /api/projects/ID. */
final class ProjectsApi {

  static final TextParameter PROJECT =
      TextParameter.id("channelId, or name where no channelId is the same.");

  private final ProjectList list;
  private final Records records;

  ProjectsApi(ProjectList list, Records records) {
    this.list = list;
    this.records = records;
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/api/projects",
            this::list,
            new Operation("listProjects", "projects", "All projects, by name.")
                .answers(Answer.list(200, "Project records.", ProjectRecord.class))
                .tagged()),
        new Route(
            "GET",
            "/api/projects/{id}",
            this::one,
            new Operation("getProject", "projects", "One project.")
                .takes(PROJECT)
                .answers(Answer.json(200, "Its record.", ProjectRecord.class))
                .tagged()
                .refuses(Problem.Kind.UNKNOWN_PROJECT)));
  }

  private void list(Exchange exchange) throws IOException {
    ProjectList.Rendered rendered = list.get(exchange.services());
    exchange.tagged(rendered.tag(), Exchange.JSON, rendered.body());
  }

  private void one(Exchange exchange) throws IOException {
    ProjectStatus project = project(exchange);
    ProjectRecord record = records.record(exchange.services(), project);
    // Uptime and counters change all the time, so the answer contains them but its tag ignores
    // them.
    String tag = "W/\"" + Integer.toHexString(Records.stable(project).hashCode()) + "\"";
    exchange.tagged(tag, Exchange.JSON, Json.bytes(record));
  }

  static ProjectStatus project(Exchange exchange) {
    return exchange
        .services()
        .supervisor()
        .project(exchange.id())
        .orElseThrow(
            () ->
                new Problem(
                    Problem.Kind.UNKNOWN_PROJECT,
                    "No project has this id or name; /api/projects lists them."));
  }
}
