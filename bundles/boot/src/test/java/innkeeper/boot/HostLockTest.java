package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLockTest {

  @TempDir Path temp;
  private Path data;
  private Path file;

  @BeforeEach
  void folders() throws IOException {
    data = temp.toRealPath().resolve("data");
    Files.createDirectories(data.resolve("run"));
    file = data.resolve("run/host.lock");
  }

  /** Another process: whether it gets the lock of that DATA_DIR. */
  public static void main(String... args) throws IOException {
    System.exit(new HostLock(Path.of(args[0])).take() ? 0 : 9);
  }

  private static int elsewhere(Path data) throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                HostLockTest.class.getName(),
                data.toString())
            .inheritIO()
            .start();
    assertTrue(other.waitFor(60, TimeUnit.SECONDS));
    return other.exitValue();
  }

  @Test
  void theLockOutlivesItsFileAndStaysWithTheDirectory() throws Exception {
    assertTrue(new HostLock(data).take());
    assertEquals(9, elsewhere(data));
    Files.delete(file);
    assertEquals(9, elsewhere(data), "the file was removed");
    Files.move(data.resolve("run"), temp.resolve("run"));
    Files.createDirectory(data.resolve("run"));
    assertEquals(9, elsewhere(data), "run was replaced");
    Path renamed = Files.move(data, data.resolveSibling("renamed"));
    assertEquals(9, elsewhere(renamed), "DATA_DIR was renamed");
    Files.createDirectories(data.resolve("run"));
    assertEquals(0, elsewhere(data), "another directory at the old path");
  }

  @Test
  void theFileIsLockedAgainAfterItsRemoval() throws Exception {
    HostLock lock = new HostLock(data);
    assertTrue(lock.take());
    Files.delete(file);
    Files.delete(file.getParent());
    assertTrue(lock.renew());
    // To read the file here would release its lock.
    assertTrue(Files.size(file) > 1);
    Path moved = Files.move(data, data.resolveSibling("moved"));
    Files.createDirectories(data.resolve("run"));
    // The directory's lock is not asked here: only the file's.
    Files.createLink(file, moved.resolve("run/host.lock"));
    assertEquals(9, elsewhere(data));
  }

  @Test
  void aProcessThatHoldsTheLockGetsItAgain() throws IOException {
    assertTrue(new HostLock(data).take());
    assertTrue(new HostLock(data).take());
  }
}
