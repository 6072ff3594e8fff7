package innkeeper.supervisor.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunWatchTest {

  private static final long PATIENCE_SECONDS = 30;

  @TempDir Path run;

  @Test
  void afterAnErrorAllFilesAreCheckedAndEventsContinue() throws Exception {
    AtomicInteger told = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(1);
    CountDownLatch later = new CountDownLatch(1);
    RunWatch.Listener listener =
        new RunWatch.Listener() {
          @Override
          public void pid(String name, boolean alone) {
            if (told.incrementAndGet() == 1) {
              throw new OutOfMemoryError("no heap, for once");
            }
            if (name.equals("later")) {
              later.countDown();
            }
          }

          @Override
          public void exit(String name, boolean alone) {
            throw new AssertionError(name);
          }

          @Override
          public void all() {
            all.countDown();
          }
        };
    try (RunWatch watch = new RunWatch(run, listener)) {
      Files.writeString(run.resolve("first.pid"), "1");
      assertTrue(all.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "what was lost is looked for");
      Files.writeString(run.resolve("later.pid"), "2");
      assertTrue(later.await(PATIENCE_SECONDS, TimeUnit.SECONDS), watch + " hears again");
    }
  }
}
