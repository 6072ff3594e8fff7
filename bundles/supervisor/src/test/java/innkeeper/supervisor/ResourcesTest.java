package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.api.project.DefinitionException;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.spawn.MemoryLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourcesTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private Host host(MemoryLimit memory, Clock clock) throws Exception {
    return new Host(data, store, Optional.empty(), Map.of("PATH", "/usr/bin:/bin"), memory, clock);
  }

  @Test
  void aServerRunsAsNicelyAsItIsTold() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("nice", 7), "exec sleep 100"));
      long pid = host.await("c1", ProjectState.RUNNING).pid().orElseThrow();
      Host.until(() -> Files.readString(Path.of("/proc/" + pid + "/comm")).equals("sleep\n"));
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      int own = nice(Files.readString(Path.of("/proc/self/stat")));
      assertEquals(Math.min(19, own + 7), nice(stat));
    }
  }

  private static int nice(String stat) {
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
  }

  @Test
  void whatAServerUsesIsCountedWithItsChildren() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "sleep 100 & while :; do :; done"));
      host.await("c1", ProjectState.RUNNING);
      ProjectStatus seen =
          host.await("c1", s -> s.resources().processes() == 2 && s.resources().cpuPercent() > 0);
      assertTrue(seen.resources().rssBytes() > 100_000, seen.resources().toString());
    }
  }

  @Test
  void aServerThatPassesItsMemoryBoundEndsAndWhySaysSo() throws Exception {
    MemoryLimit memory = MemoryLimit.detect();
    assumeTrue(memory.lacking().isEmpty(), () -> memory.lacking().get());
    try (Host host = host(memory, Clock.systemUTC())) {
      host.apply(
          Host.sh(
              "c1-bounded",
              Map.of("restart", "never", "memoryMaxBytes", 40_000_000),
              "exec perl -e '$x = \"a\" x 300_000_000; sleep 100'"));
      ProjectStatus over = host.await("c1-bounded", ProjectState.EXITED);
      assertEquals("KILL", over.lastExit().orElseThrow().signalInferred());
      assertTrue(over.reason().contains("memoryMaxBytes of 40000000"), over.reason());
    }
  }

  @Test
  void inVersionTwoTheHostMovesIntoALeafAndTheServerGetsItsBound() throws Exception {
    Path mount = Files.createDirectories(data.resolve("cgroup/inn.service"));
    for (String file : new String[] {"cgroup.subtree_control", "cgroup.procs"}) {
      Files.createFile(mount.resolve(file));
    }
    Files.writeString(mount.resolve("cgroup.controllers"), "cpu memory pids\n");
    Files.writeString(mount.resolve("cgroup.procs"), "4711\n");
    Path membership = Files.writeString(data.resolve("membership"), "0::/inn.service\n");
    MemoryLimit memory = MemoryLimit.detect(data.resolve("cgroup"), membership);
    assertEquals(Optional.empty(), memory.lacking());
    Path group = Path.of(memory.group("web", 1 << 20));
    assertEquals(mount.resolve("innkeeper-web"), group);
    assertEquals("1048576", Files.readString(group.resolve("memory.max")));
    assertEquals("1", Files.readString(group.resolve("memory.oom.group")));
    assertEquals("4711", Files.readString(mount.resolve("innkeeper-host/cgroup.procs")));
    assertEquals("+memory", Files.readString(mount.resolve("cgroup.subtree_control")));
  }

  @Test
  void whereNoBoundCanBeEnforcedTheDefinitionIsRefused() throws Exception {
    try (Host host = Host.start(data, store)) {
      DefinitionException refused =
          assertThrows(
              DefinitionException.class,
              () -> host.apply(Host.sh("c1", Map.of("memoryMaxBytes", 40_000_000), "exit 0")));
      assertTrue(refused.getMessage().contains("cannot be enforced here"), refused.getMessage());
      assertTrue(store.projects().isEmpty());
    }
  }

  /** The wall clock as somebody sets it. */
  private static final class Jumping extends UtcClock {
    volatile Duration by = Duration.ZERO;

    @Override
    public Instant instant() {
      return Instant.now().plus(by);
    }
  }

  @Test
  void aClockThatJumpsNeitherHastensNorHoldsUpAnything() throws Exception {
    Jumping clock = new Jumping();
    MemoryLimit none = MemoryLimit.detect(data.resolve("none"), Path.of("/proc/self/cgroup"));
    try (Host host = host(none, clock)) {
      host.apply(
          Host.sh("loop", Map.of(), "exit 1"),
          Host.sh("deaf", Map.of("stopSeconds", 0.5), "trap '' TERM; while :; do sleep 0.1; done"));
      host.await("loop", s -> s.state() == ProjectState.BACKOFF && s.restarts() == 2);
      clock.by = Duration.ofDays(-400);
      long back = System.nanoTime();
      host.await("loop", s -> s.restarts() == 3);
      clock.by = Duration.ofDays(400);
      host.await("deaf", ProjectState.RUNNING);
      assertEquals(ProjectState.STOPPED, host.stop("deaf").state());
      host.await("loop", s -> s.restarts() == 4);
      assertTrue(System.nanoTime() - back > 400_000_000L, "the pauses are kept");
      assertFalse(host.status("loop").state() == ProjectState.FATAL, "no try was invented");
    }
  }
}
