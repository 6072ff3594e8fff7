package innkeeper.admin.rest;

import innkeeper.admin.http.Accept;
import innkeeper.admin.http.Answer;
import innkeeper.admin.http.Exchange;
import innkeeper.admin.http.Operation;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Serves GET /metrics in OpenMetrics format. Clients that ask for text/plain get the older
 * Prometheus text format. The Prometheus library writes both.
 */
final class MetricsApi {

  private static final String OPEN_METRICS = "application/openmetrics-text";

  private final Clock clock;
  private final Settings settings;
  private final HistoryMetrics history;

  MetricsApi(Clock clock, Settings settings, RecentFigures recent) {
    this.clock = clock;
    this.settings = settings;
    this.history = new HistoryMetrics(clock, recent);
  }

  List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/metrics",
            this::metrics,
            new Operation(
                    "getMetrics",
                    "host",
                    "OpenMetrics; with Accept: text/plain Prometheus' text format 0.0.4.")
                .answers(Answer.text(200, "The exposition.", OPEN_METRICS, "text/plain"))
                .alone()));
  }

  private void metrics(Exchange exchange) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(8192);
    ExpositionFormatWriter writer =
        Accept.prefersText(exchange.request().getHeader("Accept"), OPEN_METRICS)
            ? PrometheusTextFormatWriter.create()
            : new OpenMetricsTextFormatWriter(false, false);
    writer.write(out, snapshots(exchange.services()));
    exchange.response().setHeader("Vary", "Accept");
    exchange.send(200, writer.getContentType(), out.toByteArray());
  }

  private MetricSnapshots snapshots(ServiceSnapshot services) {
    MetricFamilies families = new MetricFamilies();
    families.build(settings.version(), System.getProperty("java.version"), settings.hostLabel());
    services
        .findSupervisor()
        .ifPresent(s -> s.projects().forEach(p -> project(services, p, families)));
    services.findLogs().flatMap(l -> l.status(Logs.MAIN)).ifPresent(l -> log(l, families, "main"));
    services.findRedactor().ifPresent(redactor -> redactions(redactor, families));
    services.findBackups().ifPresent(b -> backups(b.status(), families));
    services.findHealth().ifPresent(h -> health(h.report(Health.Level.FULL), families));
    history.add(services, families);
    Runtime runtime = Runtime.getRuntime();
    families.gauge(
        "innkeeper_jvm_heap_bytes",
        "Bytes of the host's heap in use.",
        runtime.totalMemory() - runtime.freeMemory());
    return families.snapshots();
  }

  private void project(ServiceSnapshot services, ProjectStatus p, MetricFamilies families) {
    Instant now = clock.instant();
    String id = p.channelId();
    for (ProjectState state : ProjectState.values()) {
      families.state(
          "innkeeper_project_state",
          "1 for the state that the project is in.",
          id,
          state,
          p.state());
    }
    families.gauge(
        "innkeeper_project_ready", "1 when the project is ready.", p.health().ready() ? 1 : 0, id);
    families.gauge(
        "innkeeper_project_flapping",
        "1 when its servers keep ending unasked while RUNNING.",
        p.health().flapping() ? 1 : 0,
        id);
    families.gauge(
        "innkeeper_project_uptime_seconds",
        "Seconds since the server was started.",
        p.uptime(now).toMillis() / 1000.0,
        id);
    families.gauge(
        "innkeeper_project_restarts",
        "Restarts by policy since the last explicit start.",
        p.restarts(),
        id);
    families.gauge(
        "innkeeper_project_cpu_percent",
        "CPU of the server and its children, in percent of one core.",
        p.resources().cpuPercent(),
        id);
    families.gauge(
        "innkeeper_project_rss_bytes",
        "Resident memory of the server and its children.",
        p.resources().rssBytes(),
        id);
    families.gauge(
        "innkeeper_project_processes",
        "Processes of the server, itself included.",
        p.resources().processes(),
        id);
    Records.log(services, p).ifPresent(log -> log(log, families, id));
  }

  private static void log(LogStatus log, MetricFamilies families, String id) {
    families.gauge("innkeeper_log_bytes", "Size of the active log file.", log.bytes(), id);
    families.counter(
        "innkeeper_log_written_bytes",
        "Bytes written, into all its files.",
        log.writtenBytes(),
        id);
    families.counter("innkeeper_log_lines", "Lines written.", log.lines(), id);
    families.counter("innkeeper_log_redactions", "Secrets replaced.", log.redactions(), id);
    families.counter(
        "innkeeper_log_dropped_lines", "Lines dropped while the disk was full.", log.dropped(), id);
  }

  private static void redactions(Redactor redactor, MetricFamilies families) {
    redactor.tableRules().stream()
        .filter(rule -> rule.fired() > 0 || rule.own())
        .forEach(rule -> families.redactions(rule.id(), rule.fired()));
  }

  private void backups(Backups.Status status, MetricFamilies families) {
    families.gauge("innkeeper_backup_verified", "Verified backups.", status.verifiedCount());
    families.gauge("innkeeper_backup_bytes", "Size of the verified backups.", status.totalBytes());
    families.gauge(
        "innkeeper_backup_interval_seconds",
        "Time between two backups; 0 if they are made on demand only.",
        settings.backupInterval().toMillis() / 1000.0);
    families.gauge(
        "innkeeper_backup_running", "1 while a backup is being made.", status.running() ? 1 : 0);
    status
        .lastSuccessAt()
        .ifPresent(
            at ->
                families.gauge(
                    "innkeeper_backup_age_seconds",
                    "Age of the newest verified backup.",
                    Duration.between(at, clock.instant()).toMillis() / 1000.0));
  }

  private static void health(HealthReport report, MetricFamilies families) {
    families.gauge("innkeeper_projects", "Projects defined.", report.projects());
    families.gauge("innkeeper_projects_ready", "Projects ready.", report.ready());
    families.gauge(
        "innkeeper_uptime_seconds", "Seconds since the host started.", report.uptimeMs() / 1000.0);
    families.gauge(
        "innkeeper_health", "The host as a whole: 0 pass, 1 warn, 2 fail.", level(report.status()));
    report.checks().forEach(c -> families.check(c.name(), level(c.status())));
  }

  /**
   * Returns the number of a status. Alert rules compare with these numbers, so they must not
   * change.
   */
  static int level(HealthStatus status) {
    return switch (status) {
      case PASS, UNKNOWN -> 0;
      case WARN -> 1;
      case FAIL -> 2;
    };
  }
}
