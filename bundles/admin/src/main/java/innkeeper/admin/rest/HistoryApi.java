package innkeeper.admin.rest;

import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Parameter;
import innkeeper.admin.http.Problem;
import innkeeper.admin.http.Query;
import innkeeper.admin.http.Route;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.History.Series;
import innkeeper.api.history.Metric;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.common.time.IsoTime;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Serves GET /api/history: figures of projects and of the host over time. */
public final class HistoryApi {

  private static final Duration USUAL = Duration.ofHours(1);

  private static final Parameter HOST =
      Parameter.flag("host", "Whether the host's own are wanted.");

  private final Clock clock;
  private final RecentFigures recent;

  public HistoryApi(Clock clock, RecentFigures recent) {
    this.clock = clock;
    this.recent = recent;
  }

  /** The body of the answer to /api/history/recent. */
  record RecentList(List<RecentFigures.Recent> projects) {}

  record Figures(List<FigureSeries> series) {}

  /** The figures of one project, or of the host. */
  record FigureSeries(
      @JsonForm(value = "null for the host.", empty = Empty.NULL) String channelId,
      @JsonForm("Seconds between two points.") long step,
      @JsonForm("By metric, oldest first: [at, min, avg, max]. A gap is absent, never 0.")
          Map<String, List<List<Object>>> metrics) {}

  public List<Route> routes() {
    return List.of(
        Route.get("/api/history")
            .named("getHistory", "history", "Figures over time.")
            .describes(
                "Steps of 5 s are kept for an hour, of 60 s for a day, of 900 s for 30 days.")
            .takes(
                Parameter.query(
                    "projects", "Ids or names, separated by commas; all if it is left out."),
                Parameter.query("metrics", "Of " + Metric.words() + ", separated by commas; all."),
                TimeParameters.FROM,
                TimeParameters.TO,
                Parameter.query(
                    "step",
                    "Seconds: 5, 60 or 900; the finest that reaches back to from if it is left"
                        + " out."),
                HOST)
            .tagged()
            .returns("One series a project.", Figures.class, this::figures),
        Route.get("/api/history/recent")
            .named(
                "getRecentHistory",
                "history",
                "Restarts in 24 hours and errors a minute, of all projects.")
            .tagged()
            .returns("One entry a project.", RecentList.class, this::recent));
  }

  private RecentList recent(Exchange exchange) {
    exchange.get(History.class);
    return new RecentList(
        recent.byProject(exchange.services()).values().stream()
            .sorted(Comparator.comparing(RecentFigures.Recent::channelId))
            .toList());
  }

  private Figures figures(Exchange exchange) {
    Query query = exchange.query();
    TimeParameters.Span span = TimeParameters.span(query, clock, USUAL);
    History history = exchange.get(History.class);
    List<Series> found =
        Problem.checked(
            () ->
                history.read(
                    new History.Query(
                        query.words("projects"),
                        query.flag(HOST),
                        metrics(query),
                        span.from(),
                        span.to(),
                        step(query))));
    return new Figures(found.stream().map(HistoryApi::body).toList());
  }

  private static Set<Metric> metrics(Query query) {
    return query.words("metrics").stream()
        .map(Metric::of)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Optional<Duration> step(Query query) {
    Optional<String> step = query.text("step");
    if (step.isPresent() && !step.get().matches("[0-9]{1,6}")) {
      throw Problem.bad(
          "The parameter \"step\" takes 5, 60 or 900, not \"" + Query.shown(step.get()) + "\".");
    }
    return step.map(Long::parseLong).map(Duration::ofSeconds);
  }

  private static FigureSeries body(Series series) {
    Map<String, List<List<Object>>> metrics = new LinkedHashMap<>();
    series
        .metrics()
        .forEach(
            (metric, points) -> {
              List<List<Object>> rows = new ArrayList<>(points.size());
              points.forEach(point -> rows.add(row(point)));
              metrics.put(metric.word(), rows);
            });
    return new FigureSeries(series.channelId(), series.step().toSeconds(), metrics);
  }

  private static List<Object> row(Point point) {
    return List.of(IsoTime.text(point.at()), point.min(), point.avg(), point.max());
  }
}
