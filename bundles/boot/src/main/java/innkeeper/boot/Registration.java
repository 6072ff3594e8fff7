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
 * Tells this user's command line that a host runs, and where: one file in a folder of the user's
 * own, which lib/hosts.sh reads. The file is there while the host lives; one that a killed host
 * left is known by its pid and start time.
 */
final class Registration {

  /** Where the hosts of the system are, for all to read. */
  private static final Path SYSTEM = Path.of("/run");

  private static final Path SELF = Path.of("/proc/self");

  private final Path file;
  private final String data;

  private Registration(Path file, String data) {
    this.file = file;
    this.data = data;
  }

  /**
   * Writes it.
   *
   * @param env the host's environment
   * @throws IOException that says why the command line will not find this host by itself
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
    // Whatever the umask says: the hosts of the system are for all to read.
    Files.setPosixFilePermissions(
        half, PosixFilePermissions.fromString(parent.equals(SYSTEM) ? "rw-r--r--" : "rw-------"));
    Files.write(half, lines, StandardCharsets.ISO_8859_1);
    Files.move(half, registration.file, StandardCopyOption.ATOMIC_MOVE);
    registration.removeOlder(folder);
    return registration;
  }

  /** Where the folder of the registrations is made. */
  static Path parent(Map<String, String> env) throws IOException {
    String runtime = env.getOrDefault("XDG_RUNTIME_DIR", "");
    // After su it may be another user's.
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
      throw new IOException(folder + " is no directory of this user");
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

  /** Its bytes on disk, one character each. */
  private static String bytes(Path path) {
    Charset names = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    return new String(path.toString().getBytes(names), StandardCharsets.ISO_8859_1);
  }

  /** We hold the lock of DATA_DIR: whoever else is registered for it has ended. */
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

  /** The host ends. */
  void remove() throws IOException {
    Files.deleteIfExists(file);
  }
}
