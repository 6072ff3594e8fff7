package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.supervisor.queue.SerialQueue;
import innkeeper.supervisor.spawn.ControlGroups;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloseTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  /** Lets a queue's step wait in the middle of what it does, as a disk that hangs would. */
  private static final class Gate extends UtcClock {

    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch open = new CountDownLatch(1);
    volatile boolean interrupted;

    @Override
    public Instant instant() {
      if (Thread.currentThread().getName().matches("supervisor-\\d")) {
        reached.countDown();
        try {
          open.await();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      return Instant.now();
    }
  }

  @Test
  void aStepThatTakesTooLongIsNotInterrupted() throws Exception {
    Gate gate = new Gate();
    Host first =
        new Host(
            data,
            store,
            Optional.empty(),
            Map.of("PATH", "/usr/bin:/bin"),
            ControlGroups.detect(data.resolve("no-cgroup"), Path.of("/proc/self/cgroup"), data),
            gate);
    first.apply(Host.sh("c1", Map.of("autostart", false), "exec sleep 100"));
    first.supervisor.start("c1", Host.ME);
    assertTrue(gate.reached.await(30, TimeUnit.SECONDS));
    first.drop();
    assertFalse(gate.interrupted);
    gate.open.countDown();
    Host.until(() -> first.status("c1").server().incarnation() == 1);
    assertFalse(gate.interrupted);
    try (Host next = Host.swap(data, store)) {
      assertTrue(next.await("c1", ProjectState.RUNNING).server().adopted());
    }
  }

  @Test
  void stepsBehindAStepThatTakesTooLongAreSkipped() {
    Queue<Runnable> pool = new ArrayDeque<>();
    SerialQueue queue = new SerialQueue(pool::add, failure -> {});
    List<String> done = new ArrayList<>();
    queue.later(
        () -> {
          done.add("at work");
          queue.cut();
        });
    queue.later(() -> done.add("waits"));
    queue.last(() -> done.add("last"));
    queue.later(() -> done.add("late"));
    pool.remove().run();
    assertEquals(List.of("at work", "last"), done);
    assertTrue(queue.over());
  }
}
