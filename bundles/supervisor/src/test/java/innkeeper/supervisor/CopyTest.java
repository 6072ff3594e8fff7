package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data directories that were copied, renamed or mounted elsewhere while their servers run. */
class CopyTest {

  private static final Actor SCHEDULE = new Actor(Actor.Via.SUPERVISOR, "", "schedule");

  @TempDir Path folder;
  private final FakeStore store = new FakeStore();
  private final List<Long> servers = new ArrayList<>();
  private Path data;
  private Host first;

  @BeforeEach
  void start() throws Exception {
    data = Files.createDirectory(folder.resolve("data"));
    first = Host.start(data, store);
    first.apply(sleeper("a"), sleeper("b"));
    servers.add(pid(first, "a"));
    servers.add(pid(first, "b"));
  }

  @AfterEach
  void end() throws Exception {
    first.close();
    for (long server : servers) {
      ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private static innkeeper.api.project.ProjectDefinition sleeper(String id) {
    return Host.sh(id, Map.of(), "exec sleep 100");
  }

  private static long pid(Host host, String id) throws Exception {
    return host.await(id, ProjectState.RUNNING).server().pid().orElseThrow();
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  private Path copy() throws Exception {
    Path copy = folder.resolve("copy");
    assertEquals(0, run("cp", "-a", data.toString(), copy.toString()));
    return copy;
  }

  private FakeStore same() throws Exception {
    FakeStore same = new FakeStore();
    store.projects().forEach(p -> same.put(p.definition(), Desired.RUNNING));
    return same;
  }

  private void assertUntouched() {
    for (long server : servers) {
      assertTrue(Host.alive(server));
    }
    assertEquals(servers.get(0), first.status("a").server().pid().orElseThrow());
    assertEquals(0, first.status("a").restarts().count());
  }

  @Test
  void aCopyStartsNothingBeforeACommandStartsIt() throws Exception {
    Path copy = copy();
    try (Host second = Host.start(copy, same())) {
      for (String id : List.of("a", "b")) {
        ProjectStatus now = second.await(id, ProjectState.STOPPED);
        assertTrue(now.reason().contains("is a copy"), now.reason());
        assertTrue(now.reason().contains(data.resolve("run").toString()), now.reason());
        assertFalse(now.server().adopted());
      }
      assertTrue(second.supervisor.held().contains("is a copy"));
      assertFalse(LoadedProjectsCheck.result(Optional.empty(), second.supervisor.held()).isOk());
      assertEquals("", first.supervisor.held());
      assertThrows(
          StateConflictException.class,
          () -> second.supervisor.scheduled("b", RunSchedule.Action.START, SCHEDULE));
      assertEquals(ProjectState.STOPPED, second.status("b").state());
      assertTrue(second.supervisor.heldBack("b").orElse("").contains("is a copy"));
      assertFalse(servers.contains(second.start("a").server().pid().orElseThrow()));
      assertEquals(Optional.empty(), second.supervisor.heldBack("a"));
      assertUntouched();
      assertEquals(ProjectState.STOPPED, second.stop("a").state());
      assertEquals(ProjectState.RUNNING, second.start("a").state());
    }
    assertUntouched();
    // It is still a copy, and the project that was started before is one that the command starts.
    try (Host third = Host.start(copy, same())) {
      assertTrue(third.await("b", ProjectState.STOPPED).reason().contains("is a copy"));
    }
    assertUntouched();
  }

  @Test
  void runAsCopyStartsTheServersOfACopy() throws Exception {
    Path copy = copy();
    Host second = Host.asCopy(copy, same());
    long own = pid(second, "a");
    assertFalse(servers.contains(own));
    assertFalse(servers.contains(pid(second, "b")));
    second.drop();
    try (Host third = Host.start(copy, same())) {
      assertEquals(own, pid(third, "a"));
    }
    assertUntouched();
  }

  @Test
  void aCopyStartsNothingAfterTheOriginalRestartedItsServers() throws Exception {
    Path copy = copy();
    servers.clear();
    for (String id : List.of("a", "b")) {
      servers.add(first.get(first.supervisor.restart(id, Host.ME)).server().pid().orElseThrow());
    }
    try (Host second = Host.start(copy, same())) {
      String reason = second.await("a", ProjectState.STOPPED).reason();
      assertTrue(reason.contains("is a copy"), reason);
    }
    assertUntouched();
  }

  @Test
  void aCopyOfADirectoryThatIsNotInUseStarts() throws Exception {
    Path copy = copy();
    first.close();
    try (Host second = Host.start(copy, same())) {
      pid(second, "a");
      pid(second, "b");
    }
  }

  @Test
  void aRenamedDirectoryKeepsItsServers() throws Exception {
    first.drop();
    Path renamed = folder.resolve("renamed");
    Files.move(data, renamed);
    try (Host second = Host.start(renamed, store)) {
      assertEquals(servers.get(0), pid(second, "a"));
      assertEquals(servers.get(1), pid(second, "b"));
      assertEquals(ProjectState.STOPPED, second.stop("a").state());
      assertFalse(Host.alive(servers.get(0)));
    }
    assertFalse(Host.alive(servers.get(1)));
  }

  @Test
  void aServerWithAReplacedFifoBelongsToThisHost() throws Exception {
    first.drop();
    Path fifo = data.resolve("run/a.out");
    Files.delete(fifo);
    assertEquals(0, run("mkfifo", fifo.toString()));
    try (Host second = Host.start(data, store)) {
      assertEquals(servers.get(0), pid(second, "a"));
    }
  }

  @Test
  void aServerWithoutRecordAndMarkBelongsToThisHost() throws Exception {
    first.apply(Host.sh("c", Map.of(), "exec env -i /bin/sleep 100"));
    long server = pid(first, "c");
    servers.add(server);
    first.drop();
    for (String id : List.of("a", "b", "c")) {
      Files.delete(data.resolve("run/" + id + ".json"));
    }
    try (Host second = Host.start(data, store)) {
      assertEquals(server, pid(second, "c"));
      assertEquals(servers.get(0), pid(second, "a"));
      assertEquals(ProjectState.STOPPED, second.stop("c").state());
      assertFalse(Host.alive(server));
    }
  }

  @Test
  void recordsAreWrittenAgainAfterRunWasRemovedOrMoved() throws Exception {
    Path run = data.resolve("run");
    byte[] record = Files.readAllBytes(run.resolve("a.json"));
    // An empty DATA_DIR was unmounted.
    Files.createFile(data.resolve("bot.db"));
    assertEquals(0, run("rm", "-r", run.toString()));
    Host.until(() -> Files.exists(run.resolve("a.json")) && Files.exists(run.resolve("b.json")));
    assertArrayEquals(record, Files.readAllBytes(run.resolve("a.json")));
    Files.move(run, folder.resolve("aside"));
    Host.until(() -> Files.exists(run.resolve("a.json")));
    assertUntouched();
    assertEquals(ProjectState.STOPPED, first.stop("a").state());
    assertEquals(ProjectState.RUNNING, first.start("a").state());
  }

  /** Two hosts in two containers may both have their DATA_DIR at /data. */
  @Test
  void aServerOfTheSamePathInAnotherMountNamespaceBelongsToAnotherHost() throws Exception {
    Path others = Files.createDirectories(folder.resolve("others/run")).getParent();
    Path ours = Files.createDirectories(folder.resolve("ours/run")).getParent();
    Path script = folder.resolve("wrapper.sh");
    Files.writeString(script, "INNKEEPER_SERVER=a/1/5 sleep 100 >$1/$2.out & echo $!; wait");
    String mount = "mount --bind \"$0\" \"$1\" && exec sh \"$2\" \"$1/run\" a";
    List<String> command =
        List.of("unshare", "-m", "sh", "-c", mount, "" + others, "" + ours, "" + script);
    ProcessBuilder wrapper = new ProcessBuilder(command);
    wrapper.environment().put("INNKEEPER_SERVER", "a/-");
    Process other = wrapper.start();
    try (var said = other.inputReader()) {
      String server = said.readLine();
      Assumptions.assumeTrue(server != null, "may not mount");
      servers.add(Long.valueOf(server));
      try (Host second = Host.start(ours, same())) {
        assertFalse(servers.contains(pid(second, "a")));
        assertFalse(second.status("a").server().adopted());
      }
      assertTrue(Host.alive(Long.parseLong(server)));
      other.destroyForcibly().waitFor();
      try (Host second = Host.start(ours, same())) {
        assertFalse(second.status("a").server().adopted(), "its wrapper was killed");
      }
      assertTrue(Host.alive(Long.parseLong(server)));
    }
  }

  @Test
  void aDirectoryThatIsMountedElsewhereKeepsItsServers() throws Exception {
    first.drop();
    Path mounted = Files.createDirectory(folder.resolve("mounted"));
    Assumptions.assumeTrue(
        run("mount", "--bind", data.toString(), mounted.toString()) == 0, "may not mount");
    try (Host second = Host.start(mounted, store)) {
      assertEquals(servers.get(0), pid(second, "a"));
    } finally {
      assertEquals(0, run("umount", "-l", mounted.toString()));
    }
  }

  @Test
  void aServerWhoseDirectoryIsHiddenByAMountIsLeftAlone() throws Exception {
    Files.createFile(data.resolve("run/host.lock"));
    first.drop();
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "none", data.toString()) == 0, "may not mount");
    try {
      Files.createFile(Files.createDirectory(data.resolve("run")).resolve("host.lock"));
      try (Host second = Host.start(data, same())) {
        assertFalse(servers.contains(pid(second, "a")));
      }
    } finally {
      assertEquals(0, run("umount", "-l", data.toString()));
    }
    assertTrue(Host.alive(servers.get(0)));
    try (Host third = Host.start(data, store)) {
      assertEquals(servers.get(0), pid(third, "a"));
    }
  }

  @Test
  void aServerOfAnUnknownHostIsLeftAlone() throws Exception {
    first.drop();
    Path copy = copy();
    Files.move(data, folder.resolve("away"));
    Host second = Host.start(copy, store);
    try {
      ProjectStatus now = second.await("a", ProjectState.UNKNOWN);
      assertFalse(now.server().adopted(), "it may be another host's");
      assertTrue(now.reason().contains(data.resolve("run").toString()), now.reason());
      assertTrue(now.reason().contains("server (pid " + servers.get(0) + ")"), now.reason());
      assertThrows(StateConflictException.class, () -> second.stop("a"));
      assertThrows(StateConflictException.class, () -> second.start("a"));
      ProcessHandle.of(servers.get(0)).orElseThrow().destroyForcibly();
      assertNotEquals(servers.get(0), pid(second, "a"), "its end is seen");
      assertEquals(ProjectState.UNKNOWN, second.status("b").state());
    } finally {
      second.supervisor.shutdown(java.time.Duration.ofSeconds(3)).join();
      second.drop();
    }
    assertTrue(Host.alive(servers.get(1)));
    endWrappers();
    assertEquals(0, run("rm", "-r", folder.resolve("away").toString()));
    try (Host third = Host.start(copy, store)) {
      String reason = third.await("b", ProjectState.UNKNOWN).reason();
      assertTrue(reason.contains("server (pid " + servers.get(1) + ") runs in "), reason);
      assertTrue(reason.contains(folder.resolve("away/run").toString()), reason);
      assertFalse(reason.contains("wrapper"), reason);
      third.drop();
    }
  }

  /** Those of the directory that was moved away. */
  private void endWrappers() throws IOException {
    try (var files = Files.newDirectoryStream(folder.resolve("away/run"), "*.json")) {
      for (Path file : files) {
        Map<?, ?> record = innkeeper.supervisor.run.Json.read(Files.readAllBytes(file));
        ProcessHandle.of(((Number) record.get("wrapperPid")).longValue())
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }
}
