package innkeeper.history.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.history.Statuses;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Probes that fail, hosts that are away, and what is left of incidents then. */
class OutageRulesTest extends StatusSequence {

  @Test
  void aLookThatIsOlderThanWhatWasToldCountsNothingTwice() {
    starts(1);
    runs(2);
    Statuses before = status;
    crashes(50, 1);
    Statuses after = status;
    see(51, before);
    see(51, after);
    see(52, after);
    expect(IncidentKind.CRASH, 50, null, 1);
  }

  @Test
  void aProbeThatFailsIsAnOutageFromTheFirstFailureToTheFirstSuccess() {
    runs(1);
    see(40, status.ready(false, "GET /healthz: refused"));
    expect(IncidentKind.PROBE_OUTAGE, 40, null, 0);
    assertEquals("It ran, but its probe failed: GET /healthz: refused", incident().cause());
    later(60);
    see(70, status.ready(true, "200"));
    expect(IncidentKind.PROBE_OUTAGE, 40, 70, 0);
    see(80, status.ready(false, "refused"));
    expect(IncidentKind.PROBE_OUTAGE, 40, null, 0);
    assertEquals(1, begun.size(), "a probe that comes and goes is one outage");
  }

  @Test
  void aServerThatIsSlowToBecomeReadyHasAMinute() {
    see(1, status.in(ProjectState.RUNNING, at(1)).ready(false, "refused"));
    later(60);
    noIncident();
    later(61);
    expect(IncidentKind.PROBE_OUTAGE, 1, null, 0);
  }

  @Test
  void aServerThatItsProbeEndedBelongsToTheOutage() {
    runs(1);
    see(40, status.ready(false, "refused"));
    error = "";
    crashes(70, 143);
    expect(IncidentKind.PROBE_OUTAGE, 40, null, 1);
    assertEquals(
        "It ran, but its probe failed: refused; it ended once, ended with code 143 (SIGTERM, or"
            + " exit 143)",
        incident().cause());
    see(71, status.in(ProjectState.RUNNING, at(71)).ready(true, ""));
    later(131);
    expect(IncidentKind.PROBE_OUTAGE, 40, 71, 1);
  }

  @Test
  void aCrashShortlyAfterAnOutageIsAnotherIncident() {
    runs(1);
    see(40, status.ready(false, "refused"));
    see(50, status.ready(true, ""));
    crashes(60, 1);
    expect(IncidentKind.CRASH, 60, null, 1);
    assertEquals(2, begun.size());
  }

  @Test
  void aKillForMemoryIsSaidAlsoWhenTheReasonComesLater() {
    runs(1);
    crashes(50, 137);
    see(
        51,
        status.because(
            "exited; the kernel killed in it, for it reached its memoryMaxBytes of 9000"));
    expect(IncidentKind.MEMORY_KILL, 50, null, 1);
    starts(52);
    runs(53);
    crashes(90, 137);
    expect(IncidentKind.MEMORY_KILL, 50, null, 2);
  }

  @Test
  void aRestartForMemoryIsAnIncidentAlsoIfTheServerEndsWell() {
    String why = "its processes had 900 bytes of memory, more than memoryRestartBytes of 800";
    runs(1);
    see(50, status.in(ProjectState.STOPPING, at(50)).because(why));
    see(
        51,
        status
            .in(ProjectState.STARTING, at(51))
            .ended(0, at(51), true)
            .because("restarted: " + why));
    expect(IncidentKind.MEMORY_RESTART, 51, null, 1);
    see(52, status.in(ProjectState.RUNNING, at(52)).because(""));
    assertEquals("It was restarted once for its memory: " + why, incident().cause());
    later(113);
    expect(IncidentKind.MEMORY_RESTART, 51, 52, 1);
  }

  @Test
  void aFailedRunOfAJobLastsUntilARunThatWorks() {
    status = status.job();
    starts(1);
    see(2, status.in(ProjectState.EXITED, at(2)).ended(3, at(2), false).because("code 3"));
    expect(IncidentKind.FAILED_RUN, 2, null, 1);
    assertTrue(incident().cause().startsWith("Its scheduled run failed"), incident().cause());
    runs(1000);
    later(1100);
    expect(IncidentKind.FAILED_RUN, 2, null, 1);
    see(1101, status.in(ProjectState.EXITED, at(1101)).ended(0, at(1101), true).because(""));
    expect(IncidentKind.FAILED_RUN, 2, 1101, 1);
  }

  @Test
  void aStateThatIsOldIsSeenAtTheFirstLook() {
    see(500, status.in(ProjectState.FATAL, at(-900)).restarted(10).because("exited with code 1"));
    expect(IncidentKind.CRASH_LOOP, -900, null, 10);
  }

  @Test
  void whatEndedBeforeTheWatchIsNotCounted() {
    see(5, status.in(ProjectState.RUNNING, at(-100)).ended(1, at(-200), false));
    noIncident();
  }

  @Test
  void theNextHostGoesOnWithTheSameIncidentAndCountsNoEndTwice() {
    starts(1);
    crashes(2, 1);
    starts(3);
    crashes(4, 1);
    Incident left = IncidentEdit.of(incident()).id(7).incident();
    Statuses then = status;
    situation = Situation.of(Optional.of(left), at(0));
    see(20, then);
    expect(IncidentKind.CRASH_LOOP, 2, null, 2);
    starts(21);
    crashes(22, 1);
    expect(IncidentKind.CRASH_LOOP, 2, null, 3);
    assertEquals(7, incident().id());
    assertEquals(1, begun.size());
  }

  @Test
  void anEndWhileNoHostRanIsCountedByTheNext() {
    situation = Situation.of(Optional.empty(), at(100));
    see(200, status.in(ProjectState.BACKOFF, at(190)).ended(1, at(190), false));
    assertEquals(1, incident().runs());
    assertEquals(at(190), incident().from());
  }

  @Test
  void aRemovedProjectsIncidentIsOver() {
    runs(1);
    crashes(10, 1);
    situation = ProjectRules.removed(situation, at(40));
    expect(IncidentKind.CRASH, 10, 40, 1);
  }
}
