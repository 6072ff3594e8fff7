package innkeeper.logging.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DirectoryWatchTest {

  @TempDir Path dir;

  private final LinkedBlockingQueue<Path> seen = new LinkedBlockingQueue<>();
  private final CountDownLatch looks = new CountDownLatch(3);

  private final DirectoryWatch.Eye eye =
      new DirectoryWatch.Eye() {
        @Override
        public void seen(Set<Path> paths) {
          seen.addAll(paths);
        }

        @Override
        public void all() {
          looks.countDown();
        }
      };

  @Test
  void directoriesAreReadPeriodicallyWithoutAWatchService() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    DirectoryWatch watch =
        new DirectoryWatch(
            Map.of(dir, eye),
            () -> {
              if (asked.incrementAndGet() < 3) {
                throw new IOException("User limit of inotify instances reached");
              }
              return FileSystems.getDefault().newWatchService();
            });
    watch.start();
    // Twice without a watch, and once when it is there.
    assertTrue(looks.await(30, TimeUnit.SECONDS));
    Path fresh = Files.createFile(dir.resolve("fresh"));
    assertEquals(fresh, seen.poll(30, TimeUnit.SECONDS));
    watch.close();
  }

  @Test
  void closeReturnsWithoutAWatchService() throws Exception {
    DirectoryWatch watch =
        new DirectoryWatch(
            Map.of(dir, eye),
            () -> {
              throw new IOException("none");
            });
    watch.start();
    assertTrue(looks.await(30, TimeUnit.SECONDS));
    watch.close();
  }

  @Test
  void aDirectoryThatWasMovedOrRemovedIsCreatedAndWatchedAgain() throws Exception {
    Path run = Files.createDirectory(dir.resolve("run"));
    Files.createFile(dir.resolve("bot.db"));
    DirectoryWatch watch =
        new DirectoryWatch(Map.of(run, eye), () -> FileSystems.getDefault().newWatchService());
    watch.start();
    Files.createFile(run.resolve("first"));
    // While a file of it is open, the system does not report that it was removed.
    try (InputStream open = Files.newInputStream(run.resolve("first"))) {
      Files.delete(run.resolve("first"));
      Files.delete(run);
      awaitFile(run.resolve("again"));
      Files.move(run, dir.resolve("aside"));
      awaitFile(run.resolve("once more"));
      assertEquals(-1, open.read());
    }
    watch.close();
  }

  private void awaitFile(Path fresh) throws Exception {
    do {
      Thread.sleep(20);
      if (Files.isDirectory(fresh.getParent())) {
        Files.deleteIfExists(fresh);
        Files.createFile(fresh);
      }
    } while (!seen.contains(fresh));
  }
}
