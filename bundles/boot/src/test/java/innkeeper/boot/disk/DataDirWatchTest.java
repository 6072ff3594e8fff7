package innkeeper.boot.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirWatchTest {

  @TempDir Path temp;
  private Path data;
  private final Semaphore lost = new Semaphore(0);
  private final Semaphore changed = new Semaphore(0);

  @BeforeEach
  void watch() throws Exception {
    data = temp.toRealPath().resolve("srv/bots/data");
    Files.createDirectories(data.resolve("run"));
    Files.createFile(data.resolve("run/host.lock"));
    new DataDirWatch(data, lost::release, changed::release).start();
    // Until the watch is registered, a removal in run may go unnoticed for ten seconds.
    do {
      Files.delete(Files.createTempFile(data.resolve("run"), "probe", ""));
    } while (!changed.tryAcquire(1, TimeUnit.SECONDS));
    changed.drainPermits();
  }

  private void assertLost() throws InterruptedException {
    assertTrue(lost.tryAcquire(5, TimeUnit.SECONDS));
  }

  @Test
  void aRenamedDirectoryIsLost() throws Exception {
    Files.move(data, data.resolveSibling("renamed"));
    assertLost();
  }

  @Test
  void aReplacedDirectoryIsLost() throws Exception {
    Files.move(data, data.resolveSibling("old"));
    Files.createDirectory(data);
    assertLost();
  }

  @Test
  void aRenamedFolderAboveItIsNoticed() throws Exception {
    Files.move(temp.resolve("srv"), temp.resolve("srv.old"));
    assertLost();
  }

  @Test
  void aRemovedDirectoryIsLost() throws Exception {
    Files.delete(data.resolve("run/host.lock"));
    Files.delete(data.resolve("run"));
    Files.delete(data);
    assertLost();
  }

  @Test
  void aRemovedFileInRunIsReportedAlsoAfterRunWasCreatedAgain() throws Exception {
    Files.delete(data.resolve("run/host.lock"));
    assertTrue(changed.tryAcquire(5, TimeUnit.SECONDS));
    Files.delete(data.resolve("run"));
    assertTrue(changed.tryAcquire(5, TimeUnit.SECONDS));
    Files.createDirectory(data.resolve("run"));
    Files.createFile(data.resolve("run/host.lock"));
    assertEquals(0, lost.availablePermits());
  }

  @Test
  void aChangeBesideItIsNone() throws IOException, InterruptedException {
    Path beside = data.resolveSibling("data.old");
    Files.createDirectory(beside);
    Files.delete(beside);
    assertTrue(!lost.tryAcquire(300, TimeUnit.MILLISECONDS));
  }
}
