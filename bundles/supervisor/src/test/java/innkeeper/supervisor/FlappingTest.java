package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.run.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that keeps ending unasked while it is RUNNING is FLAPPING. */
class FlappingTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private ProjectStatus killed(Host host, ProjectStatus now) throws Exception {
    long pid = now.server().pid().orElseThrow();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    return host.await(
        "c1",
        s ->
            s.state() == ProjectState.RUNNING
                && s.server().pid().isPresent()
                && s.server().pid().getAsLong() != pid);
  }

  private void define(Host host, Map<String, Object> more) {
    Map<String, Object> all = new HashMap<>(more);
    all.put("restart", "always");
    host.apply(Host.sh("c1", all, "exec sleep 100"));
  }

  @Test
  void threeUnrequestedEndsAreFlappingAlsoUnderTheNextHost() throws Exception {
    Host first = Host.start(data, store);
    define(first, Map.of());
    ProjectStatus now = first.await("c1", ProjectState.RUNNING);
    now = killed(first, killed(first, now));
    assertFalse(now.health().flapping());
    assertEquals(HealthStatus.PASS, now.health().status());
    now = killed(first, now);
    assertTrue(now.health().flapping());
    assertEquals(HealthStatus.WARN, now.health().status());
    assertTrue(now.health().ready(), "it can be used all the same");
    assertTrue(now.health().output().startsWith("flapping: "), now.health().output());
    String why = first.supervisor.why("c1").toString();
    assertTrue(why.contains("FLAPPING"), why);
    first.drop();
    try (Host second = Host.start(data, store)) {
      assertTrue(second.await("c1", ProjectState.RUNNING).health().flapping());
    }
  }

  @Test
  void requestedAndEarlyEndsAreNotFlapping() throws Exception {
    try (Host host = Host.start(data, store)) {
      define(host, Map.of("startSeconds", 60));
      for (int i = 0; i < 3; i++) {
        long pid = host.await("c1", s -> s.server().pid().isPresent()).server().pid().getAsLong();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        host.await("c1", s -> s.server().pid().isPresent() && s.server().pid().getAsLong() != pid);
      }
      assertFalse(host.status("c1").health().flapping());
      define(host, Map.of());
      for (int i = 0; i < 3; i++) {
        host.get(host.supervisor.restart("c1", Host.ME));
      }
      assertFalse(host.status("c1").health().flapping());
    }
  }

  private static Map<String, Object> job() {
    return Map.of("restart", "never", "schedule", Map.of("calendar", "yearly"));
  }

  @Test
  void endsOfJobsAndSuccessfulOneShotsAreNotFlapping() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("job", job(), "exit 3"), Host.sh("shot", Map.of("restart", "never"), "exit 0"));
      for (String id : List.of("job", "shot")) {
        long before = host.status(id).server().incarnation();
        for (int i = 1; i <= 4; i++) {
          long now = before + i;
          host.start(id);
          host.await(id, s -> s.state() == ProjectState.EXITED && s.server().incarnation() >= now);
        }
        assertFalse(host.status(id).health().flapping(), id);
      }
    }
  }

  @Test
  void endsWithCode0AreFlappingUnderRestartAlways() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("restart", "always"), "exit 0"));
      assertTrue(host.await("c1", s -> s.health().flapping()).lastExit().orElseThrow().expected());
    }
  }

  @Test
  void aCleanStopOfTheHostEndsFlapping() throws Exception {
    Host first = Host.start(data, store);
    define(first, Map.of());
    ProjectStatus now = first.await("c1", ProjectState.RUNNING);
    assertTrue(killed(first, killed(first, killed(first, now))).health().flapping());
    first.close();
    try (Host second = Host.start(data, store)) {
      assertFalse(second.await("c1", ProjectState.RUNNING).health().flapping());
    }
  }

  @Test
  void flappingEndsAfterFifteenQuietMinutes() throws Exception {
    Host first = Host.start(data, store);
    define(first, Map.of());
    ProjectStatus now = first.await("c1", ProjectState.RUNNING);
    for (int i = 0; i < 3; i++) {
      now = killed(first, now);
    }
    first.drop();
    Path file = data.resolve("run/c1.past");
    Map<String, Object> past = new HashMap<>();
    Json.read(Files.readAllBytes(file)).forEach((key, value) -> past.put((String) key, value));
    assertEquals(true, past.get("flapping"));
    long almost = Duration.ofMinutes(15).minusSeconds(10).toMillis();
    past.put("endAgesMillis", List.of(almost + 2, almost + 1, almost));
    Files.write(file, Json.write(past));
    try (Host second = Host.start(data, store)) {
      assertTrue(second.await("c1", ProjectState.RUNNING).health().flapping());
      ProjectStatus quiet = second.await("c1", s -> !s.health().flapping());
      assertEquals(HealthStatus.PASS, quiet.health().status());
      assertEquals(now.server().pid(), quiet.server().pid());
      Host.until(() -> Files.readString(file).contains("\"flapping\":false"));
    }
  }
}
