package innkeeper.logging.file;

import innkeeper.common.file.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Finds the only place for raw bytes: a directory of mode 0700 in memory that survives this process
 * but not the machine. Each DATA_DIR and user has its own.
 */
public final class Tmpfs {

  private Tmpfs() {}

  /**
   * Finds or creates the directory.
   *
   * @throws IOException if no candidate is usable; the message contains the reason for each
   */
  public static Path directory(Path dataDir) throws IOException {
    return directory(dataDir, candidates(System.getenv()));
  }

  /**
   * Returns the possible parent directories. A system unit has a directory of its own
   * (systemd.exec(5), RuntimeDirectory=). Its user may log in and out meanwhile, which removes
   * XDG_RUNTIME_DIR, and with logind's RemoveIPC= also the user's files in /dev/shm.
   */
  static List<Path> candidates(Map<String, String> env) {
    List<Path> candidates = new ArrayList<>();
    for (String name : List.of("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR")) {
      String directory = env.getOrDefault(name, "");
      if (directory.startsWith("/")) {
        candidates.add(Path.of(directory));
      }
    }
    candidates.add(Path.of("/dev/shm"));
    return candidates;
  }

  public static Path directory(Path dataDir, List<Path> candidates) throws IOException {
    String name = "innkeeper-" + Owner.uid() + "-" + hash(dataDir.toRealPath());
    List<String> refused = new ArrayList<>();
    for (Path parent : candidates) {
      try {
        return within(parent, name);
      } catch (IOException e) {
        refused.add(e.getMessage());
      }
    }
    throw new IOException("no directory in memory for unwritten output: " + refused);
  }

  private static Path within(Path parent, String name) throws IOException {
    if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
      throw new IOException(parent + " is not a writable directory");
    }
    String type = Files.getFileStore(parent).type();
    if (!type.equals("tmpfs")) {
      throw new IOException(parent + " is on " + type + ", not on tmpfs");
    }
    Path directory = parent.resolve(name);
    Owner.directory(directory);
    if (!PosixFilePermissions.toString(
            Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS))
        .equals("rwx------")) {
      throw new IOException(directory + " is open to others; chmod 700 it");
    }
    return directory;
  }

  private static String hash(Path path) {
    byte[] digest = Digest.sha256().digest(path.toString().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest, 0, 8);
  }
}
