package innkeeper.logging.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HelperTest {

  @Test
  void workThatThrewAnErrorIsRepeated() throws Exception {
    AtomicInteger rounds = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    DelayedTasks delayed = new DelayedTasks();
    ReaderPool pool = new ReaderPool(delayed);
    new Helper(
            pool,
            () -> {
              if (rounds.incrementAndGet() == 1) {
                throw new OutOfMemoryError("no heap, for once");
              }
              done.countDown();
              return false;
            })
        .wake();
    assertTrue(done.await(30, TimeUnit.SECONDS));
    assertEquals(2, rounds.get());
    pool.close();
    delayed.close();
  }
}
