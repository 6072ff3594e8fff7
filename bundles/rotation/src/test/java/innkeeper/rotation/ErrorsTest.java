package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.rotation.disk.Space;
import innkeeper.testkit.FakeSettings;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An Error in one of rotation's threads ends neither it nor its work. */
class ErrorsTest {

  @TempDir Path dir;

  @Test
  void archivesAreForcedAndCompressedAlthoughBothThreadsRanOutOfMemoryOnce() throws Exception {
    AtomicInteger forced = new AtomicInteger();
    AtomicInteger written = new AtomicInteger();
    CountDownLatch both = new CountDownLatch(2);
    FaultyDisk disk =
        new FaultyDisk(
            step -> {
              if (step.equals("force") && Thread.currentThread().getName().equals("rotation")) {
                once(forced, both);
              }
              if (step.equals("write")) {
                once(written, both);
              }
            });
    FakeSettings settings = new FakeSettings(dir).set("LOG_MAX_AGE_DAYS", 0);
    House house = new House(settings, java.time.Clock.systemUTC(), disk, Space.real(0)).start();
    try (house;
        TestLog log = new TestLog(dir.resolve("logs/demo.log"))) {
      house.rotation.add(log);
      for (int i = 0; both.getCount() > 0; i++) {
        assertTrue(i < 600, "both threads were hit and came back");
        log.line(house.rotation, "line " + i);
        house.rotation.rotate("demo");
        both.await(50, TimeUnit.MILLISECONDS);
      }
    }
    assertTrue(forced.get() > 1 && written.get() > 1);
  }

  private static void once(AtomicInteger calls, CountDownLatch back) {
    int call = calls.incrementAndGet();
    if (call == 1) {
      throw new OutOfMemoryError("no heap, for once");
    }
    if (call == 2) {
      back.countDown();
    }
  }
}
