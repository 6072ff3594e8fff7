package innkeeper.boot;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * Registers a running host for this user's command line: one file in a folder of the user's own,
 * which lib/hosts.sh reads. The file exists while the host lives. A file that a killed host left
 * behind is recognized by its pid and start time.
 */
final class Registration {

  /** The folder for the hosts of root; all users can read it. */
  private static final Path SYSTEM = Path.of("/run");

  private static final Path SELF = Path.of("/proc/self");

  private final Path file;
  private final String data;

  private Registration(Path file, String data) {
    this.file = file;
    this.data = data;
  }

  /**
   * Writes the registration.
   *
   * @param env the host's environment
   * @throws IOException that explains why the command line cannot find this host by itself
   */
  static Registration write(Path dataDir, Map<String, String> env) throws IOException {
    if (!Files.exists(SELF.resolve("stat"))) {
      throw new IOException("there is no " + SELF);
    }
    return write(dataDir, parent(env));
  }

  static Registration write(Path dataDir, Path parent) throws IOException {
    if (dataDir.toString().chars().anyMatch(c -> c < ' ')) {
      throw new IOException("its DATA_DIR has a control character");
    }
    String mode = parent.equals(SYSTEM) ? "rwxr-xr-x" : "rwx------";
    Path folder = folder(folder(parent.resolve("innkeeper"), mode).resolve("hosts"), mode);
    String stat = Files.readString(SELF.resolve("stat"), StandardCharsets.ISO_8859_1);
    String pid = stat.substring(0, stat.indexOf(' '));
    String start = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19];
    Registration registration =
        new Registration(folder.resolve(pid + "-" + start), "data=" + bytes(dataDir));
    List<String> lines =
        List.of(
            "pid=" + pid,
            "start=" + start,
            "boot=" + Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip(),
            "pidns=" + Files.readSymbolicLink(SELF.resolve("ns/pid")),
            registration.data,
            "socket=" + bytes(dataDir.resolve("run/shell.sock")));
    Path half = folder.resolve("." + pid);
    Files.deleteIfExists(half);
    Files.createFile(half);
    // The mode is set explicitly because of the umask: all users can read the registrations of
    // root's hosts.
    Files.setPosixFilePermissions(
        half, PosixFilePermissions.fromString(parent.equals(SYSTEM) ? "rw-r--r--" : "rw-------"));
    Files.write(half, lines, StandardCharsets.ISO_8859_1);
    Files.move(half, registration.file, StandardCopyOption.ATOMIC_MOVE);
    registration.removeOlder(folder);
    return registration;
  }

  /** Returns the folder in which the folder of the registrations is created. */
  static Path parent(Map<String, String> env) throws IOException {
    String runtime = env.getOrDefault("XDG_RUNTIME_DIR", "");
    // After su this variable may name another user's folder.
    if (runtime.startsWith("/") && Files.isDirectory(Path.of(runtime)) && ours(Path.of(runtime))) {
      return Path.of(runtime);
    }
    if (uid(SELF) == 0) {
      return SYSTEM;
    }
    String home = env.getOrDefault("HOME", "");
    if (!home.startsWith("/")) {
      throw new IOException("neither XDG_RUNTIME_DIR nor HOME is a directory of this user");
    }
    return Files.createDirectories(
        Path.of(home, ".local", "state"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static Path folder(Path folder, String mode) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(folder);
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || !ours(folder)) {
      throw new IOException(folder + " is not a directory of this user");
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
    return folder;
  }

  private static boolean ours(Path path) throws IOException {
    return uid(path) == uid(SELF);
  }

  private static int uid(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:uid");
  }

  /** Returns the path's bytes on disk, one character for each byte. */
  private static String bytes(Path path) {
    Charset names = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    return new String(path.toString().getBytes(names), StandardCharsets.ISO_8859_1);
  }

  /**
   * Removes older registrations of this DATA_DIR. This process holds the lock of DATA_DIR, so every
   * other host registered for it has ended.
   */
  private void removeOlder(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path other : files) {
        if (!other.equals(file)
            && Files.isRegularFile(other, LinkOption.NOFOLLOW_LINKS)
            && Files.readAllLines(other, StandardCharsets.ISO_8859_1).contains(data)) {
          Files.deleteIfExists(other);
        }
      }
    }
  }

  void remove() throws IOException {
    Files.deleteIfExists(file);
  }
}
