package innkeeper.host.surface;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWatchTest {

  @TempDir Path dir;

  private final Semaphore told = new Semaphore(0);
  private FolderWatch watch;

  @AfterEach
  void close() {
    watch.close();
  }

  private boolean tells() throws InterruptedException {
    return told.tryAcquire(60, TimeUnit.SECONDS);
  }

  @Test
  void oneReportFollowsAFileThatWasWrittenInParts() throws Exception {
    watch = new FolderWatch(Set.of(dir), told::release);
    assertTrue(tells(), "at first");

    Path jar = dir.resolve("a.jar");
    for (int part = 0; part < 10; part++) {
      Files.writeString(jar, "part " + part);
      Thread.sleep(20);
    }

    assertTrue(tells());
    assertEquals(0, told.availablePermits());
  }

  @Test
  void aFolderThatIsMadeLaterIsWatchedToo() throws Exception {
    Path later = dir.resolve("later");
    watch = new FolderWatch(Set.of(dir, later), told::release);
    assertTrue(tells(), "at first");

    Files.createDirectory(later);
    assertTrue(tells(), "its making");
    assertTrue(tells(), "its first look");
    Files.writeString(later.resolve("a.jar"), "a");

    assertTrue(tells());
  }
}
