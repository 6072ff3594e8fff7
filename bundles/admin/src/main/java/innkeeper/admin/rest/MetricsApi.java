package innkeeper.admin.rest;

import innkeeper.admin.http.Accept;
import innkeeper.admin.http.Exchange;
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
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Serves GET /metrics in OpenMetrics format. Clients that ask for text/plain get the older
 * Prometheus text format. The Prometheus library writes both.
 */
public final class MetricsApi {

  private static final String OPEN_METRICS = "application/openmetrics-text";

  /** The label with a project's channelId. */
  static final String PROJECT = "channel_id";

  private final Clock clock;
  private final Settings settings;
  private final HistoryMetrics history;

  public MetricsApi(Clock clock, Settings settings, RecentFigures recent) {
    this.clock = clock;
    this.settings = settings;
    this.history = new HistoryMetrics(clock, recent);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/metrics")
            .named(
                "getMetrics",
                "host",
                "OpenMetrics; with Accept: text/plain Prometheus' text format 0.0.4.")
            .answersText("The exposition.", OPEN_METRICS, "text/plain")
            .alone()
            .by(this::metrics));
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
    families.info(
        "innkeeper_build",
        "version",
        settings.version(),
        "java",
        System.getProperty("java.version"),
        "host",
        settings.hostLabel());
    services
        .find(Supervisor.class)
        .ifPresent(s -> s.projects().forEach(p -> project(services, p, families)));
    services
        .find(Logs.class)
        .flatMap(logs -> logs.status(Logs.MAIN))
        .ifPresent(log -> log(log, families, "main"));
    services.find(Redactor.class).ifPresent(redactor -> redactions(redactor, families));
    services.find(Backups.class).ifPresent(b -> backups(b.status(), families));
    services.find(Health.class).ifPresent(h -> health(h.report(Health.Level.FULL), families));
    history.add(services, families);
    Runtime runtime = Runtime.getRuntime();
    families.gauge("innkeeper_jvm_heap_bytes", runtime.totalMemory() - runtime.freeMemory());
    return families.snapshots();
  }

  private void project(ServiceSnapshot services, ProjectStatus p, MetricFamilies families) {
    double uptime = seconds(p.uptime(clock.instant()));
    ProjectStatus.Resources used = p.resources();
    String id = p.channelId();
    families.state("innkeeper_project_state", p.state(), PROJECT, id);
    families.gauge("innkeeper_project_ready", p.health().ready() ? 1 : 0, PROJECT, id);
    families.gauge("innkeeper_project_flapping", p.health().flapping() ? 1 : 0, PROJECT, id);
    families.gauge("innkeeper_project_uptime_seconds", uptime, PROJECT, id);
    families.gauge("innkeeper_project_restarts", p.restarts().count(), PROJECT, id);
    families.gauge("innkeeper_project_cpu_percent", used.cpuPercent(), PROJECT, id);
    families.gauge("innkeeper_project_rss_bytes", used.rssBytes(), PROJECT, id);
    families.gauge("innkeeper_project_processes", used.processes(), PROJECT, id);
    Records.log(services, p).ifPresent(log -> log(log, families, id));
  }

  private static void log(LogStatus log, MetricFamilies families, String id) {
    families.gauge("innkeeper_log_bytes", log.bytes(), PROJECT, id);
    families.counter("innkeeper_log_written_bytes", log.writtenBytes(), PROJECT, id);
    families.counter("innkeeper_log_lines", log.lines(), PROJECT, id);
    families.counter("innkeeper_log_redactions", log.redactions(), PROJECT, id);
    families.counter("innkeeper_log_dropped_lines", log.dropped(), PROJECT, id);
  }

  private static void redactions(Redactor redactor, MetricFamilies families) {
    redactor.tableRules().stream()
        .filter(rule -> rule.fired() > 0 || rule.own())
        .forEach(rule -> families.counter("innkeeper_redactions", rule.fired(), "rule", rule.id()));
  }

  private void backups(Backups.Status status, MetricFamilies families) {
    families.gauge("innkeeper_backup_verified", status.verifiedCount());
    families.gauge("innkeeper_backup_bytes", status.totalBytes());
    families.gauge("innkeeper_backup_interval_seconds", seconds(settings.backupInterval()));
    families.gauge("innkeeper_backup_running", status.running() ? 1 : 0);
    status
        .lastSuccessAt()
        .map(at -> seconds(Duration.between(at, clock.instant())))
        .ifPresent(age -> families.gauge("innkeeper_backup_age_seconds", age));
  }

  private static void health(HealthReport report, MetricFamilies families) {
    families.gauge("innkeeper_projects", report.projects());
    families.gauge("innkeeper_projects_ready", report.ready());
    families.gauge("innkeeper_uptime_seconds", report.uptimeMs() / 1000.0);
    families.gauge("innkeeper_health", level(report.status()));
    report
        .checks()
        .forEach(c -> families.gauge("innkeeper_check", level(c.status()), "check", c.name()));
  }

  private static double seconds(Duration span) {
    return span.toMillis() / 1000.0;
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
