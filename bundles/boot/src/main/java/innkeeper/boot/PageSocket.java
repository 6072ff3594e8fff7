package innkeeper.boot;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Checks whether the Unix socket of page and API (ADMIN_SOCKET) can be created at its path. */
final class PageSocket {

  private PageSocket() {}

  /**
   * Creates the directory if only that is missing, and removes a socket that no process serves.
   *
   * @param path absolute
   * @throws Main.Refusal that names the allowed values
   */
  static void prepare(Path path) throws Main.Refusal {
    Path directory = path.getParent();
    try {
      if (directory != null && Files.notExists(directory)) {
        Durable.subdirectory(directory);
      }
      checkDirectory(path, directory);
      if (checkFree(path)) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw refusal(path, "cannot be made: " + e);
    }
  }

  /** Makes the same checks without changing anything. */
  static void check(Path path) throws Main.Refusal {
    Path directory = path.getParent();
    try {
      boolean canBeMade =
          directory != null
              && Files.notExists(directory)
              && directory.getParent() != null
              && Files.isWritable(directory.getParent());
      if (!canBeMade) {
        checkDirectory(path, directory);
      }
      checkFree(path);
    } catch (IOException e) {
      throw refusal(path, "cannot be made: " + e);
    }
  }

  /** Returns whether the path has a socket without a server, which must be removed. */
  private static boolean checkFree(Path path) throws IOException, Main.Refusal {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isOther()) {
      throw refusal(path, "is a file; name a path that is free");
    }
    if (served(path)) {
      throw new Main.Refusal(
          Exit.UNAVAILABLE,
          "ADMIN_SOCKET=" + path + " is in use by another process; end it or choose another");
    }
    return true;
  }

  private static void checkDirectory(Path path, Path directory) throws IOException, Main.Refusal {
    if (directory == null || !Files.isDirectory(directory)) {
      throw refusal(path, "lies in no directory");
    }
    String mode =
        PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.toRealPath()));
    if (!mode.equals("rwx------")) {
      throw refusal(
          path, "lies in a directory that others may enter (" + mode + "); chmod 700 " + directory);
    }
    Object owner = Files.getAttribute(directory.toRealPath(), "unix:uid");
    if (!owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
      throw refusal(path, "lies in another user's directory");
    }
  }

  private static boolean served(Path path) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(path));
    } catch (IOException e) {
      return false; // a killed host left the socket behind
    }
  }

  private static Main.Refusal refusal(Path path, String why) {
    return new Main.Refusal(
        Exit.CONFIGURATION,
        ("ADMIN_SOCKET=%s %s; allowed: an absolute path of at most 100 bytes, in a"
                + " directory of mode 0700 that is yours")
            .formatted(path, why));
  }
}
