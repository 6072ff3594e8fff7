package innkeeper.store.guard;

import innkeeper.store.guard.DatabaseState.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/**
 * Whose bot.db is. Copied by another user, root for one, it is that user's, often unreadable to the
 * host, and never the host's to make private.
 */
final class FileRights {

  private FileRights() {}

  /** A file that cannot be read. */
  static Optional<Refused> unreadable(Path file, Path dataDir) throws IOException {
    return Files.isReadable(file) || !posix(file)
        ? Optional.empty()
        : refuse(file, dataDir, "cannot be read");
  }

  /** A file that cannot be kept as it lies there. */
  static Optional<Refused> unkeepable(Path file, Path dataDir) throws IOException {
    boolean root = "root".equals(System.getProperty("user.name"));
    return root || !posix(file) || ours(file, dataDir)
        ? Optional.empty()
        : refuse(file, dataDir, "is not this user's");
  }

  /** Whether it belongs to whom DATA_DIR belongs. */
  static boolean ours(Path file, Path dataDir) throws IOException {
    return !posix(file) || Files.getOwner(file).equals(Files.getOwner(dataDir));
  }

  private static boolean posix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static Optional<Refused> refuse(Path file, Path dataDir, String what) throws IOException {
    UserPrincipal user = Files.getOwner(dataDir);
    return Optional.of(
        new Refused(
            "bot.db %s: it belongs to %s, mode %s"
                .formatted(
                    what,
                    Files.getOwner(file).getName(),
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file))),
            "chown %s %s; chmod 600 %s; start"
                .formatted(user.getName(), file.toRealPath(), file.toRealPath())));
  }
}
