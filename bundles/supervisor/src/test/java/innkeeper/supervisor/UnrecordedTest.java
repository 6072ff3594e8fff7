package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.process.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers of which run/ does not say who they are. */
class UnrecordedTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private static void kill(long pid) {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  private long running(Host host) throws Exception {
    return host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
  }

  private void remove(String... ends) throws IOException {
    for (String end : ends) {
      Files.delete(data.resolve("run/c1" + end));
    }
  }

  private void changeWrapper(UnaryOperator<String> change) throws IOException {
    Path script = data.resolve("run/wrapper.sh");
    String text = Files.readString(script);
    String changed = change.apply(text);
    assertNotEquals(text, changed);
    Files.writeString(script, changed);
  }

  /** What wrappers write of their server stays empty, as on a full disk. */
  private void fillDisk() throws IOException {
    changeWrapper(text -> text.replaceAll("echo (\"\\$_ink_pid[^>]*)>", "true >"));
  }

  /** A wrapper takes half a second from its server's pid file to its server's program. */
  private void slowExec() throws IOException {
    changeWrapper(
        text -> text.replace("umask \"$_ink_umask\"'", "sleep 0.5\n  umask \"$_ink_umask\"'"));
  }

  /** Of a server whose wrapper could not write down which process it is. */
  private Host withEmptyFiles() throws Exception {
    Host host = Host.start(data, store);
    fillDisk();
    host.apply(Host.sh("c1", Map.of("restart", "never"), "exec sleep 100"));
    running(host);
    assertEquals(0, Files.size(data.resolve("run/c1.id")));
    return host;
  }

  @Test
  void aServerWhosePidCouldNotBeWrittenRunsAndStops() throws Exception {
    try (Host host = withEmptyFiles()) {
      long pid = running(host);
      assertTrue(Host.alive(pid));
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      assertFalse(Host.alive(pid));
    }
  }

  @Test
  void aServerWhosePidCouldNotBeWrittenIsAdoptedAndEndsWithTheHost() throws Exception {
    Host first = withEmptyFiles();
    long pid = running(first);
    first.drop();
    try (Host second = Host.swap(data, store)) {
      assertEquals(pid, running(second));
    }
    assertFalse(Host.alive(pid));
  }

  @ParameterizedTest
  @ValueSource(strings = {".json", ".json .id .pid", ".json .id .pid .past", "garbled"})
  void aServerWithoutARecordIsFoundBeforeASecondIsStarted(String removed) throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long one = running(first);
    // So that there is a past.
    kill(one);
    ProjectStatus runs =
        first.await(
            "c1", s -> s.state() == ProjectState.RUNNING && s.server().pid().orElse(one) != one);
    long pid = runs.server().pid().orElseThrow();
    Host.until(() -> store.audit("project.exit").size() == 1);
    first.drop();
    if (removed.equals("garbled")) {
      Files.writeString(data.resolve("run/c1.json"), "{\"channelId\":");
    } else {
      remove(removed.split(" "));
    }
    try (Host second = Host.start(data, store)) {
      ProjectStatus found = second.await("c1", ProjectState.RUNNING);
      assertEquals(pid, found.server().pid().orElseThrow());
      assertTrue(found.server().adopted());
      assertEquals(runs.server().incarnation(), found.server().incarnation());
      assertTrue(Files.readString(data.resolve("run/c1.json")).contains("\"c1\""), "written anew");
      kill(pid);
      ProjectStatus after =
          second.await(
              "c1", s -> s.state() == ProjectState.RUNNING && s.server().pid().orElse(pid) != pid);
      assertEquals(runs.server().incarnation() + 1, after.server().incarnation());
      assertEquals(137, after.lastExit().orElseThrow().code().orElseThrow());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aServerWithoutARecordIsFoundWhileItsProgramIsBeingStarted(int incarnation) throws Exception {
    Host first = Host.start(data, store);
    slowExec();
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first);
    if (incarnation == 2) {
      long one = pid;
      Host.until(() -> Proc.variable(one, "INNKEEPER_SERVER").startsWith("c1/1/"));
      kill(one);
      pid =
          first
              .await(
                  "c1",
                  s -> s.state() == ProjectState.RUNNING && s.server().pid().orElse(one) != one)
              .server()
              .pid()
              .orElseThrow();
    }
    first.drop();
    remove(".json", ".id", ".pid");
    try (Host second = Host.start(data, store)) {
      assertEquals(pid, running(second));
    }
  }

  @Test
  void aServerWithNeitherRecordNorWrapperIsFoundByItsOutput() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first);
    first.drop();
    kill(Proc.stat(pid).orElseThrow().parent());
    remove(".json", ".id", ".pid");
    try (Host second = Host.start(data, store)) {
      assertEquals(pid, running(second));
      assertEquals(ProjectState.STOPPED, second.stop("c1").state());
      assertFalse(Host.alive(pid));
    }
  }

  @Test
  void aServerWithoutARecordThatIsNotWantedIsEnded() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first);
    first.drop();
    remove(".json");
    store.put(store.projects().get(0).definition(), Desired.STOPPED);
    try (Host second = Host.start(data, store)) {
      second.await("c1", ProjectState.STOPPED);
      assertFalse(Host.alive(pid));
    }
  }

  @Test
  void aForeignProcessWithOurMarkIsNeitherAdoptedNorSignalled() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("setsid", "sleep", "100");
    builder.environment().put("INNKEEPER_SERVER", "c1/7/1700000000000");
    Process stranger = builder.start();
    store.put(Host.sh("c1", Map.of(), "exec sleep 100"), Desired.RUNNING);
    try (Host host = Host.start(data, store)) {
      assertNotEquals(stranger.pid(), running(host));
      assertEquals(ProjectState.STOPPED, host.stop("c1").state());
      assertTrue(stranger.isAlive());
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  @Test
  void anotherHostsServerOfTheSameNameIsLeftAlone() throws Exception {
    Path other = Files.createDirectory(data.resolve("other"));
    Path ours = Files.createDirectory(data.resolve("ours"));
    try (Host first = Host.start(other, new FakeStore())) {
      first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      long pid = running(first);
      store.put(Host.sh("c1", Map.of(), "exec sleep 100"), Desired.RUNNING);
      try (Host second = Host.start(ours, store)) {
        assertNotEquals(pid, running(second));
      }
      assertTrue(Host.alive(pid));
    }
  }
}
