package innkeeper.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.schedule.RunSchedule.Action;
import innkeeper.api.schedule.RunSchedule.Missed;
import innkeeper.api.schedule.RunSchedule.Overlap;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RunRulesTest {

  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

  /** One project, whose runs end at once unless somebody says otherwise. */
  private static final class Project {
    final RunSchedule schedule;
    final List<Instant> begun = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    RunMemory memory;
    Instant now;
    ProjectState state = ProjectState.EXITED;
    Desired desired = Desired.RUNNING;

    Project(RunSchedule schedule, Instant now) {
      this.schedule = schedule;
      this.now = now;
      this.memory = RunMemory.begin("s", now);
    }

    Project at(Instant time) {
      now = time;
      RunRules.Step step = step();
      memory = step.memory();
      notes.addAll(step.notes());
      if (step.begin()) {
        begun.add(memory.intent().orElseThrow().due());
        memory = memory.begun(now);
      }
      return this;
    }

    RunRules.Step step() {
      ProjectStatus status = Samples.status(schedule, state, desired, Optional.empty());
      return RunRules.next(memory, schedule, status, now);
    }

    /** Looks each ten seconds. */
    void until(Instant end) {
      for (Instant at = now.plusSeconds(10); !at.isAfter(end); at = at.plusSeconds(10)) {
        at(at);
      }
    }
  }

  private static Instant time(String text) {
    return Instant.parse(text);
  }

  @Test
  void aRunBeginsOnceWhenItIsDue() {
    Project p = new Project(Samples.job("hourly", Missed.TELL), NOON);
    p.at(NOON.plusSeconds(3599));
    assertEquals(List.of(), p.begun);
    p.at(NOON.plusSeconds(3600)).at(NOON.plusSeconds(3601)).at(NOON.plusSeconds(3700));
    assertEquals(List.of(NOON.plusSeconds(3600)), p.begun);
    assertEquals(List.of(), p.notes);
    assertEquals(Optional.of(NOON.plusSeconds(7200)), p.step().wake());
  }

  @Test
  void aMissedRunIsReportedUntilTheNextRunBegins() {
    Project p = new Project(Samples.job("hourly", Missed.TELL), NOON);
    p.at(NOON.plusSeconds(3 * 3600 + 300));
    assertEquals(List.of(), p.begun);
    assertEquals(
        List.of(
            "3 runs, the last of 2026-11-23T15:00:00.000Z did not begin: no host ran, or the clock"
                + " was set"),
        p.notes);
    p.until(NOON.plusSeconds(4 * 3600 - 10));
    assertTrue(p.memory.missed().isPresent());
    p.until(NOON.plusSeconds(4 * 3600 + 10));
    assertEquals(List.of(NOON.plusSeconds(4 * 3600)), p.begun);
    assertEquals(Optional.empty(), p.memory.missed());
  }

  @Test
  void oneRunReplacesAllMissedRunsIfConfigured() {
    Project p = new Project(Samples.job("hourly", Missed.RUN), NOON);
    p.at(NOON.plusSeconds(3 * 3600 + 300)).at(NOON.plusSeconds(3 * 3600 + 310));
    assertEquals(List.of(NOON.plusSeconds(3 * 3600)), p.begun);
    assertTrue(p.notes.get(0).endsWith("one run makes up"), p.notes.toString());
    assertEquals(Optional.empty(), p.memory.missed());
  }

  @Test
  void runsDueDuringARestartOfTheHostAreOneRunAndNoIncident() {
    Project p = new Project(Samples.job("*:*:0/10", Missed.TELL), NOON);
    p.at(NOON.plusSeconds(24));
    assertEquals(List.of(NOON.plusSeconds(20)), p.begun);
    assertEquals(Optional.empty(), p.memory.missed());
    assertEquals(
        List.of("2 runs are due within a minute; one begins, that of 2026-11-23T12:00:20.000Z"),
        p.notes);
    p.at(NOON.plusSeconds(105));
    assertTrue(
        p.memory
            .missed()
            .orElseThrow()
            .sentence()
            .startsWith("2 runs, the last of 2026-11-23T12:00:40.000Z"),
        p.memory.missed().toString());
  }

  @Test
  void aMissedRunIsReportedForAtLeastAMinute() {
    Project p = new Project(Samples.job("hourly", Missed.TELL), NOON);
    p.at(NOON.plusSeconds(2 * 3600 + 5));
    assertEquals(List.of(NOON.plusSeconds(2 * 3600)), p.begun, "this one is on time");
    p.until(NOON.plusSeconds(2 * 3600 + 50));
    assertTrue(p.memory.missed().isPresent());
    p.until(NOON.plusSeconds(2 * 3600 + 100));
    assertTrue(p.memory.missed().isEmpty());
  }

  @Test
  void skippedRunsInARowAreOneIncident() {
    RunMemory begun = RunMemory.begin("", NOON);
    RunMemory one = begun.misses(NOON.plusSeconds(10), NOON.plusSeconds(10), "left out", 1);
    RunMemory two = one.misses(NOON.plusSeconds(20), NOON.plusSeconds(20), "left out again", 1);
    assertEquals(NOON.plusSeconds(10), two.missed().orElseThrow().since());
    assertEquals("left out", one.missed().orElseThrow().sentence());
    assertEquals(
        "2 runs did not begin since 2026-11-23T12:00:10.000Z; the last: left out again",
        two.missed().orElseThrow().sentence());
  }

  @Test
  void aClockThatIsSetBackDoesNotRepeatARun() {
    Project p = new Project(Samples.job("hourly", Missed.TELL), NOON);
    p.until(NOON.plusSeconds(3700));
    p.at(NOON.plusSeconds(1800));
    p.until(NOON.plusSeconds(7300));
    assertEquals(List.of(NOON.plusSeconds(3600), NOON.plusSeconds(7200)), p.begun);
  }

  @Test
  void afterAClockWasFarAheadRunsContinueWithANote() {
    Project p = new Project(Samples.job("hourly", Missed.TELL), NOON.plus(Duration.ofDays(400)));
    p.at(NOON);
    assertTrue(p.notes.get(0).startsWith("the clock was set back"), p.notes.toString());
    p.until(NOON.plusSeconds(3700));
    assertEquals(List.of(NOON.plusSeconds(3600)), p.begun);
  }

  @Test
  void aClockThatIsSetForwardReportsTheMissedRuns() {
    Project p = new Project(Samples.job("hourly", Missed.TELL), NOON);
    p.at(NOON.plusSeconds(3600 + 1800));
    assertEquals(List.of(), p.begun);
    assertEquals(1, p.notes.size());
  }

  @Test
  void aChangeToSummerTimeKeepsOneRunADay() {
    for (String day : List.of("2026-03-27T12:00:00Z", "2026-10-23T12:00:00Z")) {
      RunSchedule nightly =
          Samples.schedule("02:30", "Europe/Berlin", Action.START, Overlap.SKIP, Missed.TELL);
      Project p = new Project(nightly, time(day));
      p.until(time(day).plus(Duration.ofDays(4)));
      assertEquals(4, p.begun.size(), p.begun.toString());
      assertEquals(List.of(), p.notes);
    }
  }

  @Test
  void aRunIsSkippedAndReportedWhileTheRunBeforeLasts() {
    Project p = new Project(Samples.job("hourly", Missed.RUN), NOON);
    p.state = ProjectState.RUNNING;
    p.at(NOON.plusSeconds(3600));
    assertEquals(List.of(), p.begun);
    assertEquals(
        List.of("the run of 2026-11-23T13:00:00.000Z was skipped: the one before has not ended"),
        p.notes);
    p.state = ProjectState.EXITED;
    p.until(NOON.plusSeconds(7190));
    assertEquals(List.of(), p.begun, "left out for good");
  }

  @Test
  void aQueuedRunBeginsAfterTheRunBeforeAndASecondIsSkipped() {
    RunSchedule queues =
        Samples.schedule("hourly", "UTC", Action.START, Overlap.QUEUE, Missed.TELL);
    Project p = new Project(queues, NOON);
    p.state = ProjectState.RUNNING;
    p.at(NOON.plusSeconds(3600)).at(NOON.plusSeconds(7200));
    assertEquals(1, p.notes.size());
    assertTrue(p.notes.get(0).contains("one waits already"), p.notes.toString());
    p.state = ProjectState.EXITED;
    p.at(NOON.plusSeconds(7300)).at(NOON.plusSeconds(7301));
    assertEquals(List.of(NOON.plusSeconds(3600)), p.begun);
  }

  @Test
  void aRunThatAHostWasAboutToBeginBeginsOnceUnderTheNext() {
    RunSchedule hourly = Samples.job("hourly", Missed.TELL);
    Instant due = NOON.plusSeconds(3600);
    RunMemory asked = RunMemory.begin("s", NOON).handled(due).intends(due, due);
    ProjectStatus never = Samples.status(hourly, ProjectState.STOPPED);
    assertTrue(RunRules.next(asked, hourly, never, due.plusSeconds(5)).begin());
    ProjectStatus runs =
        Samples.status(
            hourly, ProjectState.RUNNING, Desired.RUNNING, Optional.of(due.plusSeconds(1)));
    RunRules.Step step = RunRules.next(asked, hourly, runs, due.plusSeconds(5));
    assertFalse(step.begin());
    assertEquals(Optional.empty(), step.memory().intent());
  }

  @Test
  void aServerThatWasStoppedIsNotRestarted() {
    RunSchedule restart =
        Samples.schedule("hourly", "UTC", Action.RESTART, Overlap.SKIP, Missed.TELL);
    Project p = new Project(restart, NOON);
    p.state = ProjectState.STOPPED;
    p.desired = Desired.STOPPED;
    p.at(NOON.plusSeconds(3600));
    assertEquals(List.of(), p.begun);
    p.state = ProjectState.RUNNING;
    p.desired = Desired.RUNNING;
    p.at(NOON.plusSeconds(7200));
    assertEquals(List.of(NOON.plusSeconds(7200)), p.begun);
  }

  /** Sleeps, long ones too, and clocks that somebody sets: no due time is dealt with twice. */
  @Test
  void eachDueTimeIsHandledOnceWithAnyChangeOfTheClock() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      boolean makesUp = random.nextBoolean();
      RunSchedule schedule =
          Samples.job(
              random.nextBoolean() ? "*:0/20" : "hourly", makesUp ? Missed.RUN : Missed.TELL);
      Project p = new Project(schedule, NOON);
      TreeSet<Instant> begun = new TreeSet<>();
      Instant furthest = NOON;
      int told = 0;
      for (int i = 0; i < 200; i++) {
        int step =
            switch (random.nextInt(10)) {
              case 0 -> random.nextInt(4 * 3600);
              case 1 -> -random.nextInt(2 * 3600);
              default -> 1 + random.nextInt(50);
            };
        int before = p.begun.size();
        Instant next = p.now.plusSeconds(step);
        // No further back than what counts as one and the same clock.
        p.at(next.isBefore(furthest.minus(Duration.ofHours(2))) ? p.now : next);
        furthest = p.now.isAfter(furthest) ? p.now : furthest;
        for (Instant due : p.begun.subList(before, p.begun.size())) {
          assertTrue(begun.add(due), "doubled " + due + " with seed " + seed);
        }
      }
      for (String note : p.notes) {
        String count = note.startsWith("the run") ? "1" : note.substring(0, note.indexOf(' '));
        told += Integer.parseInt(count) - (note.endsWith("one run makes up") ? 1 : 0);
      }
      int due = 0;
      for (Instant at = schedule.due(NOON).orElseThrow();
          !at.isAfter(furthest);
          at = schedule.due(at).orElseThrow()) {
        due++;
      }
      assertEquals(due, begun.size() + told, "seed " + seed + " " + p.notes);
    }
  }
}
