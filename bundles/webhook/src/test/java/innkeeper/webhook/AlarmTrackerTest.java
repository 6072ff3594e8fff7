package innkeeper.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.log.CleanText;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AlarmTrackerTest {

  private final List<Alarm> alarms = new ArrayList<>();
  private final AlarmTracker watch = new AlarmTracker(Clock.systemUTC(), alarms::add);

  @BeforeEach
  void engine() {
    UnaryOperator<String> engine = text -> text.replace("hunter2", "[REDACTED]");
    System.getProperties().put(CleanText.FUNCTION, engine);
  }

  @AfterEach
  void noEngine() {
    System.getProperties().remove(CleanText.FUNCTION);
  }

  @Test
  void aProjectIsToldOnceWhenItFailsAndOnceWhenItRunsAgain() {
    watch.changed(project(ProjectState.BACKOFF, "exited"));
    watch.changed(project(ProjectState.FATAL, "exited"));
    watch.changed(project(ProjectState.FATAL, "exited"));
    watch.changed(project(ProjectState.STARTING, ""));
    watch.changed(project(ProjectState.RUNNING, ""));
    watch.changed(project(ProjectState.RUNNING, ""));
    assertEquals(List.of("project.failed", "project.recovered"), events());
  }

  @Test
  void whatHadFailedBeforeIsNoNewsButItsRecoveryIs() {
    watch.known(project(ProjectState.FATAL, "exited"));
    watch.changed(project(ProjectState.FATAL, "exited"));
    watch.changed(project(ProjectState.RUNNING, ""));
    assertEquals(List.of("project.recovered"), events());
  }

  @Test
  void flappingIsToldOnceAndItsEndToo() {
    watch.changed(flapping(ProjectState.RUNNING, true));
    watch.changed(flapping(ProjectState.BACKOFF, true));
    watch.changed(flapping(ProjectState.RUNNING, false));
    watch.changed(flapping(ProjectState.RUNNING, false));
    assertEquals(List.of("project.flapping", "project.steady"), events());
  }

  @Test
  void noSecretIsSent() {
    watch.changed(project(ProjectState.FATAL, "password=hunter2"));
    assertFalse(alarms.get(0).message("host", 0).toString().contains("hunter2"));
  }

  @Test
  void aFullDiskIsToldOnceAndItsEndToo() {
    watch.report(report("disk:free", HealthStatus.FAIL));
    watch.report(report("disk:free", HealthStatus.FAIL));
    watch.report(report("disk:free", HealthStatus.WARN));
    watch.report(report("disk:free", HealthStatus.PASS));
    watch.report(report("disk:free", HealthStatus.PASS));
    assertEquals(List.of("disk.full", "disk.recovered"), events());
  }

  @Test
  void aDeadReceiverDoesNotAlarmAboutItself() {
    watch.report(report("webhook:delivery", HealthStatus.FAIL));
    assertEquals(List.of(), events());
  }

  private List<String> events() {
    return alarms.stream().map(Alarm::event).toList();
  }

  private static HealthReport report(String check, HealthStatus status) {
    return new HealthReport(
        status,
        0,
        0,
        1,
        "x",
        List.of(new HealthCheckResult(check, status, "0 B", "", "full", "", Instant.EPOCH)));
  }

  private static ProjectStatus flapping(ProjectState state, boolean flapping) {
    return project(
        state, "", new ProjectStatus.ProbeHealth(HealthStatus.WARN, true, true, flapping, ""));
  }

  private static ProjectStatus project(ProjectState state, String reason) {
    return project(state, reason, new ProjectStatus.ProbeHealth(HealthStatus.PASS, true, true, ""));
  }

  private static ProjectStatus project(
      ProjectState state, String reason, ProjectStatus.ProbeHealth health) {
    return new ProjectStatus(
        "c1",
        "c1",
        OptionalInt.empty(),
        Desired.RUNNING,
        state,
        Instant.EPOCH,
        reason,
        1,
        OptionalLong.empty(),
        Optional.empty(),
        false,
        0,
        Optional.empty(),
        Optional.empty(),
        health,
        new ProjectStatus.Resources(0, 0, 0));
  }
}
