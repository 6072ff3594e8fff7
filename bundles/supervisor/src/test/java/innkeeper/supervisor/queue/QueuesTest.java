package innkeeper.supervisor.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** No Error in one task holds up what waits behind it. */
class QueuesTest {

  private static final long PATIENCE_SECONDS = 30;

  private final List<String> done = new ArrayList<>();
  private final List<Throwable> failed = new ArrayList<>();

  private static void fails() {
    throw new OutOfMemoryError("no heap, for once");
  }

  @Test
  void aStepThatThrowsAnErrorDoesNotStopTheQueue() {
    Queue<Runnable> pool = new ArrayDeque<>();
    SerialQueue queue = new SerialQueue(pool::add, failed::add);
    queue.later(QueuesTest::fails);
    queue.later(() -> done.add("second"));
    pool.remove().run();
    queue.now(QueuesTest::fails);
    queue.now(() -> done.add("fourth"));
    assertEquals(List.of("second", "fourth"), done);
    assertEquals(2, failed.size());
  }

  @Test
  void theCallerRunsATaskThatNoThreadTakes() {
    SerialQueue queue =
        new SerialQueue(
            task -> {
              throw new OutOfMemoryError("unable to create native thread");
            },
            failed::add);
    queue.later(() -> done.add("first"));
    queue.later(() -> done.add("second"));
    assertEquals(List.of("first", "second"), done);
  }

  @Test
  void aTimerThatRanOutOfMemoryIsTriedAgain() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CountDownLatch came = new CountDownLatch(1);
    try (Timers timers = new Timers()) {
      timers.after(
          Duration.ofMillis(1),
          () -> {
            if (tries.incrementAndGet() == 1) {
              fails();
            }
            came.countDown();
          });
      assertTrue(came.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }
    assertEquals(2, tries.get());
  }
}
