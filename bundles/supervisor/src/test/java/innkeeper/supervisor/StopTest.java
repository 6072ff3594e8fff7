package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.Ticket;
import innkeeper.supervisor.process.Proc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private static String say(Path file) {
    return "echo $! > " + file + ".new; mv " + file + ".new " + file + "; ";
  }

  @Test
  void aServerThatIgnoresTermIsKilledAfterItsTime() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path child = data.resolve("child");
      host.apply(
          Host.sh(
              "c1",
              Map.of("stopSeconds", 0.3),
              "trap '' TERM; sleep 100 & " + say(child) + "while :; do sleep 1; done"));
      long grandchild = Host.number(child);
      long pid = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
      ProjectStatus down = host.stop("c1");
      assertEquals(ProjectState.STOPPED, down.state());
      assertEquals(OptionalInt.of(137), down.lastExit().orElseThrow().code());
      assertEquals("KILL", down.lastExit().orElseThrow().signal(), "we sent it");
      assertFalse(Host.alive(pid));
      assertFalse(Host.alive(grandchild));
    }
  }

  @Test
  void neitherStartNorStopWaitsForTheLookUpOfTheActor() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
      Actor asker = new Actor(Actor.Via.HTTP, "1000", "curl");
      host.supervisor.start("c1", () -> once(host, s -> s.server().pid().isPresent(), asker));
      host.supervisor.stop("c1", () -> once(host, s -> s.state() == ProjectState.STOPPED, asker));
      assertEquals(asker, store.audit("project.start").get(0).actor());
      assertEquals(asker, store.audit("project.stop").get(0).actor());
    }
  }

  /** Found out only when the project is so far; that takes for ever where it waits for us. */
  private static Actor once(Host host, Predicate<ProjectStatus> so, Actor actor) {
    try {
      host.await("c1", so);
      return actor;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aGrandchildInAGroupOfItsOwnIsEndedToo() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path child = data.resolve("child");
      // python's setpgid leaves the group, not the session.
      host.apply(
          Host.sh(
              "c1",
              Map.of("stopSeconds", 0.5),
              "perl -e 'setpgrp(0,0); $SIG{TERM}=\"IGNORE\"; sleep 100' & "
                  + say(child)
                  + "exec sleep 100"));
      long grandchild = Host.number(child);
      Host.until(() -> Proc.stat(grandchild).orElseThrow().group() == grandchild);
      host.await("c1", ProjectState.RUNNING);
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      assertFalse(Host.alive(grandchild));
    }
  }

  @Test
  void aLeaderThatExitsFirstDoesNotLeaveItsChildrenBehind() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path child = data.resolve("child");
      host.apply(Host.sh("c1", Map.of("restart", "never"), "sleep 100 & " + say(child) + "exit 3"));
      long grandchild = Host.number(child);
      ProjectStatus over = host.await("c1", ProjectState.EXITED);
      assertEquals(OptionalInt.of(3), over.lastExit().orElseThrow().code());
      assertFalse(Host.alive(grandchild), "the group is empty before it is EXITED");
    }
  }

  @Test
  void aDaemonThatLeftTheSessionAndHoldsTheOutputEndsWithItsServer() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path child = data.resolve("child");
      host.apply(
          Host.sh(
              "c1",
              Map.of(),
              "(setsid sh -c '" + sayPid(child) + "; exec sleep 100' &); exec sleep 99"));
      long daemon = Host.number(child);
      host.await("c1", ProjectState.RUNNING);
      Host.until(() -> Proc.stat(daemon).orElseThrow().session() == daemon);
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      // Whoever asked hears of the session's end; who left it is ended next.
      Host.until(() -> !Host.alive(daemon));
      host.await("c1", ProjectState.STOPPED);
    }
  }

  @Test
  void aStartAfterAStopWaitsForProcessesThatLeftTheSession() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path child = data.resolve("child");
      host.apply(
          Host.sh(
              "c1",
              Map.of("stopSeconds", 0.5),
              "[ -e "
                  + child
                  + " ] || (setsid sh -c 'trap \"\" TERM; "
                  + sayPid(child)
                  + "; sleep 100; sleep 100' &); exec sleep 99"));
      long daemon = Host.number(child);
      host.await("c1", ProjectState.RUNNING);
      Host.until(() -> Proc.stat(daemon).orElseThrow().session() == daemon);
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      host.start("c1");
      host.await("c1", s -> s.server().incarnation() == 2 && s.server().pid().isPresent());
      assertFalse(Host.alive(daemon), "two of one project");
      host.stop("c1");
    }
  }

  @Test
  void aDaemonOfACrashedServerEndsBeforeTheRestart() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path child = data.resolve("child");
      host.apply(
          Host.sh(
              "c1",
              Map.of(),
              "[ -e "
                  + child
                  + " ] && exec sleep 99; perl -e 'use POSIX; exit if fork; POSIX::setsid();"
                  + " exit if fork; $SIG{TERM}=\"IGNORE\"; open F, \">"
                  + child
                  + "\"; print F \"$$\\n\"; close F; sleep 100' ; sleep 0.2; exit 1"));
      long daemon = Host.number(child);
      host.await("c1", s -> s.state() == ProjectState.RUNNING && s.restarts().count() == 1);
      assertFalse(Host.alive(daemon));
    }
  }

  @Test
  void otherStopSignalsReachTheServer() throws Exception {
    try (Host host = Host.start(data, store)) {
      for (String signal : new String[] {"INT", "QUIT", "HUP", "USR1", "USR2", "KILL"}) {
        String id = "c-" + signal;
        Path ready = data.resolve(id);
        host.apply(
            Host.sh(
                id,
                Map.of("stopSignal", signal, "stopSeconds", 20),
                "echo 1 > " + ready + "; exec sleep 100"));
        Host.number(ready);
        host.await(id, ProjectState.RUNNING);
        ProjectStatus down = host.stop(id);
        assertEquals(signal, down.lastExit().orElseThrow().signalInferred());
      }
    }
  }

  @Test
  void aSuspendedProcessGetsContWithItsStopSignal() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("stopSeconds", 20), "exec sleep 100"));
      long pid = host.await("c1", s -> s.server().pid().isPresent()).server().pid().orElseThrow();
      new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
      assertEquals("TERM", host.stop("c1").lastExit().orElseThrow().signalInferred());
    }
  }

  @Test
  void aStopDuringAStartIsImmediate() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false, "startSeconds", 100), "exec sleep 100"));
      Ticket start = host.supervisor.start("c1", Host.ME);
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      assertFalse(host.get(start).state() == ProjectState.RUNNING, "overtaken, and told so");
      host.supervisor.start("c1", Host.ME);
      long pid = host.await("c1", s -> s.server().pid().isPresent()).server().pid().orElseThrow();
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      assertFalse(Host.alive(pid));
    }
  }

  @Test
  void aStopDuringBackoffCancelsTheRetry() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "exit 1"));
      ProjectStatus waits = host.await("c1", ProjectState.BACKOFF);
      assertTrue(waits.restarts().nextRetryAt().isPresent());
      assertTrue(waits.reason().startsWith("exited with code 1; restart 2 of 10"), waits.reason());
      ProjectStatus down = host.stop("c1");
      assertEquals(ProjectState.STOPPED, down.state());
      assertEquals(Desired.STOPPED, down.lifecycle().desired());
      assertTrue(down.restarts().nextRetryAt().isEmpty());
    }
  }

  @Test
  void aStartDuringAStopIsQueued() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path ready = data.resolve("ready");
      host.apply(
          Host.sh(
              "c1",
              Map.of("stopSeconds", 0.3),
              "trap '' TERM; echo 1 > " + ready + "; while :; do sleep 1; done"));
      Host.number(ready);
      long first = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
      Ticket stop = host.supervisor.stop("c1", Host.ME);
      host.await("c1", ProjectState.STOPPING);
      ProjectStatus again = host.start("c1");
      assertEquals(ProjectState.RUNNING, again.state());
      assertFalse(Host.alive(first));
      assertTrue(stop.settled().isDone());
    }
  }

  @Test
  void aStartThatCannotBeSavedIsRefusedAndTakenBack() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
      store.broken = true;
      for (int i = 0; i < 2; i++) {
        assertThrows(StoreException.class, () -> host.supervisor.start("c1", Host.ME));
        ProjectStatus now = host.await("c1", ProjectState.STOPPED);
        assertEquals(Desired.STOPPED, now.lifecycle().desired());
        assertTrue(now.server().pid().isEmpty());
      }
      store.broken = false;
      assertEquals(ProjectState.RUNNING, host.start("c1").state());
      assertEquals(Desired.RUNNING, store.desired("c1").orElseThrow());
    }
  }

  @Test
  void desiredStatesAreAuditedInTheOrderOfTheRequests() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
      for (int i = 0; i < 20; i++) {
        Thread start = new Thread(() -> host.supervisor.start("c1", Host.ME));
        start.start();
        Thread stop = new Thread(() -> host.supervisor.stop("c1", Host.ME));
        stop.start();
        start.join();
        stop.join();
        ProjectStatus settled =
            host.await(
                "c1",
                now ->
                    now.lifecycle().desired() == store.desired("c1").orElseThrow()
                        && (now.lifecycle().desired() == Desired.RUNNING
                            ? now.state() == ProjectState.RUNNING
                            : now.state() == ProjectState.STOPPED));
        String last =
            settled.lifecycle().desired() == Desired.RUNNING ? "project.start" : "project.stop";
        assertEquals(last, store.lastWish("c1"));
      }
      host.stop("c1");
    }
  }

  /** The failure may come long after the server's end: another program's lock is waited for. */
  @Test
  void aStopThatCouldNotBeSavedIsSavedLater() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      host.await("c1", ProjectState.RUNNING);
      store.failAfter(Duration.ofSeconds(3));
      host.supervisor.stop("c1", Host.ME);
      store.broken = false;
      Host.until(() -> store.desired("c1").orElseThrow() == Desired.STOPPED);
    }
  }

  @Test
  void stopsOfSeveralProjectsInTheWrongOrderKeepTheOrderOfAfter() throws Exception {
    Path order = data.resolve("order");
    String script = "trap 'echo %1$s >>" + order + "; exit 0' TERM; : >" + data + "/up-%1$s;";
    script += " while :; do sleep 0.02; done";
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("c", Map.of(), script.formatted("c")),
          Host.sh("b", Map.of("after", List.of("c")), script.formatted("b")),
          Host.sh("a", Map.of("after", List.of("b")), script.formatted("a")));
      List<Ticket> stops = new ArrayList<>();
      for (String id : List.of("a", "b", "c")) {
        Host.until(() -> Files.exists(data.resolve("up-" + id)));
        host.await(id, ProjectState.RUNNING);
      }
      for (String id : List.of("c", "b", "a")) {
        stops.add(host.supervisor.stop(id, Host.ME));
      }
      for (Ticket stop : stops) {
        assertEquals(ProjectState.STOPPED, host.get(stop).state());
      }
      assertEquals(List.of("a", "b", "c"), Files.readAllLines(order));
    }
  }

  @Test
  void aProjectThatEndsWhileItsStopIsQueuedStaysStopped() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("c", Map.of("restart", "always"), "exec sleep 100"),
          Host.sh(
              "b",
              Map.of("after", List.of("c"), "stopSeconds", 3),
              "trap '' TERM; : >" + data + "/up; while :; do sleep 0.02; done"));
      Host.until(() -> Files.exists(data.resolve("up")));
      long pid = host.await("c", ProjectState.RUNNING).server().pid().orElseThrow();
      Ticket first = host.supervisor.stop("b", Host.ME);
      Ticket then = host.supervisor.stop("c", Host.ME);
      host.await("c", s -> s.reason().contains("waits until b"));
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
      assertEquals(ProjectState.STOPPED, host.get(then).state());
      assertEquals(ProjectState.STOPPED, host.get(first).state());
      assertEquals(ProjectState.STOPPED, host.status("c").state());
    }
  }

  /** Shell commands that write the shell's pid to a file, which is whole when it is there. */
  private static String sayPid(Path file) {
    return "echo $$ > " + file + ".new; mv " + file + ".new " + file;
  }
}
