package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.spawn.ControlGroups;
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

  private Host host(ControlGroups memory, Clock clock) throws Exception {
    return new Host(data, store, Optional.empty(), Map.of("PATH", "/usr/bin:/bin"), memory, clock);
  }

  @Test
  void aServerRunsWithTheNiceValueOfItsDefinition() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of("nice", 7), "exec sleep 100"));
      long pid = host.await("c1", ProjectState.RUNNING).server().pid().orElseThrow();
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
  void theResourcesOfAServerIncludeItsChildren() throws Exception {
    try (Host host = Host.start(data, store)) {
      host.apply(Host.sh("c1", Map.of(), "sleep 100 & while :; do :; done"));
      host.await("c1", ProjectState.RUNNING);
      ProjectStatus seen =
          host.await("c1", s -> s.resources().processes() == 2 && s.resources().cpuPercent() > 0);
      assertTrue(seen.resources().rssBytes() > 100_000, seen.resources().toString());
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
  void aJumpOfTheClockChangesNoPause() throws Exception {
    Jumping clock = new Jumping();
    ControlGroups none =
        ControlGroups.detect(data.resolve("none"), Path.of("/proc/self/cgroup"), data);
    try (Host host = host(none, clock)) {
      host.apply(
          Host.sh("loop", Map.of(), "exit 1"),
          Host.sh("deaf", Map.of("stopSeconds", 0.5), "trap '' TERM; while :; do sleep 0.1; done"));
      host.await("loop", s -> s.state() == ProjectState.BACKOFF && s.restarts().count() == 2);
      clock.by = Duration.ofDays(-400);
      long back = System.nanoTime();
      host.await("loop", s -> s.restarts().count() == 3);
      clock.by = Duration.ofDays(400);
      host.await("deaf", ProjectState.RUNNING);
      assertEquals(ProjectState.STOPPED, host.stop("deaf").state());
      host.await("loop", s -> s.restarts().count() == 4);
      assertTrue(System.nanoTime() - back > 400_000_000L, "the pauses are kept");
      assertFalse(host.status("loop").state() == ProjectState.FATAL, "no try was invented");
    }
  }
}
