package innkeeper.history.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.history.Statuses;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Probes that fail, hosts that are away, and what is left of incidents then. */
class OutageRulesTest extends StatusSequence {

  @Test
  void anOlderStatusCountsNothingTwice() {
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
    assertEquals("Its probe failed: GET /healthz: refused", incident().cause());
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
    isEnded(70, EndedBy.PROBE, "killed by its probe: tcp 47298: refused");
    expect(IncidentKind.PROBE_OUTAGE, 40, null, 1);
    assertEquals("Killed by its probe once: tcp 47298: refused", incident().cause());
    see(71, status.in(ProjectState.RUNNING, at(71)).because("").ready(true, ""));
    later(131);
    expect(IncidentKind.PROBE_OUTAGE, 40, 71, 1);
    assertEquals("Killed by its probe once: tcp 47298: refused", incident().cause());
  }

  @Test
  void aServerThatItsProbeEndsAgainAndAgainIsNoCrashLoop() {
    for (int i = 0; i < 11; i++) {
      starts(1 + 10 * i);
      isEnded(4 + 10 * i, EndedBy.PROBE, "killed by its probe: tcp 47298: refused");
    }
    see(
        120,
        status
            .in(ProjectState.FATAL, at(120))
            .because(
                "gave up after 10 restarts in 10 minutes; last: killed by its probe: tcp 47298:"
                    + " refused"));
    expect(IncidentKind.PROBE_OUTAGE, 4, null, 11);
    assertEquals(
        "Killed by its probe 11 times; restarts stopped: tcp 47298: refused", incident().cause());
    assertEquals(1, begun.size());
  }

  @Test
  void aCrashWithinAnOutageEndsItAndIsAnIncidentOfItsOwn() {
    runs(1);
    see(40, status.ready(false, "refused"));
    crashes(70, 1);
    expect(IncidentKind.CRASH, 70, null, 1);
    assertEquals(2, begun.size());
    assertEquals(IncidentKind.PROBE_OUTAGE, over.get(0).kind());
    assertEquals(Optional.of(at(70)), over.get(0).to());
    assertEquals("Crashed once: KeyError: 'sku-31' (exited with code 1)", incident().cause());
  }

  @Test
  void aCrashIsNotMergedIntoARestartForMemoryNorTheOtherWayRound() {
    String why = "its processes had 900 bytes of memory, more than memoryRestartBytes of 800";
    runs(1);
    isEnded(50, EndedBy.MEMORY_LIMIT, why);
    runs(51);
    crashes(60, 1);
    expect(IncidentKind.CRASH, 60, null, 1);
    runs(61);
    isEnded(70, EndedBy.MEMORY_LIMIT, why);
    expect(IncidentKind.MEMORY_RESTART, 70, null, 1);
    assertEquals(2, over.size());
  }

  @Test
  void aKillByHandIsNotBlamedOnTheLastErrorInTheLog() {
    error = "Error: connect ECONNREFUSED 127.0.0.1:5432";
    runs(1);
    crashes(50, 137);
    assertEquals(
        "Ended unexpectedly once: ended with code 137 (SIGKILL, or exit 137)", incident().cause());
  }

  @Test
  void anAdoptedServerHasNoOutageUntilThisHostHasProbedIt() {
    see(500, status.in(ProjectState.RUNNING, at(-900)).notProbed());
    later(600);
    see(601, status.ready(true, ""));
    noIncident();
    see(700, status.ready(false, "refused"));
    expect(IncidentKind.PROBE_OUTAGE, 700, null, 0);
  }

  @Test
  void anAdoptedServerThatIsNotReadyHasAMinuteFromTheFirstAnswerOn() {
    see(500, status.in(ProjectState.RUNNING, at(-900)).notProbed());
    see(501, status.ready(false, "no answer within 1 s"));
    later(560);
    noIncident();
    later(561);
    expect(IncidentKind.PROBE_OUTAGE, 501, null, 0);
  }

  @Test
  void anotherProbeIsNoOutage() {
    runs(1);
    later(100);
    see(101, status.notProbed());
    see(102, status.ready(true, ""));
    see(200, status.notProbed());
    see(201, status.ready(false, "refused"));
    see(203, status.ready(true, ""));
    noIncident();
    crashes(230, 1);
    expect(IncidentKind.CRASH, 230, null, 1);
  }

  @Test
  void anOutageThatTheLastHostSawIsOverWithThisHostsFirstSuccess() {
    runs(1);
    see(40, status.ready(false, "refused"));
    situation = Situation.of(Optional.of(incident()), at(60));
    see(70, status.notProbed());
    expect(IncidentKind.PROBE_OUTAGE, 40, null, 0);
    see(75, status.ready(true, ""));
    expect(IncidentKind.PROBE_OUTAGE, 40, 75, 0);
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
  void aKillForMemoryIsAKindOfItsOwn() {
    runs(1);
    isEnded(50, EndedBy.KERNEL_OOM, "killed by the kernel for its memory (SIGKILL)");
    expect(IncidentKind.MEMORY_KILL, 50, null, 1);
    starts(52);
    runs(53);
    isEnded(90, EndedBy.KERNEL_OOM, "killed by the kernel for its memory (SIGKILL)");
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
            .by(EndedBy.MEMORY_LIMIT)
            .because("restarted: " + why));
    expect(IncidentKind.MEMORY_RESTART, 51, null, 1);
    see(52, status.in(ProjectState.RUNNING, at(52)).because(""));
    assertEquals("Restarted for its memory once: " + why, incident().cause());
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
    expect(IncidentKind.CRASH_LOOP, -900, null, 11);
  }

  @Test
  void whatEndedBeforeTheWatchIsNotCounted() {
    see(5, status.in(ProjectState.RUNNING, at(-100)).ended(1, at(-200), false));
    noIncident();
  }

  @Test
  void theNextHostContinuesTheSameIncidentAndCountsNoEndTwice() {
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
    assertEquals(1, incident().course().runs());
    assertEquals(at(190), incident().from());
  }

  @Test
  void aServerThatEndedWhileNoHostRanCrashedAndWasStartedBefore() {
    hostSince = at(195);
    situation = Situation.of(Optional.empty(), at(100));
    see(200, status.in(ProjectState.STARTING, at(200)).ended(137, at(150), false));
    expect(IncidentKind.CRASH, 150, null, 1);
    String how = ": ended with code 137 (SIGKILL, or exit 137)";
    assertEquals("Ended unexpectedly once while no host ran" + how, incident().cause());
    runs(201);
    situation = Situation.of(Optional.of(incident()), at(202));
    later(205);
    assertEquals(
        "Ended unexpectedly once while no host ran" + how, incident().cause(), "the next host");
    crashes(230, 137);
    assertEquals("Ended unexpectedly 2 times" + how, incident().cause());
  }

  @Test
  void aServerThatDoesNotAnswerYetIsNotWell() {
    runs(1);
    later(40);
    crashes(50, 137);
    starts(51);
    see(52, status.in(ProjectState.RUNNING, at(52)).notProbed());
    see(92, status.ready(true, ""));
    later(151);
    assertTrue(incident().open());
    later(152);
    expect(IncidentKind.CRASH, 50, 92, 1);
  }

  @Test
  void aStopDoesNotShowTheProbesOutput() {
    runs(1);
    see(40, status.ready(false, "GET /healthz: refused"));
    see(
        50,
        status
            .in(ProjectState.STOPPING, at(50))
            .because("stopped by request")
            .ready(false, "stopped by request"));
    assertEquals("Its probe failed: GET /healthz: refused", incident().cause());
    to(51, ProjectState.STOPPED);
    expect(IncidentKind.PROBE_OUTAGE, 40, 51, 0);
    assertEquals("Its probe failed: GET /healthz: refused", incident().cause());
  }

  @Test
  void aProbeThatKillsKeepsNoIncidentOpenAfterTheServerRunsWell() {
    for (int i = 0; i < 3; i++) {
      runs(1 + 30 * i);
      isEnded(26 + 30 * i, EndedBy.PROBE, "killed by its probe: tcp 47298: refused");
    }
    runs(91);
    see(92, status.flapping(true).because(""));
    later(160);
    expect(IncidentKind.PROBE_OUTAGE, 26, 91, 3);
    later(200);
    assertEquals(1, begun.size());
    assertEquals(Optional.of(at(91)), incident().to(), "flapping does not open it again");
  }

  @Test
  void aKillForMemoryIsSaidOnce() {
    runs(1);
    isEnded(50, EndedBy.KERNEL_OOM, "killed by the kernel for its memory (SIGTERM)");
    assertEquals("Killed by the kernel for its memory once (SIGTERM)", incident().cause());
  }

  @Test
  void aRemovedProjectsIncidentIsOver() {
    runs(1);
    crashes(10, 1);
    situation = ProjectRules.removed(situation, at(40));
    expect(IncidentKind.CRASH, 10, 40, 1);
  }
}
