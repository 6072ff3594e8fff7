package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A host that was called with a umask of 000. */
class PrivateFilesIT {

  @Test
  void nothingUnderDataDirIsOpenToOthersAndServersGetTheMaskTheHostWasCalledWith()
      throws Exception {
    try (HostProcess host =
        new HostProcess().under("/bin/sh", "-c", "umask 000; exec \"$@\"", "sh")) {
      host.start();
      host.cli("add", "p", "--", "/bin/sh", "-c", "umask; exec sleep 600").ok();
      host.awaitState("p", "RUNNING");
      host.cli("backup").ok();
      host.cli("update", "innkeeper.rotation").ok();
      assertEquals(List.of(), open(host.data()));
      host.crash();
      host.start();
      assertEquals(List.of(), open(host.data()));
      host.cli("restart-host").ok();
      host.cli("restart", "p", "--wait", "30").ok();
      HostProcess.await("it runs again", () -> masks(host).size() == 2);
      assertEquals(List.of("0000", "0000"), masks(host));
      assertEquals(List.of(), open(host.data()));
    }
  }

  private static List<String> masks(HostProcess host) {
    try {
      return Files.readAllLines(host.data().resolve("logs/p.log"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What others may read, write or enter. */
  private static List<String> open(Path data) throws IOException {
    try (Stream<Path> all = Files.walk(data)) {
      return all.filter(path -> !Files.isSymbolicLink(path))
          .filter(PrivateFilesIT::shows)
          .map(Path::toString)
          .toList();
    }
  }

  private static boolean shows(Path path) {
    try {
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
      return !mode.endsWith("------");
    } catch (IOException e) {
      // Gone since it was listed.
      return false;
    }
  }
}
