package innkeeper.logging.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The one place where raw bytes may lie: a 0700 directory in memory that outlives this process but
 * not the machine. One per DATA_DIR and user.
 */
public final class Tmpfs {

  private Tmpfs() {}

  /**
   * Finds or makes the directory.
   *
   * @throws IOException that says for each candidate why it would not do
   */
  public static Path directory(Path dataDir) throws IOException {
    List<Path> candidates = new ArrayList<>();
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    if (runtime != null && runtime.startsWith("/")) {
      candidates.add(Path.of(runtime));
    }
    candidates.add(Path.of("/dev/shm"));
    return directory(dataDir, candidates);
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
      throw new IOException(parent + " is no directory we can write");
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
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(path.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }
}
