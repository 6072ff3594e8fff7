package innkeeper.boot.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * DATA_DIR and the folders that must exist in it before anything else. Their mode is 0700
 * throughout.
 */
public final class DataDir {

  private static final List<String> SUBDIRECTORIES =
      List.of(
          "run", "run/cache", "run/fileinstall", "logs", "backups", "conf", "surfaces", "plugins");

  private Path path;

  public DataDir(Path path) {
    this.path = path;
  }

  /**
   * Creates the missing folders.
   *
   * @throws NotDirectoryException if one of its directories is a file or a broken link
   */
  public void make() throws IOException {
    Files.createDirectories(path);
    path = path.toRealPath();
    restrict(path);
    for (String name : SUBDIRECTORIES) {
      Path dir = path.resolve(name);
      if (!Files.isDirectory(dir)) {
        if (Files.exists(dir, LinkOption.NOFOLLOW_LINKS)) {
          throw new NotDirectoryException(dir.toString());
        }
        Files.createDirectory(dir);
      }
      restrict(dir);
    }
  }

  /** Returns whether a host has run here, or a backup lies here from which one can be restored. */
  public boolean hasHistory() throws IOException {
    if (Files.exists(path.resolve("bot.db"))) {
      return true;
    }
    try (Stream<Path> backups = Files.list(path.resolve("backups"))) {
      return backups.findAny().isPresent();
    }
  }

  public Path path() {
    return path;
  }

  public Path run() {
    return path.resolve("run");
  }

  /** Sets the mode, also where it is right already: the call fails on a read-only file system. */
  private static void restrict(Path dir) throws IOException {
    if (dir.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx------"));
    }
  }
}
