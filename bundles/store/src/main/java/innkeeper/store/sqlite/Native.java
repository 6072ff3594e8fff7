package innkeeper.store.sqlite;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * The directory in which sqlite-jdbc unpacks its library. Without a directory of its own, each
 * SIGKILL would leave another copy in /tmp. If DATA_DIR is mounted noexec, a directory of the user
 * takes its place.
 */
public final class Native {

  private static final String TMPDIR = "org.sqlite.tmpdir";

  /**
   * A system property, which every copy of this class can see. The library is loaded once in a
   * process.
   */
  private static final String DONE = "innkeeper.store.native";

  private Native() {}

  /**
   * Empties and sets the directory, and loads the library. A second call in the same process does
   * nothing.
   *
   * @param directory the preferred directory below DATA_DIR
   * @throws LibraryException if no directory can be used or the library cannot be loaded
   */
  public static void prepare(Path directory) throws IOException {
    synchronized (System.getProperties()) {
      if (System.getProperty(DONE) != null) {
        return;
      }
      Path chosen = executable(directory, System.getenv());
      empty(chosen);
      System.setProperty(TMPDIR, chosen.toString());
      load(chosen);
      if (!chosen.equals(directory)) {
        // A loaded library needs no file. The directory is removed, so that no file stays outside
        // of DATA_DIR.
        empty(chosen);
        Files.delete(chosen);
      }
      System.setProperty(DONE, chosen.toString());
    }
  }

  private static void empty(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Returns the first directory from which a library can be loaded. */
  static Path executable(Path directory, Map<String, String> env) throws IOException {
    Durable.directory(directory);
    if (executes(directory)) {
      return directory;
    }
    List<Path> tried = new ArrayList<>(List.of(directory));
    String name = "native-" + Integer.toHexString(directory.hashCode());
    for (Path parent :
        List.of(
            Path.of(env.getOrDefault("XDG_RUNTIME_DIR", "")),
            Path.of(env.getOrDefault("HOME", ""), ".local", "state"))) {
      if (parent.isAbsolute() && Files.isDirectory(parent)) {
        Path candidate = parent.resolve("innkeeper").resolve(name);
        Durable.directory(candidate.getParent());
        Durable.directory(candidate);
        tried.add(candidate);
        if (ours(candidate.getParent()) && ours(candidate) && executes(candidate)) {
          return candidate;
        }
      }
    }
    throw new LibraryException(
        "SQLite's library cannot be loaded from "
            + tried
            + ": their file systems are mounted noexec; set XDG_RUNTIME_DIR to a directory on another file system",
        null);
  }

  /**
   * Returns whether the directory belongs to this process's user. A library is code, so no other
   * user may be able to put it there.
   */
  private static boolean ours(Path directory) throws IOException {
    return Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS)
        .equals(Files.getOwner(Path.of("/proc/self")));
  }

  /**
   * Returns whether files in the directory can be executed. On a noexec mount the kernel denies
   * this, even to root.
   */
  private static boolean executes(Path directory) throws IOException {
    Path probe =
        Files.createTempFile(
            directory,
            "exec",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      return Files.isExecutable(probe);
    } finally {
      Files.delete(probe);
    }
  }

  private static void load(Path directory) throws IOException {
    try {
      extract(directory);
      SQLiteJDBCLoader.initialize();
    } catch (Exception e) {
      if (directory.toFile().getUsableSpace() < 2 << 20) {
        throw new IOException("SQLite's library does not fit on the disk of " + directory, e);
      }
      throw new LibraryException(
          "SQLite's library cannot be loaded on "
              + System.getProperty("os.name")
              + "/"
              + System.getProperty("os.arch")
              + ": "
              + reason(directory, e)
              + "; run innkeeper with a Java runtime made for this machine: set JAVA_HOME",
          e);
    }
  }

  /**
   * Extracts the library. The driver uses an existing library unchanged. A library that the driver
   * extracts itself is read again and compared byte by byte, which is half the time of SQLite's
   * first use. If this method finds no library, the driver still extracts it.
   */
  private static void extract(Path directory) throws IOException {
    String name = LibraryLoaderUtil.getNativeLibName();
    String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (InputStream library = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
      if (library != null) {
        Files.copy(library, directory.resolve(name));
        System.setProperty("org.sqlite.lib.path", directory.toString());
        System.setProperty("org.sqlite.lib.name", name);
      }
    }
  }

  /** Returns the message of the system's loader, which sqlite-jdbc does not report. */
  private static String reason(Path directory, Exception failure) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*sqlitejdbc*")) {
      for (Path library : files) {
        System.load(library.toAbsolutePath().toString());
      }
    } catch (UnsatisfiedLinkError e) {
      return e.getMessage();
    }
    return "no library exists for it (" + failure.getClass().getSimpleName() + ")";
  }

  /**
   * Restricts the mode of the extracted library, which was created with the umask. All files of
   * Innkeeper are private.
   */
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

  /**
   * Reports that SQLite's library cannot be loaded. The message is one line with the reason and the
   * remedy.
   */
  public static final class LibraryException extends IOException {
    private static final long serialVersionUID = 1L;

    LibraryException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
