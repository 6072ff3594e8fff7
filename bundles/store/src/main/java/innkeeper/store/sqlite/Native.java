package innkeeper.store.sqlite;

import innkeeper.store.file.Durable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where sqlite-jdbc unpacks its library: a directory of our own, because /tmp may be mounted
 * noexec, and each hard kill would leave another copy there.
 */
public final class Native {

  private static final String TMPDIR = "org.sqlite.tmpdir";

  /** Said where every copy of this class sees it: the library is loaded once a process. */
  private static final String DONE = "innkeeper.store.native";

  private Native() {}

  /** Empties and names the directory, once a process and before the library is loaded. */
  public static void prepare(Path directory) throws IOException {
    synchronized (System.getProperties()) {
      if (System.getProperty(DONE) != null) {
        return;
      }
      Durable.directory(directory);
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
        for (Path file : files) {
          Files.deleteIfExists(file);
        }
      }
      System.setProperty(TMPDIR, directory.toString());
      System.setProperty(DONE, directory.toString());
    }
  }

  /** The library comes with the umask's mode; nothing of ours is open to others. */
  public static void restrict(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Durable.restrict(file, "rw-------");
      }
    }
  }
}
