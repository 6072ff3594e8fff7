package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
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

  /** What others may read, write or enter; files come and go while it looks. */
  private static List<String> open(Path data) throws IOException {
    List<String> open = new ArrayList<>();
    Files.walkFileTree(
        data,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes facts)
              throws IOException {
            return visitFile(path, facts);
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes facts)
              throws IOException {
            try {
              if (!facts.isSymbolicLink()
                  && !PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
                      .endsWith("------")) {
                open.add(path.toString());
              }
              return FileVisitResult.CONTINUE;
            } catch (NoSuchFileException gone) {
              return visitFileFailed(path, gone);
            }
          }

          @Override
          public FileVisitResult visitFileFailed(Path path, IOException why) throws IOException {
            if (why instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw why;
          }
        });
    return open;
  }
}
