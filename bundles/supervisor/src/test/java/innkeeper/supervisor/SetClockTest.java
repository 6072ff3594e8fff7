package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.spawn.ControlGroups;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times that are shown while somebody sets the wall clock. */
class SetClockTest {

  private static final Duration MOST = Duration.ofMinutes(5);

  @TempDir Path data;
  private final FakeStore store = new FakeStore();
  private final Shifted clock = new Shifted();

  private static final class Shifted extends UtcClock {
    private volatile Duration shift = Duration.ZERO;

    @Override
    public Instant instant() {
      return Instant.now().plus(shift);
    }
  }

  private Host host() throws Exception {
    return new Host(
        data,
        store,
        Optional.empty(),
        Map.of("PATH", "/usr/bin:/bin"),
        ControlGroups.detect(data.resolve("no-cgroup"), Path.of("/proc/self/cgroup"), data),
        clock);
  }

  private Duration age(Instant at) {
    return Duration.between(at, clock.instant());
  }

  private void recent(Instant at) {
    assertTrue(age(at).abs().compareTo(MOST) < 0, at + " is told at " + clock.instant());
  }

  @Test
  void aServerKeepsItsUptimeAfterTheClockWasSet() throws Exception {
    try (Host host = host()) {
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      host.await("c1", ProjectState.RUNNING);
      for (int days : new int[] {1, -1}) {
        clock.shift = Duration.ofDays(days);
        ProjectStatus now =
            host.await(
                "c1", s -> age(s.server().startedAt().orElseThrow()).abs().compareTo(MOST) < 0);
        recent(now.lifecycle().since());
        assertTrue(now.uptime(clock.instant()).compareTo(MOST) < 0);
      }
    }
  }

  @Test
  void anAdoptedServerKeepsItsUptimeAndAPauseItsLength() throws Exception {
    Host first = host();
    first.apply(Host.sh("c1", Map.of("startSeconds", 1), "exec sleep 100"));
    Instant started = first.await("c1", ProjectState.RUNNING).server().startedAt().orElseThrow();
    first.apply(Host.sh("loop", Map.of(), "exit 1"));
    first.await("loop", s -> s.state() == ProjectState.BACKOFF && s.restarts().count() == 2);
    first.drop();
    clock.shift = Duration.ofDays(-1);
    try (Host second = host()) {
      ProjectStatus adopted = second.await("c1", ProjectState.RUNNING);
      assertTrue(adopted.server().adopted());
      recent(adopted.server().startedAt().orElseThrow());
      Duration starting =
          Duration.between(adopted.server().startedAt().orElseThrow(), adopted.lifecycle().since());
      assertTrue(starting.toMillis() >= 900 && starting.compareTo(MOST) < 0, "it was " + starting);
      assertTrue(second.await("loop", s -> s.restarts().count() > 2).restarts().count() > 2);
      second.drop();
    }
    clock.shift = Duration.ZERO;
    try (Host third = host()) {
      ProjectStatus adopted = third.await("c1", ProjectState.RUNNING);
      assertEquals(started, adopted.server().startedAt().orElseThrow());
    }
  }

  @Test
  void anEarlyEndOfAnAdoptedServerCountsForItsCrashLoop() throws Exception {
    Host first = host();
    first.apply(Host.sh("loop", Map.of(), "sleep 0.2; exit 1"));
    first.await("loop", s -> s.state() == ProjectState.RUNNING && s.restarts().count() == 2);
    first.drop();
    try (Host second = host()) {
      ProjectStatus next = second.await("loop", s -> s.restarts().count() == 3);
      assertTrue(next.reason().contains("restart 3 of 10"), next.reason());
    }
  }
}
