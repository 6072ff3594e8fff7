package innkeeper.admin.rest;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.history.History;
import innkeeper.api.history.History.Point;
import innkeeper.api.history.History.Series;
import innkeeper.api.history.Metric;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incidents;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes data of the history bundle as metrics: open incidents, figures of the host, error rates.
 * Data that cannot be read is left out of a scrape.
 */
final class HistoryMetrics {

  private static final Logger LOG = LoggerFactory.getLogger(HistoryMetrics.class);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Clock clock;
  private final RecentFigures recent;

  HistoryMetrics(Clock clock, RecentFigures recent) {
    this.clock = clock;
    this.recent = recent;
  }

  void add(ServiceSnapshot services, MetricFamilies families) {
    services.find(Incidents.class).ifPresent(incidents -> incidents(incidents, families));
    services.find(History.class).ifPresent(history -> host(history, families));
    recent.byProject(services).values().forEach(figures -> project(figures, families));
  }

  private void incidents(Incidents incidents, MetricFamilies families) {
    int open = incidents.open();
    families.gauge("innkeeper_incidents_open", open);
    if (open == 0) {
      return; // saves a read of bot.db
    }
    Incidents.Query query =
        new Incidents.Query(
            List.of(), Instant.EPOCH, clock.instant(), Optional.of(true), Incidents.MOST);
    try {
      Map<String, Map<String, Long>> found =
          incidents.find(query).stream()
              .collect(
                  Collectors.groupingBy(
                      Incident::channelId,
                      TreeMap::new,
                      Collectors.groupingBy(i -> i.kind().word(), Collectors.counting())));
      found.forEach(
          (project, kinds) ->
              kinds.forEach(
                  (kind, count) ->
                      families.gauge(
                          "innkeeper_incidents_lasting",
                          count,
                          MetricsApi.PROJECT,
                          project,
                          "kind",
                          kind)));
    } catch (RuntimeException e) {
      LOG.debug("incidents left out of the metrics", e);
    }
  }

  private void host(History history, MetricFamilies families) {
    Instant now = clock.instant();
    History.Query query =
        new History.Query(
            List.of(),
            true,
            Set.of(Metric.CPU, Metric.RSS),
            now.minus(MINUTE),
            now,
            Optional.of(History.STEPS.get(0)));
    try {
      for (Series series : history.read(query)) {
        if (series.channelId().isEmpty()) {
          mean(series, Metric.CPU, "innkeeper_host_cpu_percent", families);
          mean(series, Metric.RSS, "innkeeper_host_rss_bytes", families);
        }
      }
    } catch (RuntimeException e) {
      LOG.debug("figures of the host left out of the metrics", e);
    }
  }

  private static void mean(Series series, Metric metric, String name, MetricFamilies families) {
    RecentFigures.points(series, metric).stream()
        .mapToDouble(Point::avg)
        .average()
        .ifPresent(value -> families.gauge(name, value));
  }

  private static void project(RecentFigures.Recent recent, MetricFamilies families) {
    String id = recent.channelId();
    recent
        .restarts24h()
        .ifPresent(
            n -> families.gauge("innkeeper_project_restarts_day", n, MetricsApi.PROJECT, id));
    recent
        .errorsPerMinute()
        .ifPresent(
            n -> families.gauge("innkeeper_project_errors_per_minute", n, MetricsApi.PROJECT, id));
  }
}
