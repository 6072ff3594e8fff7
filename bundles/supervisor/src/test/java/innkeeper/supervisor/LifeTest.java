package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.process.Proc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifeTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  @Test
  void startStopAndStartAgain() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
      assertEquals(ProjectState.STOPPED, host.status("c1").state());
      ProjectStatus up = host.start("c1");
      assertEquals(ProjectState.RUNNING, up.state());
      long pid = up.server().pid().orElseThrow();
      Host.until(() -> Proc.stat(pid).orElseThrow().session() == pid);
      assertEquals(Desired.RUNNING, store.desired("c1").orElseThrow());
      ProjectStatus down = host.stop("c1");
      assertEquals(ProjectState.STOPPED, down.state());
      assertFalse(Host.alive(pid));
      assertEquals(OptionalInt.of(143), down.lastExit().orElseThrow().code());
      assertEquals("TERM", down.lastExit().orElseThrow().signalInferred());
      assertTrue(down.lastExit().orElseThrow().expected());
      assertEquals(ProjectState.RUNNING, host.start("c1").state());
    }
  }

  @Test
  void aKilledServerIsRestartedAtOnce() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      long first =
          host.await("c1", s -> s.state() == ProjectState.RUNNING).server().pid().orElseThrow();
      ProcessHandle.of(first).orElseThrow().destroyForcibly();
      ProjectStatus second =
          host.await(
              "c1",
              s -> s.state() == ProjectState.RUNNING && s.server().pid().orElse(first) != first);
      assertEquals(1, second.restarts().count());
      assertEquals("KILL", second.lastExit().orElseThrow().signalInferred());
      assertEquals("", second.lastExit().orElseThrow().signal(), "nobody knows who sent it");
      assertEquals(
          "ended with code 137 (SIGKILL, or exit 137)", second.lastExit().orElseThrow().sentence());
      assertFalse(second.lastExit().orElseThrow().expected());
    }
  }

  @Test
  void theServerSeesACleanEnvironment() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path out = data.resolve("env");
      host.apply(
          Host.sh(
              "c1",
              Map.of("env", Map.of("KEY", "a b'c\"$d", "name", "x", "run", "y"), "port", 4711),
              "env >" + out + ".new; mv " + out + ".new " + out + "; exec sleep 100"));
      Host.until(() -> Files.exists(out));
      String env = Files.readString(out);
      assertTrue(env.contains("KEY=a b'c\"$d\n"), env);
      assertTrue(env.contains("PORT=4711\n"), env);
      assertTrue(env.contains("name=x\n") && env.contains("run=y\n"), env);
      assertFalse(env.contains("SECRET"), env);
      assertFalse(env.contains("_ink"), env);
    }
  }

  @Test
  void standardInputIsEmptyOrStaysOpen() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(
          Host.define("null", Map.of("restart", "never"), "cat"),
          Host.define("open", Map.of("restart", "never", "stdin", "open"), "cat"));
      host.await("null", ProjectState.EXITED);
      ProjectStatus open = host.await("open", ProjectState.RUNNING);
      long pid = open.server().pid().orElseThrow();
      // cat has read nothing, and waits.
      Host.until(() -> Files.readString(Path.of("/proc/" + pid + "/stat")).contains("(cat) S "));
      assertEquals(
          "open.in",
          Files.readSymbolicLink(Path.of("/proc/" + pid + "/fd/0")).getFileName().toString());
      assertEquals(3, Path.of("/proc/" + pid + "/fd").toFile().list().length, "0, 1, 2");
    }
  }
}
