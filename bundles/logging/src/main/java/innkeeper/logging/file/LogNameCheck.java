package innkeeper.logging.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A log that was put in place of ours under a name of another file is neither read nor written. */
public final class LogNameCheck {

  private static final int TRIES = 20;

  private LogNameCheck() {}

  /**
   * Refuses a file that has a second name which is not its own archive's (in the middle of a turn
   * it has that too).
   *
   * @param ours the inode that is surely ours, whatever names others gave it; -1 if none is known
   */
  public static void check(Path active, long ours) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      long inode = Owner.inode(active);
      if (inode == ours || links(active) < 2 || archived(active, inode)) {
        return;
      }
      // A turn may have ended between one look and the other.
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
