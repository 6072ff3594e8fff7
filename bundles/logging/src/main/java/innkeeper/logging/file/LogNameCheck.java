package innkeeper.logging.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Rejects a log file that has another name elsewhere, because it may be another file put in the
 * log's place. Such a file is neither read nor written.
 */
public final class LogNameCheck {

  private static final int TRIES = 20;

  private LogNameCheck() {}

  /**
   * Rejects a file that has a second name, unless that is the name of its own archive, which it has
   * during a rotation.
   *
   * @param ours the inode that certainly belongs to the log, independently of the file's other
   *     names; -1 if it is unknown
   */
  public static void check(Path active, long ours) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      long inode = Owner.inode(active);
      if (inode == ours || links(active) < 2 || archived(active, inode)) {
        return;
      }
      // A rotation may have ended between the two checks.
    }
    throw new IOException(
        active
            + " has a second name elsewhere (a hard link), so it may be another's file and is left"
            + " alone; put a copy in its place: cp -p X X.own && mv X.own X");
  }

  private static int links(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean archived(Path active, long inode) throws IOException {
    for (Archives.Archive archive : Archives.of(active)) {
      try {
        if (Owner.inode(active.resolveSibling(archive.fileName())) == inode) {
          return true;
        }
      } catch (NoSuchFileException compressed) {
        continue;
      }
    }
    return false;
  }
}
