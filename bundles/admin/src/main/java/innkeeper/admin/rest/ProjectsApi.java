package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Json;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Serves GET /api/projects and /api/projects/ID. Uptime and counters of logs change all the time,
 * so the answers contain them, but their tags ignore them.
 */
public final class ProjectsApi {

  public static final Parameter PROJECT =
      Parameter.id("channelId, or name where no channelId is the same.");

  /** The greatest age of uptime and counters in the list. */
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Clock clock;
  private Written last = new Written(List.of(), false, 0, "", new byte[0]);

  public ProjectsApi(Clock clock) {
    this.clock = clock;
  }

  /**
   * The list of all projects as it was written.
   *
   * @param tag the ETag; it changes with a project, not with a counter
   */
  private record Written(
      List<ProjectStatus> projects, boolean withLogs, long atNanos, String tag, byte[] body) {}

  public List<Route> routes() {
    return List.of(
        Route.get("/api/projects")
            .named("listProjects", "projects", "All projects, by name.")
            .tagged()
            .answersList("Project records.", ProjectRecord.class)
            .by(this::list),
        Route.get("/api/projects/{id}")
            .named("getProject", "projects", "One project.")
            .takes(PROJECT)
            .answers(200, "Its record.", ProjectRecord.class)
            .tagged()
            .refuses(Problem.Kind.UNKNOWN_PROJECT)
            .by(this::one));
  }

  private void list(Exchange exchange) throws IOException {
    Written written = list(exchange.services());
    exchange.tagged(written.tag(), Exchange.JSON, written.body());
  }

  /**
   * Returns the list. It is written only a few times a second, however many clients read it; a
   * change of a project is visible at once.
   */
  private synchronized Written list(ServiceSnapshot services) {
    List<ProjectStatus> projects = services.get(Supervisor.class).projects();
    boolean withLogs = services.find(Logs.class).isPresent();
    boolean fresh = System.nanoTime() - last.atNanos() < FRESH_NANOS && !last.tag().isEmpty();
    if (!fresh || withLogs != last.withLogs() || !projects.equals(last.projects())) {
      last = write(services, projects, withLogs);
    }
    return last;
  }

  private Written write(ServiceSnapshot services, List<ProjectStatus> projects, boolean withLogs) {
    List<ProjectRecord> records = new ArrayList<>(projects.size());
    List<Object> stable = new ArrayList<>(projects.size() * 2);
    for (ProjectStatus project : projects) {
      ProjectRecord record = Records.of(services, project, clock.instant());
      records.add(record);
      stable.add(Records.stable(project));
      stable.add(record.log().map(LogStatus::dropped));
    }
    return new Written(
        List.copyOf(projects),
        withLogs,
        System.nanoTime(),
        Exchange.tag(Json.bytes(stable)),
        Json.bytes(records));
  }

  private void one(Exchange exchange) throws IOException {
    ProjectStatus project = project(exchange);
    ProjectRecord record = Records.of(exchange.services(), project, clock.instant());
    String tag = Exchange.tag(Json.bytes(Records.stable(project)));
    exchange.tagged(tag, Exchange.JSON, Json.bytes(record));
  }

  /**
   * Returns the project that the path names.
   *
   * @throws UnknownProjectException if no project has this id or name
   */
  public static ProjectStatus project(Exchange exchange) {
    return exchange
        .get(Supervisor.class)
        .project(exchange.id())
        .orElseThrow(() -> new UnknownProjectException(exchange.id()));
  }
}
