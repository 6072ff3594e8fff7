package innkeeper.history.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.supervisor.ProjectState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Servers that end, and the incidents that they make. */
class ProjectRulesTest extends StatusSequence {

  @Test
  void aServerThatRunsAndIsStoppedIsNoIncident() {
    starts(1);
    runs(2);
    later(100);
    see(110, status.in(ProjectState.STOPPING, at(110)));
    see(111, status.in(ProjectState.STOPPED, at(111)).ended(143, at(111), true));
    starts(120);
    runs(121);
    see(130, status.in(ProjectState.EXITED, at(130)).ended(0, at(130), true));
    noIncident();
  }

  @Test
  void oneCrashIsOneIncidentThatIsOverOnceTheServerRunsWell() {
    starts(1);
    runs(2);
    crashes(50, 1);
    expect(IncidentKind.CRASH, 50, null, 1);
    starts(51);
    runs(52);
    later(111);
    expect(IncidentKind.CRASH, 50, null, 1);
    later(112);
    expect(IncidentKind.CRASH, 50, 52, 1);
    assertEquals(1, begun.size());
    assertEquals("Crashed once: KeyError: 'sku-31' (exited with code 1)", incident().cause());
  }

  @Test
  void aCrashLoopIsOneIncidentWithAllItsRuns() {
    for (int i = 0; i < 11; i++) {
      starts(1 + 10 * i);
      crashes(2 + 10 * i, 1);
    }
    expect(IncidentKind.CRASH_LOOP, 2, null, 11);
    see(110, status.in(ProjectState.FATAL, at(110)));
    expect(IncidentKind.CRASH_LOOP, 2, null, 11);
    assertEquals(1, begun.size());
    assertEquals(
        "Crashed 11 times right after starting; restarts stopped: KeyError: 'sku-31' (exited with"
            + " code 1)",
        incident().cause());
    assertEquals(1, incident().course().ends().size(), "ends that are alike are one");
    assertEquals(11, incident().course().ends().get(0).count());
    assertEquals(at(102), incident().course().ends().get(0).at());
    later(100_000);
    assertTrue(incident().open(), "given up, it lasts");
    starts(100_001);
    runs(100_002);
    later(100_062);
    expect(IncidentKind.CRASH_LOOP, 2, 100_002, 11);
  }

  @Test
  void theFirstStartThatFailsIsAFailedStart() {
    starts(1);
    crashes(2, 127);
    expect(IncidentKind.FAILED_START, 2, null, 1);
    assertEquals(
        "Ended right after starting: KeyError: 'sku-31' (exited with code 127 (its command, or one"
            + " it calls, was not found))",
        incident().cause());
    starts(3);
    crashes(4, 127);
    expect(IncidentKind.CRASH_LOOP, 2, null, 2);
  }

  @Test
  void aStartThatNeverMadeAProcessIsAFailedStartHoweverOften() {
    starts(1);
    see(
        2,
        status
            .in(ProjectState.BACKOFF, at(2))
            .because("cannot start: nosuch is no program; install it"));
    starts(3);
    to(4, ProjectState.BACKOFF);
    to(5, ProjectState.FATAL);
    expect(IncidentKind.FAILED_START, 2, null, 2);
    assertEquals(
        "Could not be started; restarts stopped: cannot start: nosuch is no program; install"
            + " it",
        incident().cause());
    starts(6);
    assertEquals(
        "Could not be started: cannot start: nosuch is no program; install it", incident().cause());
  }

  @Test
  void theImmediateRestartCountsThoughNoPauseShowsIt() {
    starts(1);
    see(2, status.in(ProjectState.STARTING, at(2)).restarted(1));
    for (int i = 2; i <= 10; i++) {
      see(i * 10, status.in(ProjectState.BACKOFF, at(i * 10)).restarted(i));
      starts(i * 10 + 5);
    }
    to(120, ProjectState.FATAL);
    later(130);
    expect(IncidentKind.FAILED_START, 20, null, 11);
    see(200, status.in(ProjectState.STARTING, at(200)).restarted(0));
    see(201, status.in(ProjectState.STARTING, at(201)).restarted(1));
    see(202, status.in(ProjectState.BACKOFF, at(202)).restarted(2));
    expect(IncidentKind.FAILED_START, 20, null, 13);
  }

  @Test
  void aServerThatAlwaysRunsAndKeepsExitingWithCode0DidNotCrash() {
    error = "";
    for (int i = 0; i < 3; i++) {
      runs(1 + 30 * i);
      noIncident();
      see(
          26 + 30 * i,
          status
              .flapping(i == 2)
              .in(ProjectState.STARTING, at(26 + 30 * i))
              .ended(0, at(26 + 30 * i), true));
    }
    expect(IncidentKind.FLAPPING, 86, null, 3);
    assertEquals("Exited 3 times while it was running: exited with code 0", incident().cause());
    runs(91);
    see(110, status.in(ProjectState.STARTING, at(110)).ended(0, at(110), true));
    expect(IncidentKind.FLAPPING, 86, null, 4);
  }

  @Test
  void aServerThatKeepsExitingWithAnotherSuccessCodeDidNotCrash() {
    error = "";
    for (int i = 0; i < 3; i++) {
      runs(1 + 30 * i);
      see(
          26 + 30 * i,
          status
              .flapping(i == 2)
              .in(ProjectState.STARTING, at(26 + 30 * i))
              .ended(3, at(26 + 30 * i), true));
    }
    String cause = "Exited 3 times while it was running: exited with code 3";
    assertEquals(cause, incident().cause());
    // The next host reads the incident before it knows the exit.
    situation = Situation.of(Optional.of(incident()), at(90));
    later(91);
    assertEquals(cause, incident().cause());
  }

  @Test
  void aRequestedStopAfterACrashDoesNotChangeTheCause() {
    error = "";
    runs(1);
    see(26, status.in(ProjectState.STARTING, at(26)).ended(3, at(26), false));
    runs(27);
    see(40, status.in(ProjectState.STOPPED, at(40)).ended(0, at(40), true));
    assertEquals("Crashed once: exited with code 3", incident().cause());
  }

  @Test
  void aServerThatExitsWithCode0RightAfterStartingDidNotCrashEither() {
    error = "";
    starts(1);
    see(2, status.in(ProjectState.BACKOFF, at(2)).ended(0, at(2), true).restarted(10));
    noIncident();
    starts(3);
    see(
        4,
        status
            .in(ProjectState.FATAL, at(4))
            .ended(0, at(4), true)
            .because("gave up after 10 restarts in 10 minutes; last: exited with code 0"));
    expect(IncidentKind.CRASH_LOOP, 4, null, 11);
    assertEquals(
        "Exited 11 times right after starting; restarts stopped: exited with code 0",
        incident().cause());
    later(10);
    expect(IncidentKind.CRASH_LOOP, 4, null, 11);
  }

  @Test
  void flappingOfWhichNoEndIsKnownIsNotCountedAsZeroCrashes() {
    see(5, status.in(ProjectState.RUNNING, at(-100)).flapping(true));
    assertEquals("Ended 3 or more times within 15 minutes without a request", incident().cause());
  }

  @Test
  void aProjectThatIsAtRestDoesNotFlap() {
    see(5, status.in(ProjectState.STOPPED, at(5)).flapping(true));
    see(6, status.in(ProjectState.EXITED, at(6)).flapping(true));
    noIncident();
  }

  @Test
  void aStopDoesNotReplaceTheCause() {
    error = "";
    starts(1);
    see(2, status.in(ProjectState.BACKOFF, at(2)).because("cannot start: no such directory"));
    starts(3);
    see(4, status.in(ProjectState.STOPPING, at(4)).because("removed"));
    see(5, status.in(ProjectState.STOPPED, at(5)).because(""));
    assertEquals("Could not be started: cannot start: no such directory", incident().cause());
    fresh();
    see(5, status.in(ProjectState.RUNNING, at(-100)).flapping(true));
    String cause = incident().cause();
    see(6, status.in(ProjectState.STOPPING, at(6)).because("the host went down"));
    assertEquals(cause, incident().cause());
  }

  @Test
  void aServerWhoseStartWasNotSeenCrashed() {
    error = "";
    see(5, status.in(ProjectState.EXITED, at(4)).ended(4, at(4), false));
    expect(IncidentKind.CRASH, 4, null, 1);
    starts(10);
    runs(11);
    see(13, status.in(ProjectState.EXITED, at(13)).ended(4, at(13), false));
    expect(IncidentKind.CRASH, 4, null, 2);
  }

  @Test
  void aServerThatKeepsEndingWhileItRunsIsFlapping() {
    for (int i = 0; i < 3; i++) {
      runs(1 + 30 * i);
      crashes(26 + 30 * i, 1);
      starts(27 + 30 * i);
    }
    expect(IncidentKind.CRASH, 26, null, 3);
    see(90, status.in(ProjectState.RUNNING, at(90)).flapping(true));
    expect(IncidentKind.FLAPPING, 26, null, 3);
    later(300);
    assertTrue(incident().open(), "it lasts as long as the word");
    see(1000, status.flapping(false));
    expect(IncidentKind.FLAPPING, 26, 90, 3);
    assertEquals(1, begun.size());
  }

  @Test
  void flappingThatIsGivenUpIsACrashLoop() {
    for (int i = 0; i < 4; i++) {
      runs(1 + 30 * i);
      crashes(26 + 30 * i, 1);
    }
    to(200, ProjectState.FATAL);
    expect(IncidentKind.CRASH_LOOP, 26, null, 4);
  }

  @Test
  void troubleShortlyAfterItsEndIsTheSameIncident() {
    runs(1);
    crashes(50, 1);
    runs(52);
    later(120);
    assertFalse(incident().open());
    crashes(52 + 899, 1);
    expect(IncidentKind.CRASH, 50, null, 2);
    runs(953);
    later(1100);
    expect(IncidentKind.CRASH, 50, 953, 2);
    crashes(953 + 901, 1);
    assertEquals(2, begun.size(), "later it is another");
    expect(IncidentKind.CRASH, 953 + 901, null, 1);
  }

  @Test
  void aStopEndsTheIncident() {
    starts(1);
    crashes(2, 1);
    starts(3);
    crashes(4, 1);
    to(30, ProjectState.STOPPED);
    expect(IncidentKind.CRASH_LOOP, 2, 30, 2);
  }

  @Test
  void anEndWithoutARestartLastsUntilAStart() {
    runs(1);
    see(50, status.in(ProjectState.EXITED, at(50)).ended(3, at(50), false));
    later(5000);
    expect(IncidentKind.CRASH, 50, null, 1);
    starts(6000);
    runs(6001);
    later(6061);
    expect(IncidentKind.CRASH, 50, 6001, 1);
  }

  @Test
  void differentEndsAreListedUpToALimit() {
    for (int i = 0; i < 20; i++) {
      error =
          i % 2 == 0 ? "KeyError: 'sku-" + i + "'" : "Error of kind " + "abcdefghij".charAt(i / 2);
      starts(1 + 10 * i);
      crashes(2 + 10 * i, 1);
    }
    assertEquals(20, incident().course().runs());
    assertEquals(Incident.MOST_ENDS, incident().course().ends().size());
    assertTrue(
        incident().course().ends().stream().anyMatch(end -> end.error().startsWith("KeyError")),
        "numbers make no other error");
    assertTrue(incident().cause().contains("Error of kind j"), incident().cause());
  }

  @Test
  void endsInQuickSuccessionAreReadAsOne() {
    error = "Traceback (most recent call last):";
    starts(1);
    crashes(2, 1);
    error = "KeyError: 'sku-31'";
    replaced = Optional.of(at(2));
    starts(2);
    crashes(3, 1);
    assertEquals(1, incident().course().ends().size());
    End end = incident().course().ends().get(0);
    assertEquals("KeyError: 'sku-31'", end.error());
    assertEquals(2, end.count());
    error = "";
    replaced = Optional.of(at(3));
    starts(3);
    crashes(4, 2);
    assertEquals(2, incident().course().ends().size(), "another code is another end");
  }

  @Test
  void anotherExitCodeIsAnotherEnd() {
    runs(1);
    crashes(10, 1);
    runs(12);
    crashes(20, 2);
    assertEquals(2, incident().course().ends().size());
  }

  @Test
  void withoutAnErrorTheExitIsTheCause() {
    error = "";
    runs(1);
    crashes(10, 3);
    assertEquals("Crashed once: exited with code 3", incident().cause());
  }

  @Test
  void aCauseIsRedacted() {
    error = "Error: password hunter2";
    runs(1);
    crashes(10, 3);
    assertTrue(incident().cause().contains("[REDACTED]"), incident().cause());
  }
}
