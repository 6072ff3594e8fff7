package innkeeper.api.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchedPoolTest {

  private static final long PATIENCE_SECONDS = 30;

  private static void none(Runnable task) {
    throw new OutOfMemoryError("unable to create native thread");
  }

  /** As at the limit of a user's processes: a thread is made in a JVM that then fails to run it. */
  private static ThreadFactory noMore() {
    return task ->
        new Thread(task) {
          @Override
          public void start() {
            none(task);
          }
        };
  }

  private static long failures(String name) {
    return ThreadWatch.reports().stream()
        .filter(r -> r.name().equals(name))
        .mapToLong(ThreadReport::failures)
        .sum();
  }

  @Test
  void aTaskThatThrowsAnErrorHarmsNoOther() throws Exception {
    WatchedPool pool =
        new WatchedPool(
            "pool", 1, 1, 0, new LinkedBlockingQueue<>(), new ThreadPoolExecutor.AbortPolicy());
    CountDownLatch done = new CountDownLatch(1);
    pool.execute(
        () -> {
          throw new StackOverflowError("in a task");
        });
    pool.execute(done::countDown);
    assertTrue(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(1, failures("pool"));
    pool.shutdown();
    assertTrue(pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(0, failures("pool"), "it has ended, and is reported no more");
  }

  @Test
  void withoutAFurtherThreadATaskWaitsForThoseThereAre() throws Exception {
    WatchedPool pool =
        new WatchedPool(
            "narrow", 4, 4, 0, new LinkedBlockingQueue<>(), new ThreadPoolExecutor.AbortPolicy());
    pool.setThreadFactory(noMore());
    CountDownLatch done = new CountDownLatch(2);
    pool.execute(done::countDown);
    pool.execute(done::countDown);
    assertTrue(done.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertTrue(failures("narrow") > 0);
    pool.shutdown();
  }

  @Test
  void withoutAnyThreadTheHandlerDecides() {
    WatchedPool refusing =
        new WatchedPool(
            "refusing", 0, 99, 0, new SynchronousQueue<>(), new ThreadPoolExecutor.AbortPolicy());
    refusing.setThreadFactory(noMore());
    assertThrows(RejectedExecutionException.class, () -> refusing.execute(() -> {}));
    assertEquals(1, failures("refusing"));
    refusing.shutdown();
  }

  @Test
  void aRepeatingTaskGoesOnAfterAnError() throws Exception {
    WatchedScheduler scheduler = new WatchedScheduler("clock", 1, 0);
    AtomicInteger rounds = new AtomicInteger();
    CountDownLatch third = new CountDownLatch(1);
    scheduler.scheduleWithFixedDelay(
        () -> {
          if (rounds.incrementAndGet() == 1) {
            throw new OutOfMemoryError("no heap, for once");
          }
          if (rounds.get() == 3) {
            third.countDown();
          }
        },
        0,
        1,
        TimeUnit.MILLISECONDS);
    assertTrue(third.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(1, failures("clock"));
    scheduler.shutdownNow();
    assertTrue(scheduler.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(0, failures("clock"));
  }
}
