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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Collects the points of each metric family. Labels are given as alternating names and values. */
final class MetricFamilies {

  /** The help text of each family. */
  private static final Map<String, String> HELP =
      """
      innkeeper_build Release and Java of the host, and what people call it (HOST_LABEL).
      innkeeper_uptime_seconds Seconds since the host started.
      innkeeper_health The host as a whole: 0 pass, 1 warn, 2 fail.
      innkeeper_check Each health check: 0 pass, 1 warn, 2 fail.
      innkeeper_jvm_heap_bytes Bytes of the host's heap in use.
      innkeeper_host_cpu_percent CPU of the host's own process, in percent of one core, over a minute.
      innkeeper_host_rss_bytes Resident memory of the host's own process, over a minute.
      innkeeper_projects Projects defined.
      innkeeper_projects_ready Projects ready.
      innkeeper_project_state 1 for the state that the project is in.
      innkeeper_project_ready 1 when the project is ready.
      innkeeper_project_flapping 1 when its servers keep ending unasked while RUNNING.
      innkeeper_project_uptime_seconds Seconds since the server was started.
      innkeeper_project_restarts Restarts by policy since the last explicit start.
      innkeeper_project_restarts_day Restarts by policy in the last 24 hours.
      innkeeper_project_errors_per_minute Error records a minute, over five minutes.
      innkeeper_project_cpu_percent CPU of the server and its children, in percent of one core.
      innkeeper_project_rss_bytes Resident memory of the server and its children.
      innkeeper_project_processes Processes of the server, itself included.
      innkeeper_log_bytes Size of the active log file.
      innkeeper_log_written_bytes Bytes written, into all its files.
      innkeeper_log_lines Lines written.
      innkeeper_log_redactions Secrets replaced.
      innkeeper_log_dropped_lines Lines dropped while the disk was full.
      innkeeper_redactions Secrets that a redaction rule hid; built-in rules that hid none are left out.
      innkeeper_backup_verified Verified backups.
      innkeeper_backup_bytes Size of the verified backups.
      innkeeper_backup_interval_seconds Time between two backups; 0 if they are made on demand only.
      innkeeper_backup_running 1 while a backup is being made.
      innkeeper_backup_age_seconds Age of the newest verified backup.
      innkeeper_incidents_open Incidents that last.
      innkeeper_incidents_lasting Incidents that last, by project and kind; the host's own without a project.
      """
          .lines()
          .map(line -> line.split(" ", 2))
          .collect(Collectors.toMap(row -> row[0], row -> row[1]));

  private final Map<String, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final Map<String, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final Map<String, StateSetSnapshot.Builder> states = new LinkedHashMap<>();
  private final Map<String, InfoSnapshot.Builder> infos = new LinkedHashMap<>();

  void gauge(String name, double value, String... labels) {
    gauges
        .computeIfAbsent(name, n -> GaugeSnapshot.builder().name(n).help(help(n)))
        .dataPoint(GaugeDataPointSnapshot.builder().value(value).labels(Labels.of(labels)).build());
  }

  void counter(String name, double value, String... labels) {
    counters
        .computeIfAbsent(name, n -> CounterSnapshot.builder().name(n).help(help(n)))
        .dataPoint(
            CounterDataPointSnapshot.builder().value(value).labels(Labels.of(labels)).build());
  }

  void state(String name, ProjectState now, String... labels) {
    StateSetDataPointSnapshot.Builder point =
        StateSetDataPointSnapshot.builder().labels(Labels.of(labels));
    for (ProjectState state : ProjectState.values()) {
      point.state(state.name(), state == now);
    }
    states
        .computeIfAbsent(name, n -> StateSetSnapshot.builder().name(n).help(help(n)))
        .dataPoint(point.build());
  }

  void info(String name, String... labels) {
    infos
        .computeIfAbsent(name, n -> InfoSnapshot.builder().name(n).help(help(n)))
        .dataPoint(InfoDataPointSnapshot.builder().labels(Labels.of(labels)).build());
  }

  private static String help(String name) {
    return Objects.requireNonNull(HELP.get(name), name);
  }

  MetricSnapshots snapshots() {
    MetricSnapshots.Builder all = MetricSnapshots.builder();
    gauges.values().forEach(g -> all.metricSnapshot(g.build()));
    counters.values().forEach(c -> all.metricSnapshot(c.build()));
    states.values().forEach(s -> all.metricSnapshot(s.build()));
    infos.values().forEach(i -> all.metricSnapshot(i.build()));
    return all.build();
  }
}
