package innkeeper.admin.rest;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.History.Series;
import innkeeper.api.history.Metric;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts of a day and error rate of all projects, from the history. Read at most once in five
 * seconds, for all who ask. Safe for many threads.
 */
public final class RecentFigures {

  private static final Logger LOG = LoggerFactory.getLogger(RecentFigures.class);
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration RATE = Duration.ofMinutes(5);
  private static final Duration FINE = History.STEPS.get(0);
  private static final Duration COARSE = History.STEPS.get(2);

  private final Clock clock;
  private Instant readAt = Instant.MIN;
  private Map<String, Recent> last = Map.of();

  public RecentFigures(Clock clock) {
    this.clock = clock;
  }

  /** Figures of one project. What was not sampled is absent, never 0. */
  public record Recent(
      String channelId,
      @JsonForm(
              value = "Restarts by policy in 24 hours; null if none was sampled.",
              empty = Empty.NULL)
          Optional<Long> restarts24h,
      @JsonForm(
              value = "Error records a minute, over five minutes; null if none was sampled.",
              empty = Empty.NULL)
          Optional<Double> errorsPerMinute) {}

  /**
   * The figures by channelId; empty while the history is away.
   *
   * @return a map that cannot be changed
   */
  public synchronized Map<String, Recent> byProject(ServiceSnapshot services) {
    Instant now = clock.instant();
    if (now.isAfter(readAt.plus(FRESH)) || now.isBefore(readAt)) {
      last = services.findHistory().map(history -> read(history, now)).orElse(Map.of());
      readAt = now;
    }
    return last;
  }

  private static Map<String, Recent> read(History history, Instant now) {
    // Quarters of an hour are there when they are over; the rest is in the finest step.
    Instant quarter =
        Instant.ofEpochSecond(now.getEpochSecond() / COARSE.toSeconds() * COARSE.toSeconds());
    Map<String, List<Point>> day = new HashMap<>();
    Map<String, Recent> found = new HashMap<>();
    try {
      for (Series series : ask(history, Metric.RESTARTS, now.minus(DAY), quarter, COARSE)) {
        day.put(series.channelId(), points(series, Metric.RESTARTS));
      }
      Instant from = quarter.isBefore(now.minus(RATE)) ? quarter : now.minus(RATE);
      for (Series series : ask(history, null, from, now, FINE)) {
        String id = series.channelId();
        List<Point> fine =
            points(series, Metric.RESTARTS).stream()
                .filter(p -> !p.at().isBefore(quarter))
                .toList();
        found.put(
            id,
            new Recent(
                id,
                sum(day.getOrDefault(id, List.of()), fine),
                rate(points(series, Metric.ERRORS), now)));
      }
    } catch (RuntimeException e) {
      LOG.debug("history left while it was asked", e);
    }
    return Map.copyOf(found);
  }

  private static List<Series> ask(
      History history, Metric metric, Instant from, Instant to, Duration step) {
    Set<Metric> metrics = metric == null ? Set.of(Metric.RESTARTS, Metric.ERRORS) : Set.of(metric);
    return from.isBefore(to)
        ? history.read(new History.Query(List.of(), false, metrics, from, to, Optional.of(step)))
        : List.of();
  }

  private static List<Point> points(Series series, Metric metric) {
    return series.metrics().getOrDefault(metric, List.of());
  }

  /** A point of restarts holds their sum. */
  private static Optional<Long> sum(List<Point> coarse, List<Point> fine) {
    if (coarse.isEmpty() && fine.isEmpty()) {
      return Optional.empty();
    }
    double sum = coarse.stream().mapToDouble(Point::max).sum();
    return Optional.of(Math.round(sum + fine.stream().mapToDouble(Point::max).sum()));
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
