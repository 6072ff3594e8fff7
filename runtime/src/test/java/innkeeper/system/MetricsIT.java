package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** /metrics, read by the Prometheus of this machine. */
@Tag("nightly")
class MetricsIT {

  @Test
  void aRealPrometheusScrapesItWithoutComplaint() throws Exception {
    Programs.need("prometheus");
    Programs.need("promtool");
    try (HostProcess host = HostProcess.running()) {
      new Feed(host, "web").say("one", "two password=hunter2");
      assertEquals("", checked(host.get("/metrics", "Accept", "text/plain").body()));
      String config =
          "scrape_configs: [{job_name: inn, scrape_interval: 200ms, scrape_timeout: 200ms,"
              + " static_configs: [{targets: ['127.0.0.1:"
              + host.port()
              + "']}]}]\n";
      try (Prometheus prometheus = new Prometheus(host.scratch().resolve("prometheus"), config)) {
        HostProcess.await(
            "the project's state is stored",
            () -> prometheus.ask("query?query=innkeeper_project_state").contains("RUNNING"));
        Map<?, ?> target = target(prometheus.ask("targets"));
        assertEquals("up", target.get("health"));
        assertEquals("", target.get("lastError"));
        HostProcess.await(
            "the redaction was counted",
            () -> prometheus.ask("query?query=innkeeper_log_redactions_total").contains("\"1\""));
        assertTrue(prometheus.ask("metadata").contains("\"type\":\"stateset\""));
        assertEquals(1, prometheus.query("innkeeper_build_info{version!=\"\"} == 1").size());
      }
    }
  }

  /** What promtool finds wrong. It reads Prometheus' own text format. */
  private static String checked(String metrics) throws Exception {
    Process tool =
        new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
    try (var in = tool.getOutputStream()) {
      in.write(metrics.getBytes(StandardCharsets.UTF_8));
    }
    String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    tool.waitFor();
    return said;
  }

  private static Map<?, ?> target(String targets) {
    Map<?, ?> data = (Map<?, ?>) Json.read(targets).get("data");
    return (Map<?, ?>) ((List<?>) data.get("activeTargets")).get(0);
  }
}
