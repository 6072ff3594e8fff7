package innkeeper.admin.outlook;

import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
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

  /** The measured spans: a day, or an hour if the host is too young for that. */
  private static final List<Duration> SPANS = List.of(Duration.ofHours(24), Duration.ofHours(1));

  private static final List<Duration> STEPS =
      List.of(Duration.ofMinutes(15), Duration.ofMinutes(1));

  /**
   * The least number of points for each span. They cover at least ten minutes, because the first
   * and the last point may cover only a part of their step.
   */
  private static final List<Integer> ENOUGH = List.of(3, 12);

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
    for (int i = 0; i < SPANS.size(); i++) {
      List<Series> series = series(services.get(History.class), SPANS.get(i), STEPS.get(i));
      if (enough(series, ENOUGH.get(i))) {
        return definitions.stream().flatMap(d -> pace(d, series, usual).stream()).toList();
      }
    }
    return List.of();
  }

  private List<Series> series(History history, Duration span, Duration step) {
    Instant now = clock.instant();
    return history.read(
        new History.Query(
            List.of(), false, Set.of(Metric.BYTES), now.minus(span), now, Optional.of(step)));
  }

  private static boolean enough(List<Series> series, int least) {
    return series.stream().anyMatch(s -> points(s).size() >= least);
  }

  private static List<History.Point> points(Series series) {
    return series.metrics().getOrDefault(Metric.BYTES, List.of());
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
