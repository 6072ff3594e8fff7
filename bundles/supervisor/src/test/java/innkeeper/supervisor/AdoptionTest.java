package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.run.Json;
import innkeeper.testkit.FakeLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdoptionTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private long running(Host host, String id) throws Exception {
    return host.await(id, s -> s.state() == ProjectState.RUNNING).server().pid().orElseThrow();
  }

  private void kill(long pid) {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  @Test
  void aLivingServerIsAdoptedAndItsEndIsKnown() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first, "c1");
    first.drop();
    assertTrue(Host.alive(pid));
    try (Host second = Host.swap(data, store)) {
      ProjectStatus adopted = second.status("c1");
      assertEquals(ProjectState.RUNNING, adopted.state());
      assertEquals(pid, adopted.server().pid().orElseThrow());
      assertTrue(adopted.server().adopted());
      kill(pid);
      ProjectStatus after =
          second.await(
              "c1", s -> s.state() == ProjectState.RUNNING && s.server().pid().orElse(pid) != pid);
      assertFalse(after.server().adopted());
      assertEquals(OptionalInt.of(137), after.lastExit().orElseThrow().code());
      assertEquals(adopted.server().incarnation() + 1, after.server().incarnation());
    }
  }

  @Test
  void anEndWithoutAHostKeepsItsExitCode() throws Exception {
    Host first = Host.start(data, store);
    Path go = data.resolve("go");
    first.apply(
        Host.sh(
            "c1",
            Map.of("restart", "never"),
            "while ! [ -e " + go + " ]; do sleep 0.02; done; exit 42"));
    running(first, "c1");
    first.drop();
    Files.createFile(go);
    Host.until(() -> Files.exists(data.resolve("run/c1.exit")));
    Host second = Host.start(data, store);
    ProjectStatus dead = second.await("c1", ProjectState.EXITED);
    assertEquals(OptionalInt.of(42), dead.lastExit().orElseThrow().code());
    Host.until(() -> store.audit("project.exit").size() == 1);
    second.drop();
    try (Host third = Host.swap(data, store)) {
      ProjectStatus same = third.await("c1", ProjectState.EXITED);
      assertEquals(OptionalInt.of(42), same.lastExit().orElseThrow().code());
      assertEquals(1, store.audit("project.exit").size(), "told once");
    }
  }

  @Test
  void aRecordOfAnotherBootIsNeverAdoptedNorSignalled() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
    long pid = first.start("c1").server().pid().orElseThrow();
    first.drop();
    long wrapper = rewrite("c1", Map.of("bootId", "00000000-0000-0000-0000-000000000000"));
    store.put(store.projects().get(0).definition(), Desired.STOPPED);
    try (Host second = Host.start(data, store)) {
      assertEquals(ProjectState.STOPPED, second.status("c1").state());
      assertTrue(Host.alive(pid));
      kill(wrapper);
      kill(pid);
    }
  }

  @Test
  void aRecycledPidIsNeverSignalled() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of("restart", "never"), "exec sleep 100"));
    long pid = running(first, "c1");
    first.drop();
    // The wrapper's and the server's numbers now belong to somebody else, who leads a session.
    Process stranger = new ProcessBuilder("setsid", "sleep", "100").start();
    kill(rewrite("c1", Map.of("wrapperStart", 1)));
    kill(pid);
    long start = Proc.stat(stranger.pid()).orElseThrow().identity().start();
    Files.writeString(data.resolve("run/c1.id"), stranger.pid() + " " + (start - 100) + "\n");
    Files.writeString(data.resolve("run/c1.pid"), stranger.pid() + "\n");
    Files.deleteIfExists(data.resolve("run/c1.exit"));
    try (Host second = Host.start(data, store)) {
      ProjectStatus over = second.await("c1", ProjectState.EXITED);
      assertTrue(over.lastExit().orElseThrow().code().isEmpty());
      assertTrue(stranger.isAlive());
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  /** Its number is all that is left of a stranger's session; returns its leader. */
  private long strangersSession(Path child) throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of("restart", "never"), "exec sleep 100"));
    long pid = running(first, "c1");
    first.drop();
    kill(rewrite("c1", Map.of("wrapperStart", 1)));
    kill(pid);
    Process leader =
        new ProcessBuilder("setsid", "sh", "-c", "sleep 100 & echo $! > " + child).start();
    leader.waitFor();
    Files.writeString(data.resolve("run/c1.id"), leader.pid() + " 1\n");
    Files.writeString(data.resolve("run/c1.pid"), leader.pid() + "\n");
    Files.deleteIfExists(data.resolve("run/c1.exit"));
    return leader.pid();
  }

  @Test
  void aSessionOfUnknownProcessesIsLeftAlone() throws Exception {
    Path child = data.resolve("child");
    long leader = strangersSession(child);
    long stranger = Host.number(child);
    try (Host second = Host.start(data, store)) {
      ProjectStatus unknown = second.await("c1", ProjectState.UNKNOWN);
      assertTrue(unknown.reason().contains("session " + leader), unknown.reason());
      Assertions.assertThrows(
          StateConflictException.class, () -> second.supervisor.stop("c1", Host.ME));
      assertTrue(Host.alive(stranger));
      kill(stranger);
      second.await("c1", ProjectState.EXITED);
    }
  }

  @Test
  void aSessionThatIsJustEndingIsNotUnknown() throws Exception {
    Path child = data.resolve("child");
    strangersSession(child);
    try (Host second = Host.start(data, store)) {
      assertEquals(ProjectState.STOPPING, second.status("c1").state());
      kill(Host.number(child));
      second.await("c1", ProjectState.EXITED);
      synchronized (second.seen) {
        assertTrue(second.seen.stream().noneMatch(s -> s.state() == ProjectState.UNKNOWN));
      }
    }
  }

  /** That of c1 once more, called a-other, but for what differs. */
  private static void secondRecord(Path run, Map<String, Object> differs) throws Exception {
    Map<String, Object> other = new HashMap<>();
    Json.read(Files.readAllBytes(run.resolve("c1.json")))
        .forEach((k, v) -> other.put((String) k, v));
    other.put("name", "a-other");
    other.putAll(differs);
    Files.write(run.resolve("a-other.json"), Json.write(other));
  }

  @Test
  void aSecondRecordOfAProjectDoesNotHideItsLivingServer() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first, "c1");
    first.drop();
    Process stranger = new ProcessBuilder("setsid", "sleep", "100").start();
    Path run = data.resolve("run");
    secondRecord(run, Map.of("incarnation", 1_000_000, "wrapperPid", stranger.pid()));
    Files.writeString(run.resolve("a-other.id"), stranger.pid() + " 1\n");
    Files.writeString(run.resolve("a-other.pid"), stranger.pid() + "\n");
    try (Host second = Host.start(data, store)) {
      assertEquals(pid, running(second, "c1"));
      assertTrue(second.status("c1").server().adopted());
      assertTrue(stranger.isAlive());
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void aDamagedRecordPreventsNoOtherAdoption() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first, "c1");
    first.drop();
    Path run = data.resolve("run");
    Process stranger = new ProcessBuilder("setsid", "sleep", "100").start();
    long start = Proc.stat(stranger.pid()).orElseThrow().identity().start();
    secondRecord(
        run, Map.of("channelId", "a b/c", "wrapperPid", stranger.pid(), "wrapperStart", start));
    Files.writeString(run.resolve("a-other.id"), stranger.pid() + " " + start + "\n");
    Files.writeString(run.resolve("a-other.pid"), stranger.pid() + "\n");
    try (Host second = Host.start(data, store)) {
      assertEquals(pid, running(second, "c1"));
      assertTrue(second.supervisor.loaded().isDone());
      assertTrue(stranger.isAlive());
    } finally {
      stranger.destroyForcibly();
      Files.deleteIfExists(run.resolve("a-other.json"));
    }
  }

  @Test
  void aSecondRecordOfAnotherBootCausesNoSignal() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first, "c1");
    first.drop();
    Process stranger = new ProcessBuilder("setsid", "sleep", "100").start();
    Path run = data.resolve("run");
    long start = Proc.stat(stranger.pid()).orElseThrow().identity().start();
    secondRecord(
        run, Map.of("bootId", "another", "wrapperPid", stranger.pid(), "wrapperStart", start));
    try (Host second = new Host(data, store, Optional.of(new FakeLogs()))) {
      assertEquals(pid, running(second, "c1"));
      Host.until(() -> !Files.exists(run.resolve("a-other.json")));
      second.stop("c1");
    }
    assertTrue(stranger.isAlive());
    stranger.destroyForcibly();
  }

  @Test
  void theNextHostEndsProcessesThatAStoppedServerLeft() throws Exception {
    Host first = Host.start(data, store);
    Path child = data.resolve("child");
    first.apply(
        Host.sh(
            "c1",
            Map.of("restart", "never"),
            "(trap '' TERM; sleep 100 & wait) & echo $! > " + child + "; exec sleep 100"));
    long grandchild = Host.number(child);
    long pid = running(first, "c1");
    first.drop();
    kill(pid);
    Host.until(() -> Files.exists(data.resolve("run/c1.exit")));
    assertTrue(Host.alive(grandchild));
    try (Host second = Host.start(data, store)) {
      second.await("c1", ProjectState.EXITED);
      assertFalse(Host.alive(grandchild));
    }
  }

  @Test
  void aServerWithoutADefinitionIsShownAndLeftAlone() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first, "c1");
    first.drop();
    FakeStore restored = new FakeStore();
    try (Host second = Host.start(data, restored)) {
      ProjectStatus orphan = second.status("c1");
      assertEquals(ProjectState.UNKNOWN, orphan.state());
      assertEquals(pid, orphan.server().pid().orElseThrow());
      assertTrue(second.supervisor.definitions().isEmpty());
      second.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      assertEquals(pid, running(second, "c1"), "adopted once it is defined");
      assertEquals(ProjectState.STOPPED, second.stop("c1").state());
    }
    try (Host third = Host.start(data, new FakeStore())) {
      assertTrue(third.supervisor.projects().isEmpty());
    }
  }

  @Test
  void aKillOfTheWrapperLosesTheExitCodeOnly() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("restart", "never"), "exec sleep 100"));
      long pid = running(host, "c1");
      kill(Proc.stat(pid).orElseThrow().parent());
      ProjectStatus lost = host.await("c1", s -> !s.reason().isEmpty());
      assertEquals(ProjectState.RUNNING, lost.state());
      assertTrue(Host.alive(pid));
      kill(pid);
      ProjectStatus over = host.await("c1", ProjectState.EXITED);
      assertTrue(over.lastExit().orElseThrow().code().isEmpty());
    }
  }

  @Test
  void aSwapRestartsNoEndedProject() throws Exception {
    Host first = Host.start(data, store);
    first.apply(
        Host.sh("done", Map.of(), "exit 0"),
        Host.define("fatal", Map.of("restart", "never"), "no-such-program"),
        Host.sh("loop", Map.of(), "exit 1"));
    first.await("done", ProjectState.EXITED);
    first.await("fatal", ProjectState.FATAL);
    first.await("loop", s -> s.state() == ProjectState.BACKOFF && s.restarts().count() == 4);
    first.drop();
    try (Host second = Host.swap(data, store)) {
      assertEquals(ProjectState.EXITED, second.status("done").state());
      assertEquals(ProjectState.FATAL, second.status("fatal").state());
      ProjectStatus loop = second.status("loop");
      assertEquals(4, loop.restarts().count(), "the count outlives the supervisor");
      assertEquals(ProjectState.BACKOFF, loop.state());
    }
  }

  @Test
  void aHostStartsOnlyWantedProjects() throws Exception {
    store.put(Host.sh("wanted", Map.of(), "exec sleep 100"), Desired.RUNNING);
    store.put(Host.sh("stopped", Map.of(), "exec sleep 100"), Desired.STOPPED);
    store.put(Host.sh("manual", Map.of("autostart", false), "exec sleep 100"), Desired.RUNNING);
    try (Host host = Host.start(data, store)) {
      running(host, "wanted");
      assertEquals(ProjectState.STOPPED, host.status("stopped").state());
      assertEquals(ProjectState.STOPPED, host.status("manual").state());
      assertTrue(host.status("manual").reason().contains("autostart"));
    }
    assertEquals(Desired.RUNNING, store.desired("wanted").orElseThrow(), "a clean stop keeps it");
    try (Host host = Host.start(data, store)) {
      running(host, "wanted");
    }
  }

  @Test
  void theNextHostCompletesAStop() throws Exception {
    Host first = Host.start(data, store);
    first.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
    long pid = running(first, "c1");
    first.drop();
    store.put(store.projects().get(0).definition(), Desired.STOPPED);
    try (Host second = Host.start(data, store)) {
      second.await("c1", ProjectState.STOPPED);
      assertFalse(Host.alive(pid));
    }
  }

  /** Changes members of a record; gives the wrapper's pid. */
  private long rewrite(String name, Map<String, Object> changes) throws Exception {
    Path file = data.resolve("run/" + name + ".json");
    Map<String, Object> map = new HashMap<>();
    Json.read(Files.readAllBytes(file)).forEach((key, value) -> map.put((String) key, value));
    map.putAll(changes);
    Files.write(file, Json.write(map));
    return ((Number) map.get("wrapperPid")).longValue();
  }
}
