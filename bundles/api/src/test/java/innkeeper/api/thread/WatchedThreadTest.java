package innkeeper.api.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchedThreadTest {

  private static final long PATIENCE_SECONDS = 30;

  private final AtomicInteger runs = new AtomicInteger();
  private final CountDownLatch second = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  private void failsOnce(Error error) {
    if (runs.incrementAndGet() == 1) {
      throw error;
    }
    second.countDown();
    try {
      go.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Optional<ThreadReport> report(String name) {
    return ThreadWatch.reports().stream().filter(r -> r.name().equals(name)).findFirst();
  }

  @Test
  void aBodyThatThrowsAnErrorIsCalledAgainAndTheReportSaysSo() throws Exception {
    WatchedThread thread =
        new WatchedThread("once", () -> failsOnce(new OutOfMemoryError("no heap, for once")));
    thread.start();
    assertTrue(second.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    ThreadReport report = report("once").orElseThrow();
    assertTrue(report.serves());
    assertEquals(1, report.failures());
    assertEquals("java.lang.OutOfMemoryError: no heap, for once", report.lastError());
    go.countDown();
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertFalse(thread.isAlive());
    assertEquals(2, runs.get());
  }

  @Test
  void aBodyThatReturnsEndsTheThreadAndIsReportedNoMore() throws Exception {
    WatchedThread thread = new WatchedThread("returns", () -> {});
    thread.start();
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertFalse(thread.isAlive());
    assertTrue(report("returns").isEmpty());
  }

  @Test
  void anInterruptDuringThePauseEndsIt() throws Exception {
    CountDownLatch thrown = new CountDownLatch(1);
    WatchedThread thread =
        new WatchedThread(
            "told",
            () -> {
              thrown.countDown();
              throw new IllegalStateException("each time");
            });
    thread.start();
    assertTrue(thrown.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    thread.interrupt();
    thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    assertFalse(thread.isAlive());
    assertTrue(report("told").isEmpty());
  }
}
