package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Problem;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;

/** GET /api/projects and /api/projects/ID. */
final class ProjectsApi {

  private final ProjectList list;
  private final Records records;

  ProjectsApi(ProjectList list, Records records) {
    this.list = list;
    this.records = records;
  }

  void list(Exchange exchange) throws IOException {
    ProjectList.Rendered rendered = list.get(exchange.services());
    exchange.tagged(rendered.tag(), Exchange.JSON, rendered.body());
  }

  void one(Exchange exchange) throws IOException {
    ProjectStatus project = project(exchange);
    ProjectRecord record = records.record(exchange.services(), project);
    // What always changes (uptime, counters) is in the answer but not in its tag.
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
