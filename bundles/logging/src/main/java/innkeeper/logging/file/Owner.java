package innkeeper.logging.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Tells whose a file is, and how ours are made: 0600, directories 0700. */
public final class Owner {

  public static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  public static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private Owner() {}

  /** This process's user id. */
  public static int uid() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  public static boolean ours(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS) == uid();
  }

  /** Whether only we or root own the file that the path leads to. */
  public static boolean oursOrRoots(Path path) throws IOException {
    int owner = (Integer) Files.getAttribute(path, "unix:uid");
    return owner == 0 || owner == uid();
  }

  /** Which file it is, whatever its name; the path itself, not what it links to. */
  public static long inode(Path path) throws IOException {
    return (Long) Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Makes a directory that only we can enter, or takes one that is just that. The directory above
   * it is not made: a DATA_DIR that was renamed must not come back at its old path.
   */
  public static void directory(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(path, DIRECTORY);
    }
    check(path, path);
  }

  /**
   * Checks before something is made again that was there. A mount point is empty without its file
   * system, and what is written there then is hidden once it is mounted again.
   *
   * @throws IOException if DATA_DIR is empty
   */
  public static void notUnmounted(Path dataDir) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dataDir)) {
      if (!files.iterator().hasNext()) {
        throw new IOException(dataDir + " is empty; was DATA_DIR unmounted?");
      }
    }
  }

  /** Makes or takes a directory as {@link #directory} does, and follows a link of this user. */
  public static void directoryOrLink(Path path) throws IOException {
    if (!Files.isSymbolicLink(path)) {
      directory(path);
    } else if (!ours(path)) {
      throw new IOException(path + " is a link of another user; remove it");
    } else if (!Files.exists(path)) {
      throw new IOException(
          path + " links to " + Files.readSymbolicLink(path) + ", which does not exist; make it");
    } else {
      check(path, path.toRealPath());
    }
  }

  private static void check(Path path, Path real) throws IOException {
    if (!Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(path + " is not a directory; move it away");
    }
    if (!ours(real)) {
      throw new IOException(path + " belongs to another user; remove it or change its owner");
    }
  }
}
