package innkeeper.admin.rest;

import innkeeper.api.supervisor.ProjectState;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot.StateSetDataPointSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the points of each metric family. */
final class MetricFamilies {

  private static final String PROJECT = "channel_id";

  private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final Map<String, StateSetSnapshot.Builder> states = new LinkedHashMap<>();
  private final Map<String, StateSetDataPointSnapshot.Builder> points = new LinkedHashMap<>();
  private final List<InfoSnapshot> infos = new ArrayList<>();

  void gauge(String name, String help, double value) {
    gauge(name, help, value, Labels.EMPTY);
  }

  void gauge(String name, String help, double value, String project) {
    gauge(name, help, value, Labels.of(PROJECT, project));
  }

  void check(String check, double value) {
    gauge(
        "innkeeper_check",
        "Each health check: 0 pass, 1 warn, 2 fail.",
        value,
        Labels.of("check", check));
  }

  /**
   * Adds the number of open incidents of a kind.
   *
   * @param project the channelId; "" for the host's own incidents
   */
  void incidents(String project, String kind, double value) {
    gauge(
        "innkeeper_incidents_lasting",
        "Incidents that last, by project and kind; the host's own without a project.",
        value,
        Labels.of(PROJECT, project, "kind", kind));
  }

  void build(String version, String java, String host) {
    infos.add(
        InfoSnapshot.builder()
            .name("innkeeper_build")
            .help("Release and Java of the host, and what people call it (HOST_LABEL).")
            .dataPoint(
                InfoDataPointSnapshot.builder()
                    .labels(Labels.of("version", version, "java", java, "host", host))
                    .build())
            .build());
  }

  private void gauge(String name, String help, double value, Labels labels) {
    gauges
        .computeIfAbsent(name, n -> GaugeSnapshot.builder().name(n).help(help))
        .dataPoint(GaugeDataPointSnapshot.builder().value(value).labels(labels).build());
  }

  void counter(String name, String help, double value, String project) {
    counter(name, help, value, Labels.of(PROJECT, project));
  }

  /** Adds the number of secrets that a redaction rule has hidden. */
  void redactions(String rule, double value) {
    counter(
        "innkeeper_redactions",
        "Secrets that a redaction rule hid; built-in rules that hid none are left out.",
        value,
        Labels.of("rule", rule));
  }

  private void counter(String name, String help, double value, Labels labels) {
    counters
        .computeIfAbsent(name, n -> CounterSnapshot.builder().name(n).help(help))
        .dataPoint(CounterDataPointSnapshot.builder().value(value).labels(labels).build());
  }

  /** Adds one state to a project's state set. The caller repeats this for each state. */
  void state(String name, String help, String project, ProjectState state, ProjectState now) {
    states.computeIfAbsent(name, n -> StateSetSnapshot.builder().name(n).help(help));
    points
        .computeIfAbsent(
            name + "/" + project,
            n -> StateSetDataPointSnapshot.builder().labels(Labels.of(PROJECT, project)))
        .state(state.name(), state == now);
  }

  MetricSnapshots snapshots() {
    points.forEach(
        (key, point) -> states.get(key.substring(0, key.indexOf('/'))).dataPoint(point.build()));
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    gauges.values().forEach(g -> all.metricSnapshot(g.build()));
    counters.values().forEach(c -> all.metricSnapshot(c.build()));
    states.values().forEach(s -> all.metricSnapshot(s.build()));
    infos.forEach(all::metricSnapshot);
    return all.build();
  }
}
