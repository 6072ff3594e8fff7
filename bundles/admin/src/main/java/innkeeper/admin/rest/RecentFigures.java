package innkeeper.admin.rest;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.History.Series;
import innkeeper.api.history.Metric;
import innkeeper.api.json.JsonForm;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads restarts of the last day and error rates of all projects from the history, at most once in
 * ten seconds for all clients. Safe for many threads.
 */
public final class RecentFigures {

  private static final Logger LOG = LoggerFactory.getLogger(RecentFigures.class);
  private static final Duration FRESH = Duration.ofSeconds(10);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration RATE = Duration.ofMinutes(5);
  private static final Duration FINE = History.STEPS.get(0);
  private static final Duration COARSE = History.STEPS.get(2);

  private final Clock clock;
  private Figures last = new Figures(Instant.MIN, Map.of());

  public RecentFigures(Clock clock) {
    this.clock = clock;
  }

  private record Figures(Instant at, Map<String, Recent> byProject) {}

  /** The figures of one project. A figure that was not sampled is absent, never 0. */
  public record Recent(
      String channelId,
      @JsonForm("Restarts by policy in 24 hours; null if none was sampled.")
          Optional<Long> restarts24h,
      @JsonForm("Error records a minute, over five minutes; null if none was sampled.")
          Optional<Double> errorsPerMinute) {}

  /**
   * Returns the figures by channelId, at most ten seconds old; empty while the history is away.
   *
   * @return a map that cannot be changed
   */
  public synchronized Map<String, Recent> byProject(ServiceSnapshot services) {
    Instant now = clock.instant();
    if (now.isAfter(last.at().plus(FRESH)) || now.isBefore(last.at())) {
      last = new Figures(now, services.find(History.class).map(h -> read(h, now)).orElse(Map.of()));
    }
    return last.byProject();
  }

  private Map<String, Recent> read(History history, Instant now) {
    long slot = COARSE.toSeconds();
    Instant quarter = Instant.ofEpochSecond(now.getEpochSecond() / slot * slot);
    Instant fine = quarter.isBefore(now.minus(RATE)) ? quarter : now.minus(RATE);
    Map<String, Recent> found = new HashMap<>();
    try {
      // The current slot is read in finer steps.
      Map<String, List<Point>> before = new HashMap<>();
      for (Series series : ask(history, Set.of(Metric.RESTARTS), now.minus(DAY), quarter, COARSE)) {
        before.put(
            series.channelId(),
            between(points(series, Metric.RESTARTS), Instant.MIN, quarter).toList());
      }
      for (Series series : ask(history, Set.of(Metric.RESTARTS, Metric.ERRORS), fine, now, FINE)) {
        String id = series.channelId();
        List<Point> restarts = new ArrayList<>(before.getOrDefault(id, List.of()));
        between(points(series, Metric.RESTARTS), quarter, Instant.MAX).forEach(restarts::add);
        found.put(id, new Recent(id, restarts(restarts), rate(points(series, Metric.ERRORS), now)));
      }
    } catch (RuntimeException e) {
      LOG.debug("history left while it was asked", e);
    }
    return Map.copyOf(found);
  }

  private static Stream<Point> between(List<Point> points, Instant from, Instant to) {
    return points.stream().filter(p -> !p.at().isBefore(from) && p.at().isBefore(to));
  }

  /**
   * Adds restarts. The minimum, average and maximum of a point are all the restarts of its step.
   */
  private static Optional<Long> restarts(List<Point> points) {
    return points.isEmpty()
        ? Optional.empty()
        : Optional.of(Math.round(points.stream().mapToDouble(Point::max).sum()));
  }

  private static List<Series> ask(
      History history, Set<Metric> metrics, Instant from, Instant to, Duration step) {
    return history.read(new History.Query(List.of(), false, metrics, from, to, Optional.of(step)));
  }

  /** Returns the points of a metric; empty if it was not sampled. */
  public static List<Point> points(Series series, Metric metric) {
    return series.metrics().getOrDefault(metric, List.of());
  }

  private static Optional<Double> rate(List<Point> errors, Instant now) {
    OptionalDouble perSecond =
        errors.stream()
            .filter(p -> p.at().isAfter(now.minus(RATE)))
            .mapToDouble(Point::avg)
            .average();
    return perSecond.isPresent()
        ? Optional.of(Math.round(perSecond.getAsDouble() * 600) / 10.0)
        : Optional.empty();
  }
}
