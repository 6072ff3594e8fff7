package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.queue.SerialQueue;
import innkeeper.supervisor.spawn.ControlGroups;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A step that throws, wherever it does, leaves neither a false state nor a stuck queue. */
class FailedStepTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  /** Throws once, when it is asked for the n-th time from now on. */
  private static final class FailingClock extends UtcClock {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public Instant instant() {
      if (calls.decrementAndGet() == 0) {
        throw new IllegalStateException("told to fail");
      }
      return Instant.now();
    }
  }

  private Host host(FailingClock clock) throws Exception {
    return new Host(
        data,
        store,
        Optional.empty(),
        Map.of("PATH", "/usr/bin:/bin"),
        ControlGroups.detect(data.resolve("no-cgroup"), Path.of("/proc/self/cgroup"), data),
        clock);
  }

  @Test
  void aServerRunsRestartsAndStopsAlthoughAnyStepThrows() throws Exception {
    FailingClock clock = new FailingClock();
    int failed = 0;
    try (Host host = host(clock)) {
      host.apply(Host.sh("c1", Map.of("autostart", false, "restart", "always"), "exec sleep 100"));
      for (int call = 1; call <= 6; call++) {
        clock.calls.set(call);
        host.supervisor.start("c1", Host.ME);
        ProjectStatus first = host.await("c1", FailedStepTest::runs);
        failed += clock.calls.getAndSet(call) <= 0 ? 1 : 0;
        long pid = first.server().pid().orElseThrow();
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        long second =
            host.await("c1", s -> runs(s) && s.server().pid().orElseThrow() != pid)
                .server()
                .pid()
                .orElseThrow();
        failed += clock.calls.getAndSet(call) <= 0 ? 1 : 0;
        host.supervisor.stop("c1", Host.ME);
        host.await("c1", ProjectState.STOPPED);
        failed += clock.calls.getAndSet(0) <= 0 ? 1 : 0;
        assertFalse(Host.alive(second));
      }
    }
    assertTrue(failed > 6, "steps failed: " + failed);
  }

  private static boolean runs(ProjectStatus now) {
    return now.state() == ProjectState.RUNNING
        && now.server().pid().isPresent()
        && Host.alive(now.server().pid().getAsLong());
  }

  @Test
  void aProbeThatOnlyAnEarlierVersionAcceptedIsSkippedWithAWarning() throws Exception {
    ProjectDefinition stored =
        Definitions.fromStored(
            Map.of(
                "channelId",
                "c1",
                "command",
                List.of("sleep", "100"),
                "directory",
                "/tmp",
                "startSeconds",
                0,
                "health",
                Map.of("http", "http://127.0.0.1:1/<x>")),
            unknown -> {});
    store.put(stored, Desired.RUNNING);
    Host first = Host.start(data, store);
    ProjectStatus runs = first.await("c1", ProjectState.RUNNING);
    long pid = runs.server().pid().orElseThrow();
    String output = runs.health().output();
    assertTrue(output.startsWith("not probed: health.http is http://127.0.0.1:1/<x>;"), output);
    assertTrue(runs.health().alive());
    assertFalse(runs.health().ready());
    first.drop();
    try (Host second = Host.start(data, store)) {
      assertEquals(pid, second.await("c1", ProjectState.RUNNING).server().pid().orElseThrow());
      assertEquals(ProjectState.STOPPED, second.stop("c1").state());
      assertFalse(Host.alive(pid));
    }
  }

  @Test
  void aQueueSurvivesAnErrorAndWorksWithoutNewThreads() {
    List<String> done = new ArrayList<>();
    SerialQueue queue =
        new SerialQueue(
            task -> {
              throw new OutOfMemoryError("unable to create native thread");
            },
            failure -> done.add(failure.getMessage()));
    queue.later(
        () -> {
          throw new OutOfMemoryError("first");
        });
    queue.now(() -> done.add("second"));
    queue.later(() -> done.add("third"));
    assertEquals(List.of("first", "second", "third"), done);
  }
}
