package innkeeper.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.schedule.RunSchedule.Missed;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.testkit.FakeClock;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleLoopTest {

  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

  @TempDir Path data;
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");
  private final FakeClock clock = new FakeClock(NOON);
  private volatile Optional<ProjectStatus> status = Optional.empty();
  private volatile boolean refuses;
  private volatile Optional<String> heldBack = Optional.empty();

  ScheduleLoopTest() {
    supervisor.add(
        (Supervisor)
            Proxy.newProxyInstance(
                Supervisor.class.getClassLoader(),
                new Class<?>[] {Supervisor.class},
                (proxy, method, args) ->
                    switch (method.getName()) {
                      case "project" -> status;
                      case "unreadable" -> Set.of();
                      case "heldBack" -> heldBack;
                      case "scheduled" -> {
                        if (refuses) {
                          asked.add("refused");
                          throw new Supervisor.StateConflictException("the host goes down");
                        }
                        asked.add(
                            ((RunSchedule.Action) args[1]).word() + " " + args[0] + " " + args[2]);
                        yield null;
                      }
                      default -> throw new UnsupportedOperationException(method.getName());
                    }));
  }

  private ScheduleLoop loop() {
    return new ScheduleLoop(
        supervisor, new AwaitedService<>(AuditLog.class, "store"), new RunsFile(data), clock);
  }

  private ProjectStatus job(Missed missed) {
    RunSchedule schedule = Samples.job("hourly", missed);
    status = Optional.of(Samples.status(schedule, ProjectState.EXITED));
    return status.get();
  }

  private String asked() throws InterruptedException {
    return asked.poll(30, TimeUnit.SECONDS);
  }

  /** Every change makes it look; what it asked for since is all there is. */
  private void looked(ScheduleLoop loop) throws Exception {
    Path file = data.resolve("schedule/runs.json");
    loop.changed(status.orElseThrow());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!Files.exists(file) && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertTrue(Files.exists(file));
  }

  @Test
  void aRunIsAuditedAsScheduledAndTheNextHostContinues() throws Exception {
    ProjectStatus job = job(Missed.RUN);
    try (ScheduleLoop loop = loop()) {
      looked(loop);
      clock.set(NOON.plusSeconds(3600));
      loop.changed(job);
      String start = asked();
      assertTrue(start.startsWith("start c1 Actor[via=SUPERVISOR, "), start);
      assertTrue(start.contains("program=schedule"), start);
    }
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(data.resolve("schedule/runs.json"))));
    // The one that began is remembered, and so is what is missed now.
    clock.set(NOON.plusSeconds(3 * 3600 + 100));
    try (ScheduleLoop loop = loop()) {
      loop.changed(job);
      assertTrue(asked().startsWith("start c1"));
      assertEquals(0, asked.size());
    }
  }

  @Test
  void aMissedRunStaysAnIncidentOverRestartsOfTheHost() throws Exception {
    ProjectStatus job = job(Missed.TELL);
    try (ScheduleLoop loop = loop()) {
      looked(loop);
    }
    clock.set(NOON.plusSeconds(3 * 3600 + 100));
    try (ScheduleLoop loop = loop()) {
      loop.changed(job);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (loop.troubles().isEmpty() && System.nanoTime() < end) {
        Thread.sleep(5);
      }
      assertEquals(IncidentKind.MISSED_RUN, loop.troubles().get(0).kind());
    }
    try (ScheduleLoop loop = loop()) {
      assertEquals("c1", loop.troubles().get(0).channelId());
      assertTrue(loop.troubles().get(0).cause().startsWith("3 runs, the last of "));
    }
    assertEquals(0, asked.size());
  }

  @Test
  void aCopyBeginsNoRunsBeforeAPersonStartsItsProject() throws Exception {
    ProjectStatus job = job(Missed.TELL);
    try (ScheduleLoop loop = loop()) {
      looked(loop);
    }
    heldBack = Optional.of("this data directory is a copy");
    Path file = data.resolve("schedule/runs.json");
    String before = Files.readString(file);
    clock.set(NOON.plusSeconds(3 * 3600 + 100));
    try (ScheduleLoop loop = loop()) {
      loop.changed(job);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (Files.readString(file).equals(before) && System.nanoTime() < end) {
        Thread.sleep(5);
      }
      heldBack = Optional.empty();
      clock.set(NOON.plusSeconds(4 * 3600));
      loop.changed(job);
      assertTrue(asked().startsWith("start c1"));
      assertEquals(List.of(), loop.troubles());
    }
  }

  @Test
  void aFailedWriteIsRepeatedAtTheNextCheck() throws Exception {
    ProjectStatus job = job(Missed.RUN);
    Path inTheWay = Files.createFile(data.resolve("schedule"));
    try (ScheduleLoop loop = loop()) {
      loop.changed(job);
      clock.set(NOON.plusSeconds(3600));
      loop.changed(job);
      assertEquals(null, asked.poll(300, TimeUnit.MILLISECONDS));
      Files.delete(inTheWay);
      looked(loop);
    }
  }

  @Test
  void aRefusedRunIsTriedAgainAndReported() throws Exception {
    ProjectStatus job = job(Missed.TELL);
    try (ScheduleLoop loop = loop()) {
      looked(loop);
      refuses = true;
      clock.set(NOON.plusSeconds(3600));
      loop.changed(job);
      assertEquals("refused", asked());
      assertEquals("refused", asked());
      assertTrue(loop.troubles().get(0).cause().contains("the host goes down"));
      refuses = false;
      String next = asked();
      while (next.equals("refused")) {
        next = asked();
      }
      assertTrue(next.startsWith("start c1"), next);
    }
  }

  @Test
  void aStoppedProjectIsNotRestartedAndCausesNoIncident() throws Exception {
    RunSchedule hourly =
        Samples.schedule(
            "hourly", "UTC", RunSchedule.Action.RESTART, RunSchedule.Overlap.SKIP, Missed.TELL);
    ProjectStatus stopped =
        Samples.status(hourly, ProjectState.STOPPED, Desired.STOPPED, Optional.empty());
    status = Optional.of(stopped);
    assertEquals(Optional.empty(), stopped.nextRunAt(NOON));
    Path file = data.resolve("schedule/runs.json");
    try (ScheduleLoop loop = loop()) {
      looked(loop);
      String before = Files.readString(file);
      clock.set(NOON.plusSeconds(3600));
      loop.changed(stopped);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (Files.readString(file).equals(before) && System.nanoTime() < end) {
        Thread.sleep(5);
      }
      status = Optional.of(Samples.status(hourly, ProjectState.RUNNING));
      clock.set(NOON.plusSeconds(2 * 3600));
      loop.changed(status.get());
      String first = asked();
      assertTrue(first.startsWith("restart c1 "), first);
      assertEquals(List.of(), loop.troubles());
    }
  }

  @Test
  void aRemovedScheduleIsForgotten() throws Exception {
    job(Missed.RUN);
    try (ScheduleLoop loop = loop()) {
      looked(loop);
      status = Optional.empty();
      loop.removed("c1");
      Path file = data.resolve("schedule/runs.json");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (!Files.readString(file).equals("{}") && System.nanoTime() < end) {
        Thread.sleep(5);
      }
      assertEquals("{}", Files.readString(file));
    }
  }
}
