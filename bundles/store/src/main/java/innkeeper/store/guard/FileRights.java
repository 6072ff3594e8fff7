package innkeeper.store.guard;

import innkeeper.store.guard.DatabaseState.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/**
 * The checks of the owner and the access rights of bot.db. A file that another user has copied, for
 * example root, belongs to that user. The host often cannot read it and can never change its mode.
 */
final class FileRights {

  private FileRights() {}

  /** Returns a refusal if the host cannot read the file. */
  static Optional<Refused> unreadable(Path file, Path dataDir) throws IOException {
    return Files.isReadable(file) || !posix(file)
        ? Optional.empty()
        : refuse(file, dataDir, "cannot be read");
  }

  /** Returns a refusal if the file belongs to another user, so the host cannot change its mode. */
  static Optional<Refused> unkeepable(Path file, Path dataDir) throws IOException {
    boolean root = "root".equals(System.getProperty("user.name"));
    return root || !posix(file) || ours(file, dataDir)
        ? Optional.empty()
        : refuse(file, dataDir, "is not this user's");
  }

  /** Returns whether the file has the same owner as DATA_DIR. */
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
