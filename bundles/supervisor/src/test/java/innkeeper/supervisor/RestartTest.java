package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  @Test
  void theSuccessCodesOfADefinitionDecideWhatIsAFailure() throws Exception {
    try (Host host = Host.start(data, store)) {
      Map<String, Object> codes = Map.of("successCodes", List.of(2, 143));
      host.apply(Host.sh("two", codes, "exit 2"));
      ProjectStatus two = host.await("two", ProjectState.EXITED);
      assertTrue(two.lastExit().orElseThrow().expected());
      assertEquals(0, two.restarts().count());
      host.apply(Host.sh("killed", codes, "kill $$"));
      assertEquals(
          143, host.await("killed", ProjectState.EXITED).lastExit().get().code().getAsInt());
      host.apply(Host.sh("zero", codes, "exit 0"));
      ProjectStatus zero = host.await("zero", s -> s.restarts().count() > 0);
      assertFalse(zero.lastExit().orElseThrow().expected());
    }
  }

  @Test
  void fiftyRequestsAtOnceNeverMakeTwoServers() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path two = data.resolve("two");
      Path one = data.resolve("one");
      // Made by the shell itself, and only if it is not there: a second server at a time says so.
      host.apply(
          Host.sh(
              "c1",
              Map.of(),
              "trap 'rm -f "
                  + one
                  + "; exit 0' TERM; set -C; true > "
                  + one
                  + " || echo 2 > "
                  + two
                  + "; while :; do sleep 0.05; done"));
      host.await("c1", ProjectState.RUNNING);
      Host.until(() -> Files.exists(one));
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        int n = i;
        Thread thread =
            new Thread(
                () -> {
                  switch (n % 3) {
                    case 0 -> host.supervisor.start("c1", Host.ME);
                    case 1 -> host.supervisor.stop("c1", Host.ME);
                    default -> host.supervisor.restart("c1", Host.ME);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(ProjectState.RUNNING, host.get(host.supervisor.restart("c1", Host.ME)).state());
      Host.until(() -> Files.exists(one));
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      assertTrue(Files.notExists(two), "two servers at one time");
      assertTrue(Files.notExists(one), "the last one ended in order");
    }
  }

  @Test
  void aCrashLoopWithoutStartTimeDoesNotSpin() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path runs = data.resolve("runs");
      host.apply(Host.sh("c1", Map.of("startSeconds", 0), "echo x >> " + runs + "; exit 1"));
      ProjectStatus waits =
          host.await("c1", s -> s.state() == ProjectState.BACKOFF && s.restarts().count() == 3);
      // The first run, the one at once, the one after half a second.
      assertEquals(3, Files.readAllLines(runs).size());
      assertTrue(waits.reason().contains("restart 3 of 10"), waits.reason());
    }
  }

  @Test
  void theSpawnErrorNamesItsStage() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path text = Files.writeString(data.resolve("text"), "no program");
      host.apply(
          Host.define("nodir", Map.of("directory", "/no/such/dir"), "sleep", "1"),
          Host.define("nocmd", Map.of("restart", "never"), "no-such-program"),
          Host.define("noexec", Map.of("restart", "never"), text.toString()),
          Host.define("noenv", Map.of("restart", "never", "envFile", "/no/env"), "sleep", "1"));
      ProjectStatus nodir = host.await("nodir", ProjectState.BACKOFF);
      assertTrue(nodir.reason().startsWith("no such directory: /no/such/dir"), nodir.reason());
      ProjectStatus nocmd = host.await("nocmd", ProjectState.FATAL);
      assertTrue(nocmd.reason().startsWith("not found: no-such-program"), nocmd.reason());
      ProjectStatus noexec = host.await("noexec", ProjectState.FATAL);
      assertTrue(noexec.reason().startsWith("not executable: " + text), noexec.reason());
      ProjectStatus noenv = host.await("noenv", ProjectState.FATAL);
      assertTrue(noenv.reason().startsWith("env file not found: /no/env"), noenv.reason());
    }
  }

  @Test
  void theRestartPolicyDecidesAfterAnEnd() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("ok", Map.of(), "exit 0"),
          Host.sh("never", Map.of("restart", "never"), "exit 1"),
          Host.sh("always", Map.of("restart", "always"), "exit 0"));
      assertTrue(host.await("ok", ProjectState.EXITED).lastExit().orElseThrow().expected());
      ProjectStatus never = host.await("never", ProjectState.EXITED);
      assertEquals(OptionalInt.of(1), never.lastExit().orElseThrow().code());
      assertEquals("exited with code 1", never.reason());
      host.await("always", ProjectState.BACKOFF);
      Host.until(() -> store.audit("project.exit").size() >= 4);
    }
  }

  @Test
  void afterOrdersStartAndShutdown() throws Exception {
    Path log = data.resolve("log");
    String script =
        "trap 'echo %s down >> "
            + log
            + "; exit 0' TERM; echo %s up >> "
            + log
            + "; while :; do sleep 0.02; done";
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.sh("a", Map.of("after", List.of("b")), script.replace("%s", "a")),
          Host.sh(
              "b", Map.of("after", List.of("c"), "startSeconds", 0.2), script.replace("%s", "b")),
          Host.sh("c", Map.of("startSeconds", 0.2), script.replace("%s", "c")));
      host.await("a", ProjectState.RUNNING);
      Host.until(() -> Files.readAllLines(log).size() == 3);
    }
    assertEquals(
        List.of("c up", "b up", "a up", "a down", "b down", "c down"), Files.readAllLines(log));
  }
}
