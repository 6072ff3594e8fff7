package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Jobs and restarts that are due each few seconds, and runs that were due while no host ran. */
class ScheduleIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EACH_TWO_SECONDS = "*:*:0/2";

  @Test
  void runsBeginWhenTheyAreDueAndMissedOnesAreMadeUpForOrTold() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      Path file = host.scratch().resolve("all.json");
      Files.writeString(
          file,
          JSON.createArrayNode()
              .add(project("often", "echo ran at $(date +%s)", EACH_TWO_SECONDS))
              .add(project("fails", "echo no such table; exit 3", EACH_TWO_SECONDS))
              .add(restarted("web", "echo up $$; exec sleep 100", EACH_TWO_SECONDS))
              .add(project("told", "echo ran", "yearly"))
              .add(makesUp("made-up", "echo ran", "yearly"))
              .toString());
      host.cli("apply", file.toString()).ok();

      HostProcess.await("three runs", () -> host.log("often").size() >= 3);
      List<String> runs = host.log("often");
      assertEquals(runs.size(), new HashSet<>(runs).size(), "one at a time: " + runs);
      HostProcess.await("three servers", () -> host.log("web").size() >= 3);
      HostProcess.await("a failed run is told", () -> incident(host, "fails").isPresent());
      assertEquals("failed-run", incident(host, "fails").orElseThrow().get("kind").asText());
      nextIsShown(host);

      assertEquals(List.of(), host.log("told"), "not due before the new year");
      host.stop();
      due(host, "told", "made-up");
      host.start();
      HostProcess.await("the missed run is made up for", () -> host.log("made-up").size() == 1);
      HostProcess.await("the missed run is told", () -> incident(host, "told").isPresent());
      JsonNode missed = incident(host, "told").orElseThrow();
      assertEquals("missed-run", missed.get("kind").asText());
      assertTrue(missed.get("open").asBoolean(), missed.toString());
      assertTrue(missed.get("cause").asText().contains("did not begin"), missed.toString());
      String audit = host.cli("audit", "-n", "1000").ok().out();
      assertTrue(audit.contains("one run makes up"), audit);
      assertFalse(incident(host, "made-up").isPresent());
      assertEquals(List.of(), host.log("told"));
    }
  }

  private static void nextIsShown(HostProcess host) throws Exception {
    JsonNode schedule = JSON.readTree(host.get("/api/projects/told").body()).get("schedule");
    assertEquals("yearly", schedule.get("calendar").asText());
    assertEquals("start", schedule.get("action").asText());
    assertTrue(Instant.parse(schedule.get("nextRunAt").asText()).isAfter(Instant.now()));
    String status = host.cli("status", "told").ok().out();
    assertTrue(status.contains("next run in "), status);
    String why = host.cli("why", "web").ok().out();
    assertTrue(why.contains("schedule: restart at " + EACH_TWO_SECONDS + " in "), why);
  }

  /** As if the last look had been years ago. */
  private static void due(HostProcess host, String... ids) throws Exception {
    Path file = host.data().resolve("schedule/runs.json");
    ObjectNode runs = (ObjectNode) JSON.readTree(Files.readString(file));
    for (String id : ids) {
      ((ObjectNode) runs.get(id)).put("handled", "2024-06-01T00:00:00Z");
    }
    Files.writeString(file, runs.toString());
  }

  private static ObjectNode project(String id, String script, String calendar) {
    ObjectNode project = JSON.createObjectNode().put("channelId", id).put("restart", "never");
    project.withArray("command").add("/bin/sh").add("-c").add(script);
    project.put("startSeconds", 0).putObject("schedule").put("calendar", calendar);
    return project;
  }

  private static ObjectNode restarted(String id, String script, String calendar) {
    ObjectNode project = project(id, script, calendar).put("restart", "always");
    project.withObject("/schedule").put("action", "restart");
    return project;
  }

  private static ObjectNode makesUp(String id, String script, String calendar) {
    ObjectNode project = project(id, script, calendar);
    project.withObject("/schedule").put("missed", "run");
    return project;
  }

  private static Optional<JsonNode> incident(HostProcess host, String project) {
    try {
      for (JsonNode one : JSON.readTree(host.get("/api/incidents").body()).path("incidents")) {
        if (one.get("channelId").asText().equals(project)) {
          return Optional.of(one);
        }
      }
      return Optional.empty();
    } catch (Exception e) {
      throw new AssertionError("/api/incidents", e);
    }
  }
}
