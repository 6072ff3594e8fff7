package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** /metrics, read by the Prometheus of this machine. */
class MetricsIT {

  private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
  private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

  static boolean installed() {
    boolean there = Files.isExecutable(PROMETHEUS) && Files.isExecutable(PROMTOOL);
    if (!there) {
      System.err.println("SKIPPED: the scrape test needs Prometheus (apt install prometheus)");
    }
    return there;
  }

  @Test
  @EnabledIf("installed")
  void aRealPrometheusScrapesItWithoutComplaint() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      new Feed(host, "web").say("one", "two password=hunter2");
      assertEquals("", checked(host.get("/metrics", "Accept", "text/plain").body()));
      int port = HostProcess.freePort();
      Path config = host.scratch().resolve("prometheus.yml");
      Files.writeString(
          config,
          "scrape_configs: [{job_name: inn, scrape_interval: 200ms, scrape_timeout: 200ms,"
              + " static_configs: [{targets: ['127.0.0.1:"
              + host.port()
              + "']}]}]\n");
      Process prometheus =
          new ProcessBuilder(
                  PROMETHEUS.toString(),
                  "--config.file=" + config,
                  "--storage.tsdb.path=" + host.scratch().resolve("tsdb"),
                  "--web.listen-address=127.0.0.1:" + port)
              .redirectErrorStream(true)
              .redirectOutput(host.scratch().resolve("prometheus.log").toFile())
              .start();
      try {
        String api = "http://127.0.0.1:" + port + "/api/v1/";
        HostProcess.await(
            "the project's state is stored",
            () -> ask(api + "query?query=innkeeper_project_state").contains("RUNNING"));
        Map<?, ?> target = target(ask(api + "targets"));
        assertEquals("up", target.get("health"));
        assertEquals("", target.get("lastError"));
        HostProcess.await(
            "the redaction was counted",
            () -> ask(api + "query?query=innkeeper_log_redactions_total").contains("\"1\""));
        assertTrue(ask(api + "metadata").contains("\"type\":\"stateset\""));
      } finally {
        prometheus.destroy();
        prometheus.waitFor(20, TimeUnit.SECONDS);
      }
    }
  }

  /** What promtool finds wrong. It reads Prometheus' own text format. */
  private static String checked(String metrics) throws Exception {
    Process tool =
        new ProcessBuilder(PROMTOOL.toString(), "check", "metrics")
            .redirectErrorStream(true)
            .start();
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

  private static String ask(String url) {
    try {
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
          .body();
    } catch (java.io.IOException e) {
      return "{}"; // not up yet
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
