package innkeeper.admin.rest;

import innkeeper.admin.config.ConfigApi;
import innkeeper.admin.extension.PanelsApi;
import innkeeper.admin.extension.ProjectActionsApi;
import innkeeper.admin.http.InFlight;
import innkeeper.admin.http.LoopbackPeer;
import innkeeper.admin.http.Route;
import innkeeper.admin.outlook.DiskApi;
import innkeeper.api.settings.Settings;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Builds the JSON API's part of the route table. */
public final class Api {

  private final Clock clock;
  private final ProjectsApi projects;
  private final ActionsApi actions;
  private final ProjectActionsApi projectActions;
  private final PanelsApi panels;
  private final LogsApi logs;
  private final LogPlacesApi places;
  private final BackupsApi backups;
  private final OpenApi document;
  private final RecentFigures recent;
  private final SettingsApi settings;
  private final ConfigApi config;
  private final DiskApi disk;
  private final AlarmsApi alarms;
  private final MetricsApi metrics;

  /**
   * Creates the parts of the API.
   *
   * @param boot identifies this activation of the surface
   * @param table returns the whole route table, for the OpenAPI document
   */
  public Api(
      Clock clock,
      String boot,
      ScheduledExecutorService timer,
      InFlight inFlight,
      Supplier<List<Route>> table,
      Settings settings) {
    this.clock = clock;
    Records records = new Records(clock);
    this.projects =
        new ProjectsApi(new ProjectList(System::nanoTime, clock::instant, boot), records);
    this.actions = new ActionsApi(new LoopbackPeer(), inFlight, timer);
    this.projectActions = new ProjectActionsApi(actions::actor, inFlight, timer);
    this.panels = new PanelsApi(inFlight, timer);
    LogReads reads = new LogReads();
    this.logs = new LogsApi(reads, actions::actor, clock);
    this.places = new LogPlacesApi(reads, clock);
    this.document = new OpenApi(table);
    this.backups = new BackupsApi(actions::actor);
    this.recent = new RecentFigures(clock);
    this.settings = new SettingsApi(settings);
    this.config = new ConfigApi(settings);
    this.disk = new DiskApi(clock, settings);
    this.alarms = new AlarmsApi(actions::actor);
    this.metrics = new MetricsApi(clock, settings, recent);
  }

  /** Returns the actions, which the page's forms use too. */
  public ActionsApi actions() {
    return actions;
  }

  public List<Route> routes() {
    return Stream.of(
            projects.routes(),
            config.routes(),
            actions.routes(),
            projectActions.routes(),
            panels.routes(),
            new HealthApi().routes(),
            logs.routes(),
            places.routes(),
            new SearchApi(clock).routes(),
            new AuditApi().routes(),
            backups.routes(),
            disk.routes(),
            new HistoryApi(clock, recent).routes(),
            new IncidentsApi(clock, actions::actor).routes(),
            alarms.routes(),
            new SurfacesApi().routes(),
            settings.routes(),
            metrics.routes(),
            document.routes())
        .flatMap(List::stream)
        .toList();
  }
}
