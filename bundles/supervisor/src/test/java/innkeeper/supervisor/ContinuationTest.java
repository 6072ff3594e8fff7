package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.supervisor.run.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next host makes of projects whose server does not run. */
class ContinuationTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();
  private Path runs;
  private Host first;
  private ProjectStatus fatal;

  /** One that is given up, one that is done, one in a pause, one that is not started by a host. */
  @BeforeEach
  void settle() throws Exception {
    runs = data.resolve("runs");
    first = Host.start(data, store);
    first.apply(
        Host.define("fatal", Map.of("restart", "never"), "no-such-program"),
        Host.sh("done", Map.of("restart", "never"), "echo run >> " + runs),
        Host.sh("loop", Map.of(), "exit 1"),
        Host.sh("manual", Map.of("autostart", false), "exec sleep 100"));
    fatal = first.await("fatal", ProjectState.FATAL);
    first.await("done", ProjectState.EXITED);
    first.await("loop", s -> s.state() == ProjectState.BACKOFF && s.restarts().count() == 3);
    store.put(Host.sh("manual", Map.of("autostart", false), "exec sleep 100"), Desired.RUNNING);
  }

  private void leftAsItWas(Host next) throws Exception {
    assertEquals(fatal.reason(), next.status("fatal").reason());
    assertEquals(ProjectState.FATAL, next.status("fatal").state());
    assertEquals(
        fatal.lifecycle().since().getEpochSecond(),
        next.status("fatal").lifecycle().since().getEpochSecond(),
        1,
        "and since then");
    assertEquals(ProjectState.EXITED, next.status("done").state());
    assertEquals(ProjectState.STOPPED, next.status("manual").state());
    assertTrue(next.status("loop").restarts().count() >= 3, "the tries are counted on");
    next.await("loop", s -> s.restarts().count() > 3);
    assertEquals(1, Files.readAllLines(runs).size(), "done once");
  }

  private void begunAnew(Host next) throws Exception {
    next.await("fatal", s -> s.state() == ProjectState.FATAL && !s.equals(fatal));
    Host.until(() -> Files.readAllLines(runs).size() == 2);
    next.await("done", ProjectState.EXITED);
    next.await("loop", s -> s.state() == ProjectState.BACKOFF && s.restarts().count() < 3);
    assertEquals(ProjectState.STOPPED, next.status("manual").state());
    assertTrue(next.status("manual").reason().contains("autostart"));
  }

  private void shutDown(Host host) {
    host.supervisor.shutdown(java.time.Duration.ofSeconds(20)).join();
    host.drop();
  }

  @Test
  void projectsContinueAfterCrashSwapAndUpgrade() throws Exception {
    first.drop();
    Host second = Host.start(data, store);
    second.drop();
    try (Host third = Host.start(data, store)) {
      leftAsItWas(third);
    }
  }

  @Test
  void projectsStartFreshAfterACleanStop() throws Exception {
    shutDown(first);
    try (Host second = Host.start(data, store)) {
      begunAnew(second);
    }
  }

  @Test
  void projectsStartFreshAfterABoot() throws Exception {
    first.drop();
    rewrite("supervisor.last", "bootId", "00000000-0000-0000-0000-000000000000");
    try (Host second = Host.start(data, store)) {
      begunAnew(second);
    }
  }

  @Test
  void projectsContinueAfterAKillDuringACleanStop() throws Exception {
    Path go = data.resolve("go");
    first.apply(
        Host.sh(
            "slow",
            Map.of("stopSeconds", 30),
            "trap '' TERM; while ! [ -e " + go + " ]; do sleep 0.02; done"));
    first.await("slow", ProjectState.RUNNING);
    first.supervisor.shutdown(java.time.Duration.ofSeconds(20));
    first.await("slow", ProjectState.STOPPING);
    first.drop();
    try (Host second = Host.start(data, store)) {
      leftAsItWas(second);
      assertTrue(second.status("slow").server().pid().isPresent());
      Files.createFile(go);
    }
  }

  @Test
  void anOneShotThatEndsWhileNoHostRunsIsNotRunAgain() throws Exception {
    Path go = data.resolve("go");
    first.apply(
        Host.sh(
            "shot",
            Map.of("restart", "never"),
            "echo run >> " + runs + "; while ! [ -e " + go + " ]; do sleep 0.02; done; exit 5"));
    first.await("shot", ProjectState.RUNNING);
    first.drop();
    Files.createFile(go);
    Host.until(() -> Files.exists(data.resolve("run/shot.exit")));
    Path exit = data.resolve("run/shot.exit");
    Instant ended = Instant.parse("2026-11-22T03:12:00Z");
    Files.setLastModifiedTime(exit, FileTime.from(ended));
    Host second = Host.start(data, store);
    Exit last = second.await("shot", ProjectState.EXITED).lastExit().orElseThrow();
    assertEquals(5, last.code().orElseThrow());
    assertEquals(ended, last.at(), "it ended before this host began");
    Host.until(
        () ->
            store.audit("project.exit").stream()
                .anyMatch(e -> e.detail().contains(" at 2026-11-22T03:12:00.000Z")));
    second.drop();
    try (Host third = Host.start(data, store)) {
      assertEquals(ProjectState.EXITED, third.status("shot").state());
      assertEquals(2, Files.readAllLines(runs).size(), "each done once");
    }
  }

  @Test
  void aStoppedProjectKeepsTheTimeOfItsStop() throws Exception {
    first.start("manual");
    first.stop("manual");
    Path past = data.resolve("run/manual.past");
    Host.until(() -> Files.readString(past).contains("\"STOPPED\""));
    first.drop();
    rewrite("manual.past", "since", "2026-11-22T03:12:00Z");
    for (int i = 0; i < 2; i++) {
      Host next = Host.start(data, store);
      assertEquals(
          Instant.parse("2026-11-22T03:12:00Z").getEpochSecond(),
          next.status("manual").lifecycle().since().getEpochSecond(),
          1);
      next.drop();
    }
    Host.start(data, store).close();
  }

  @Test
  void aStartByCommandIsNotForgottenByACrash() throws Exception {
    first.start("manual");
    first.drop();
    long pid = first.status("manual").server().pid().orElseThrow();
    try (Host second = Host.start(data, store)) {
      assertEquals(pid, second.await("manual", ProjectState.RUNNING).server().pid().orElseThrow());
    }
  }

  @Test
  void projectsStartFreshWithoutTheFile() throws Exception {
    first.drop();
    Files.delete(data.resolve("run/supervisor.last"));
    try (Host second = Host.start(data, store)) {
      begunAnew(second);
    }
  }

  private void rewrite(String name, String member, String value) throws Exception {
    Path file = data.resolve("run").resolve(name);
    if (Files.exists(file)) {
      Map<String, Object> map = new HashMap<>();
      Json.read(Files.readAllBytes(file)).forEach((k, v) -> map.put((String) k, v));
      map.put(member, value);
      Files.write(file, Json.write(map));
    }
  }
}
