package innkeeper.xmlrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProcessInfoTest {

  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  private static Map<String, Object> info(Exit exit) {
    ProjectStatus adopted =
        new ProjectStatus(
            new ProjectStatus.Project("c1", "c1"),
            new ProjectStatus.Lifecycle(
                Desired.RUNNING, ProjectState.RUNNING, NOW.minusSeconds(3), ""),
            new ProjectStatus.Server(
                2, OptionalLong.of(4711), Optional.of(NOW.minus(Duration.ofSeconds(552))), true),
            ProjectStatus.Restarts.NONE,
            Optional.of(exit),
            ProbeHealth.HEALTHY,
            new Resources(0, 0, 1));
    return ProcessInfo.of(adopted, NOW, ZoneOffset.UTC);
  }

  @Test
  void anEndBySignalIsReportedOnlyIfKnown() {
    OptionalInt code = OptionalInt.of(137);
    assertEquals(137, info(new Exit(code, "", NOW, false)).get("exitstatus"));
    assertEquals(-1, info(new Exit(code, "KILL", NOW, false)).get("exitstatus"));
  }

  @Test
  void uptimeIsSinceTheServerWasSpawned() {
    Exit exit = new Exit(OptionalInt.of(0), "", NOW, true);
    assertEquals("pid 4711, uptime 0:09:12", info(exit).get("description"));
  }
}
