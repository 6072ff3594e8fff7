package innkeeper.logging.capture;

import innkeeper.logging.file.Archives;
import innkeeper.logging.file.FileAccess;
import innkeeper.logging.file.Lines;
import innkeeper.logging.file.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a log behind a place in it.
 *
 * @param known whether the place was found; otherwise the other values are empty
 * @param lines the number of lines that end behind the place
 * @param torn the part of the last, unfinished line behind the place
 */
record LogProgress(boolean known, long lines, byte[] torn) {

  private static final int MOST_TORN = 4 * 1024 * 1024;

  /** Reads the active file and the archives that are not compressed yet. */
  static LogProgress behind(LogFile active, long inode, long place, long skip) throws IOException {
    Path path = active.path();
    if (active.inode() == inode) {
      if (active.bytes() < place) {
        return unknown();
      }
      return new LogProgress(
          true, skip + Lines.count(path, place, active.bytes()), torn(active, place));
    }
    List<Archives.Archive> archives = Archives.of(path);
    for (int i = archives.size() - 1; i >= 0; i--) {
      Path archive = path.resolveSibling(archives.get(i).fileName());
      if (archives.get(i).compressed() || Owner.inode(archive) != inode) {
        continue;
      }
      long lines = skip + Lines.count(archive, place, Files.size(archive));
      for (Archives.Archive later : archives.subList(i + 1, archives.size())) {
        if (!later.compressed()) {
          Path one = path.resolveSibling(later.fileName());
          // During a rotation the newest archive is still the active file, so it is counted once.
          lines += Owner.inode(one) == active.inode() ? 0 : Lines.count(one, 0, Files.size(one));
        }
      }
      return new LogProgress(true, lines + Lines.count(path, 0, active.bytes()), torn(active, 0));
    }
    return unknown();
  }

  private static LogProgress unknown() {
    return new LogProgress(false, 0, new byte[0]);
  }

  private static byte[] torn(LogFile active, long from) throws IOException {
    if (active.lineEnd()) {
      return new byte[0];
    }
    long begin = Math.max(from, active.bytes() - MOST_TORN);
    byte[] tail = FileAccess.read(active.path(), begin, (int) (active.bytes() - begin));
    return Arrays.copyOfRange(tail, Lines.afterLast(tail, 0, tail.length), tail.length);
  }
}
