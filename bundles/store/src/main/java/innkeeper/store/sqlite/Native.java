package innkeeper.store.sqlite;

import innkeeper.store.file.Durable;
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
 * Where sqlite-jdbc unpacks its library: a directory of our own, because each hard kill would leave
 * another copy in /tmp. DATA_DIR may be mounted noexec; then one of the user's takes its place.
 */
public final class Native {

  private static final String TMPDIR = "org.sqlite.tmpdir";

  /** Said where every copy of this class sees it: the library is loaded once a process. */
  private static final String DONE = "innkeeper.store.native";

  private Native() {}

  /**
   * Empties and names the directory, once a process, and loads the library.
   *
   * @param directory below DATA_DIR
   * @throws NativeLibraryException if no directory or no library will do
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
        // Loaded, it needs no name any more, and beyond DATA_DIR nothing of ours stays behind.
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

  /** The first directory from whose file system a library can be loaded. */
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
    throw new NativeLibraryException(
        "SQLite's library cannot be loaded from "
            + tried
            + ": their file systems are mounted noexec; set XDG_RUNTIME_DIR to a directory on another file system",
        null);
  }

  /** A library is a program: nobody else may have put it there. */
  private static boolean ours(Path directory) throws IOException {
    return Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS)
        .equals(Files.getOwner(Path.of("/proc/self")));
  }

  /** The kernel denies the right to execute where the mount says noexec, to root as well. */
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
      throw new NativeLibraryException(
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
   * sqlite-jdbc takes a library that is there as it is. One that it extracts itself, it reads again
   * and compares byte by byte: half the time that SQLite's first use takes. It still does that
   * where this finds none.
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

  /** What the system's loader said, which sqlite-jdbc does not pass on. */
  private static String reason(Path directory, Exception failure) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*sqlitejdbc*")) {
      for (Path library : files) {
        System.load(library.toAbsolutePath().toString());
      }
    } catch (UnsatisfiedLinkError e) {
      return e.getMessage();
    }
    return "there is none for it (" + failure.getClass().getSimpleName() + ")";
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
