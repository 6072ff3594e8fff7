package innkeeper.logging.file;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Checks the owner of files, and creates the host's own directories with mode 0700. */
public final class Owner {

  private Owner() {}

  public static int uid() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  public static boolean ours(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS) == uid();
  }

  /** Returns whether this user or root owns the file at the end of the path. */
  public static boolean oursOrRoots(Path path) throws IOException {
    int owner = (Integer) Files.getAttribute(path, "unix:uid");
    return owner == 0 || owner == uid();
  }

  /** Returns the inode of a path, without following a link. */
  public static long inode(Path path) throws IOException {
    return (Long) Files.getAttribute(path, "unix:ino", LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Creates a directory that only this user can enter, or accepts an existing one of that kind. The
   * parent directory is not created: a renamed DATA_DIR must not reappear at its old path.
   */
  public static void directory(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      Durable.subdirectory(path);
    }
    check(path, path);
  }

  /**
   * Checks DATA_DIR before a missing directory is created again. A mount point without its file
   * system is empty. Files that are written there are hidden when the file system is mounted again.
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

  /** Creates or accepts a directory as {@link #directory} does, and follows a link of this user. */
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
