package innkeeper.admin;

import innkeeper.admin.config.ConfigApi;
import innkeeper.admin.extension.PanelsApi;
import innkeeper.admin.extension.ProjectActionsApi;
import innkeeper.admin.http.Route;
import innkeeper.admin.outlook.DiskApi;
import innkeeper.admin.rest.ActionsApi;
import innkeeper.admin.rest.AlarmsApi;
import innkeeper.admin.rest.AuditApi;
import innkeeper.admin.rest.BackupsApi;
import innkeeper.admin.rest.Bound;
import innkeeper.admin.rest.HealthApi;
import innkeeper.admin.rest.HistoryApi;
import innkeeper.admin.rest.HostApi;
import innkeeper.admin.rest.IncidentsApi;
import innkeeper.admin.rest.LogPlacesApi;
import innkeeper.admin.rest.LogsApi;
import innkeeper.admin.rest.MetricsApi;
import innkeeper.admin.rest.ProjectsApi;
import innkeeper.admin.rest.RecentFigures;
import innkeeper.admin.rest.SearchApi;
import innkeeper.api.settings.Settings;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Builds the JSON API's part of the route table. */
final class Api {

  private Api() {}

  /**
   * Returns the routes in the order of the OpenAPI document.
   *
   * @param table returns the whole route table, for that document
   */
  static List<Route> routes(Clock clock, Settings settings, Supplier<List<Route>> table) {
    RecentFigures recent = new RecentFigures(clock);
    // An answer with 4 MiB of lines takes some 20 MiB of heap while it is built.
    Bound reads =
        new Bound(
            (int) Math.max(1, Runtime.getRuntime().maxMemory() >> 25),
            2,
            "Too many requests read logs at once; try again.");
    return Stream.of(
            new ProjectsApi(clock).routes(),
            new ConfigApi(settings).routes(),
            ActionsApi.routes(),
            ProjectActionsApi.routes(),
            PanelsApi.routes(),
            HealthApi.routes(),
            new LogsApi(reads, clock).routes(),
            new LogPlacesApi(reads, clock).routes(),
            new SearchApi(clock).routes(),
            AuditApi.routes(),
            BackupsApi.routes(),
            new DiskApi(clock, settings).routes(),
            new HistoryApi(clock, recent).routes(),
            new IncidentsApi(clock).routes(),
            AlarmsApi.routes(),
            new HostApi(settings, table).routes(),
            new MetricsApi(clock, settings, recent).routes())
        .flatMap(List::stream)
        .toList();
  }
}
