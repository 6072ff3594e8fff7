package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What follows the state of a project, in words. */
class ExplainerTest {

  private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");

  private static String next(Map<String, Object> more, ProbeHealth health, Instant now) {
    ProjectDefinition definition = Host.define("c1", more, "sleep", "100");
    ProjectStatus status =
        new ProjectStatus(
            new ProjectStatus.Project("c1", "c1", OptionalInt.empty(), definition.schedule()),
            new ProjectStatus.Lifecycle(Desired.RUNNING, ProjectState.RUNNING, NOW, ""),
            new ProjectStatus.Server(1, OptionalLong.of(4711), Optional.of(NOW), false),
            ProjectStatus.Restarts.NONE,
            Optional.empty(),
            health,
            Resources.NONE);
    return Explainer.explain(status, definition, "", Optional.empty(), Optional.empty(), now)
        .nextStep();
  }

  @Test
  void whyAnnouncesNoRestartWithinTheInitialDelay() {
    Map<String, Object> probe =
        Map.of(
            "tcp",
            "1",
            "initialDelaySeconds",
            60,
            "failures",
            3,
            "liveness",
            true,
            "periodSeconds",
            1);
    Map<String, Object> project = Map.of("health", probe, "startSeconds", 1);
    ProbeHealth early = new ProbeHealth(HealthStatus.UNKNOWN, true, false, "refused");
    String follows = "after 3 failures in a row the server is ended and started again";
    assertEquals(
        "it is probed every 1.0 s; failures count from 2026-11-22T03:13:01.000Z on"
            + " (initialDelaySeconds 60); "
            + follows,
        next(project, early, NOW.plusSeconds(30)));
    ProbeHealth failed = new ProbeHealth(HealthStatus.WARN, true, false, "refused");
    assertEquals(
        "it is probed every 1.0 s; " + follows, next(project, failed, NOW.plusSeconds(70)));
  }

  @Test
  void whyOfAJobNamesItsNextRun() {
    ProbeHealth well = ProbeHealth.HEALTHY;
    Map<String, Object> schedule = Map.of("calendar", "hourly");
    assertEquals(
        "its next run starts at 2026-11-22T04:00:00.000Z; if it ends, restart is never",
        next(Map.of("schedule", schedule, "restart", "never"), well, NOW));
    assertEquals(
        "nothing; if it ends, restart is always", next(Map.of("restart", "always"), well, NOW));
  }
}
