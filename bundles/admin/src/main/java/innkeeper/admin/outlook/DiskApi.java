package innkeeper.admin.outlook;

import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.RecentFigures;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Series;
import innkeeper.api.history.Metric;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.Supervisor;
import java.io.File;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Serves GET /api/disk: when the logs reach their cap, and which projects write most. */
public final class DiskApi {

  /**
   * A span that is measured.
   *
   * @param enough the least number of points. They cover at least ten minutes, because the first
   *     and the last point may cover only a part of their step.
   */
  private record Window(Duration span, Duration step, int enough) {}

  /** A day, or an hour if the host is too young for that. */
  private static final List<Window> WINDOWS =
      List.of(
          new Window(Duration.ofHours(24), Duration.ofMinutes(15), 3),
          new Window(Duration.ofHours(1), Duration.ofMinutes(1), 12));

  private final Clock clock;
  private final Settings settings;

  public DiskApi(Clock clock, Settings settings) {
    this.clock = clock;
    this.settings = settings;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/disk")
            .named("getDiskOutlook", "logs", "When logs reach their cap, and who writes most.")
            .returns("Paces and limits.", DiskOutlook.class, x -> outlook(x.services())));
  }

  private DiskOutlook outlook(ServiceSnapshot services) {
    return DiskOutlook.of(
        services.get(Rotator.class).status(),
        paces(services),
        settings.number("LOG_TOTAL_BYTES"),
        Duration.ofDays(settings.number("LOG_MAX_AGE_DAYS")),
        free(),
        clock.instant());
  }

  /** Returns the rate of each project's log; empty while there are too few samples. */
  private List<DiskOutlook.Pace> paces(ServiceSnapshot services) {
    int usual = (int) settings.number("LOG_MAX_FILES");
    List<ProjectDefinition> definitions = services.get(Supervisor.class).definitions();
    Instant now = clock.instant();
    for (Window window : WINDOWS) {
      List<Series> series =
          services
              .get(History.class)
              .read(
                  new History.Query(
                      List.of(),
                      false,
                      Set.of(Metric.BYTES),
                      now.minus(window.span()),
                      now,
                      Optional.of(window.step())));
      if (series.stream().anyMatch(s -> points(s).size() >= window.enough())) {
        return definitions.stream().flatMap(d -> pace(d, series, usual).stream()).toList();
      }
    }
    return List.of();
  }

  private static List<History.Point> points(Series series) {
    return RecentFigures.points(series, Metric.BYTES);
  }

  private static Optional<DiskOutlook.Pace> pace(
      ProjectDefinition definition, List<Series> series, int usual) {
    int maxFiles = definition.log().maxFiles() > 0 ? definition.log().maxFiles() : usual;
    return series.stream()
        .filter(s -> definition.channelId().equals(s.channelId()) && !points(s).isEmpty())
        .findFirst()
        .map(
            s ->
                new DiskOutlook.Pace(
                    definition.channelId(),
                    definition.name(),
                    points(s).stream().mapToDouble(History.Point::avg).average().orElse(0),
                    maxFiles));
  }

  private OptionalLong free() {
    File disk = settings.dataDir().toFile();
    return disk.getTotalSpace() == 0
        ? OptionalLong.empty()
        : OptionalLong.of(disk.getUsableSpace());
  }
}
