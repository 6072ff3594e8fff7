package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Figures and incidents of a real host, one of which is killed. */
class IncidentsIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int STEP_SECONDS = 5;

  private static final String FAILS =
      """
      echo 'Traceback (most recent call last):' >&2
      echo '  File "shop.py", line 9, in <module>' >&2
      echo "KeyError: 'sku-31'" >&2
      seq 300
      exit 1""";

  @Test
  void aCrashLoopIsOneIncidentThatOutlivesTheHostAndFiguresHaveAGap() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "shop", "--", "/bin/sh", "-c", FAILS);
      HostProcess.await("a crash loop of three", () -> runs(host) >= 3);
      JsonNode before = incident(host, "shop").orElseThrow();
      assertEquals("crash-loop", before.get("kind").asText());
      String cause = before.get("cause").asText();
      assertTrue(cause.endsWith(": KeyError: 'sku-31' (exited with code 1)"), cause);
      assertEquals(1, before.get("ends").size(), before.toString());
      List<String> lines = new ArrayList<>();
      before.get("ends").get(0).get("lines").forEach(line -> lines.add(line.asText()));
      int error = lines.indexOf("KeyError: 'sku-31'");
      assertTrue(error >= 2 && error < 10, "in the first half: " + lines);
      assertTrue(lines.get(error - 2).startsWith("Traceback"), lines.toString());
      String why = host.cli("why", "shop").ok().out();
      assertTrue(why.contains("last error: KeyError: 'sku-31'"), why);
      assertTrue(why.contains("log: Traceback (most recent call last):"), why);
      assertEquals("definition", before.get("changes").get(0).get("what").asText());

      HostProcess.await("figures", () -> !figures(host).isEmpty());
      // On a busy machine there may be more than one by now.
      Instant last = Collections.max(figures(host));
      host.crash();
      // The sample of the next step is due in its middle.
      Instant missed = last.plusSeconds(STEP_SECONDS);
      HostProcess.await("a sample is missed", () -> Instant.now().isAfter(missed.plusMillis(2700)));
      host.start();

      HostProcess.await("the outage is told", () -> incident(host, null).isPresent());
      JsonNode outage = incident(host, null).orElseThrow();
      assertEquals("host-outage", outage.get("kind").asText());
      assertTrue(!outage.get("open").asBoolean(), outage.toString());
      int ran = runs(host);
      host.post("/api/projects/shop/start?wait=0");
      HostProcess.await("it goes on", () -> runs(host) > ran);
      JsonNode after = incident(host, "shop").orElseThrow();
      assertEquals(before.get("id"), after.get("id"));
      assertEquals(before.get("from"), after.get("from"));

      String said = host.cli("incidents", "--at", before.get("from").asText()).ok().out();
      assertTrue(said.contains("KeyError: 'sku-31'"), said);
      host.cli("incidents", "ack", before.get("id").asText()).ok();
      assertEquals(
          "cli", incident(host, "shop").orElseThrow().get("acknowledgedBy").get("via").asText());

      HostProcess.await(
          "figures of the next host",
          () -> figures(host).stream().anyMatch(at -> at.isAfter(missed)));
      List<Instant> figures = figures(host);
      assertTrue(figures.contains(last), "kept: " + figures);
      assertTrue(!figures.contains(missed), "a gap: " + figures);
      assertTrue(host.cli("history", "shop").ok().out().contains("restarts"));
    }
  }

  private static JsonNode get(HostProcess host, String path) {
    try {
      return JSON.readTree(host.get(path).body());
    } catch (Exception e) {
      throw new AssertionError(path, e);
    }
  }

  /** The one of a project; of the host for null. */
  private static Optional<JsonNode> incident(HostProcess host, String project) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode one : get(host, "/api/incidents").path("incidents")) {
      if (project == null
          ? one.get("channelId").isNull()
          : project.equals(one.get("channelId").asText())) {
        found.add(one);
      }
    }
    assertTrue(found.size() <= 1, "one incident: " + found);
    return found.stream().findFirst();
  }

  private static int runs(HostProcess host) {
    return incident(host, "shop").map(one -> one.get("runs").asInt()).orElse(0);
  }

  /** When the host was sampled. */
  private static List<Instant> figures(HostProcess host) {
    List<Instant> times = new ArrayList<>();
    JsonNode series = get(host, "/api/history?host=true&metrics=ready").path("series").path(0);
    for (JsonNode point : series.path("metrics").path("ready")) {
      times.add(Instant.parse(point.get(0).asText()));
    }
    return times;
  }
}
