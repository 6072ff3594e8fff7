package innkeeper.admin.rest;

import innkeeper.admin.http.InFlight;
import innkeeper.admin.http.LoopbackPeer;
import innkeeper.admin.http.Route;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** The JSON API's part of the route table. */
public final class Api {

  private final Clock clock;
  private final ProjectsApi projects;
  private final ActionsApi actions;
  private final LogsApi logs;
  private final BackupsApi backups;

  /**
   * @param boot tells this activation from the one before
   */
  public Api(Clock clock, String boot, ScheduledExecutorService timer, InFlight inFlight) {
    this.clock = clock;
    Records records = new Records(clock);
    this.projects =
        new ProjectsApi(new ProjectList(System::nanoTime, clock::instant, boot), records);
    this.actions = new ActionsApi(new LoopbackPeer(), inFlight, timer);
    this.logs = new LogsApi(actions::actor);
    this.backups = new BackupsApi(actions::actor);
  }

  /** The page's forms ask for the same. */
  public ActionsApi actions() {
    return actions;
  }

  public List<Route> routes() {
    AuditApi audit = new AuditApi();
    SurfacesApi surfaces = new SurfacesApi();
    return List.of(
        new Route("GET", "/api/projects", projects::list),
        new Route("GET", "/api/projects/{id}", projects::one),
        new Route("POST", "/api/projects/{id}/start", x -> actions.act(ActionsApi.Action.START, x)),
        new Route("POST", "/api/projects/{id}/stop", x -> actions.act(ActionsApi.Action.STOP, x)),
        new Route(
            "POST", "/api/projects/{id}/restart", x -> actions.act(ActionsApi.Action.RESTART, x)),
        new Route("GET", "/api/health", new HealthApi()::report),
        new Route("GET", "/api/logs/{id}", logs::tail),
        new Route("GET", "/api/logs/{id}/download", logs::download),
        new Route("POST", "/api/logs/{id}/rotate", logs::rotate),
        new Route("GET", "/api/audit", audit::page),
        new Route("GET", "/api/backups", backups::list),
        new Route("POST", "/api/backups", backups::make),
        new Route("GET", "/api/backups/status", backups::status),
        new Route("GET", "/api/rotation", surfaces::rotation),
        new Route("GET", "/api/surfaces", surfaces::list),
        new Route("GET", "/api/openapi.json", new OpenApi()::document),
        new Route("GET", "/metrics", new MetricsApi(clock)::metrics));
  }
}
