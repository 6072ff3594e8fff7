package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who ended a server, and what is said of it. */
class EndedByTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private static Exit exit(ProjectStatus status) {
    return status.lastExit().orElseThrow();
  }

  @Test
  void aStopIsByRequestAndTheHostSentTheSignal() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      host.await("c1", ProjectState.RUNNING);
      Exit exit = exit(host.stop("c1"));
      assertEquals(EndedBy.REQUEST, exit.by());
      assertEquals("stopped by the host (SIGTERM) on request", exit.sentence());
    }
  }

  @Test
  void aServerThatExitsWasEndedByItself() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("restart", "never"), "exit 3"));
      assertEquals(EndedBy.ITSELF, exit(host.await("c1", ProjectState.EXITED)).by());
    }
  }

  @Test
  void aKillByHandIsUnknownAndARequestedSignalIsARequest() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("restart", "never"), "exec sleep 100"));
      long pid = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      assertEquals(EndedBy.UNKNOWN, exit(host.await("c1", ProjectState.EXITED)).by());
      host.start("c1");
      host.supervisor.signal("c1", "KILL", Host.ME);
      ProjectStatus signalled =
          host.await("c1", s -> s.state() == ProjectState.EXITED && s.server().incarnation() == 2);
      assertEquals(EndedBy.REQUEST, exit(signalled).by());
    }
  }

  @Test
  void aProbeThatKillsIsNamed() throws Exception {
    try (Host host = Host.start(data, store)) {
      Map<String, Object> probe =
          Map.of("tcp", "1", "periodSeconds", 0.1, "failures", 2, "liveness", true);
      host.apply(
          Host.sh(
              "c1",
              Map.of("health", probe, "restart", "never"),
              "trap 'exit 0' TERM; sleep 9 & wait"));
      ProjectStatus ended = host.await("c1", ProjectState.EXITED);
      assertEquals(EndedBy.PROBE, exit(ended).by());
      assertEquals(OptionalInt.of(0), exit(ended).code());
      assertFalse(exit(ended).expected(), "code 0 was not its own will");
      assertTrue(
          ended.reason().startsWith("killed by its probe: tcp localhost:1: "), ended.reason());
      assertTrue(exit(ended).sentence().startsWith("killed by its probe"), exit(ended).sentence());
    }
  }

  @Test
  void aServerThatEndsWithItsHostWasEndedByTheHost() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
    first.start("c1");
    first.supervisor.shutdown(Duration.ofSeconds(9)).get(20, TimeUnit.SECONDS);
    assertEquals(EndedBy.HOST, exit(first.status("c1")).by());
    first.close();
    try (Host second = Host.start(data, store)) {
      assertEquals(EndedBy.HOST, exit(second.status("c1")).by(), "remembered");
      assertEquals("stopped by the host (SIGTERM)", exit(second.status("c1")).sentence());
    }
  }

  @Test
  void theHealthOfAnAdoptedServerIsUnknownBeforeItsFirstProbe() throws Exception {
    Path slow = data.resolve("slow");
    Map<String, Object> probe =
        Map.of("exec", "while test -e " + slow + "; do sleep 0.02; done", "timeoutSeconds", 20);
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of("health", probe), "exec sleep 100"));
    first.await("c1", s -> s.health().ready());
    first.drop();
    Files.createFile(slow);
    try (Host second = Host.swap(data, store)) {
      ProjectStatus adopted = second.await("c1", ProjectState.RUNNING);
      assertEquals(HealthStatus.UNKNOWN, adopted.health().status());
      assertEquals("not probed yet", adopted.health().output());
      assertTrue(adopted.health().alive());
      Files.delete(slow);
      assertEquals(
          HealthStatus.PASS, second.await("c1", s -> s.health().ready()).health().status());
    }
  }

  @Test
  void aSlowStarterIsUnknownWithinItsInitialDelay() throws Exception {
    try (Host host = Host.start(data, store)) {
      Map<String, Object> probe = Map.of("exec", "exit 9", "initialDelaySeconds", 60);
      host.apply(Host.sh("c1", Map.of("health", probe), "exec sleep 100"));
      ProjectStatus early = host.await("c1", s -> s.health().output().endsWith("ended with 9"));
      assertEquals(HealthStatus.UNKNOWN, early.health().status());
      assertEquals("not ready yet: probe command ended with 9", early.health().output());
    }
  }

  @Test
  void aServerThatWaitsForTheDiskIsRunningWithThatReason() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      host.await("c1", ProjectState.RUNNING);
      host.supervisor.waiting(Map.of("c1", "No space left on device"));
      ProjectStatus waits = host.await("c1", s -> !s.reason().isEmpty());
      assertEquals(ProjectState.RUNNING, waits.state());
      assertEquals("waiting for disk: No space left on device", waits.reason());
      assertEquals(waits.reason(), waits.health().output());
      assertEquals(HealthStatus.WARN, waits.health().status());
      assertTrue(host.supervisor.why("c1").nextStep().startsWith("it continues by itself"));
      host.supervisor.waiting(Map.of());
      assertEquals(
          HealthStatus.PASS, host.await("c1", s -> s.reason().isEmpty()).health().status());
    }
  }
}
