package innkeeper.rotation;

import innkeeper.common.file.ArchiveName;
import innkeeper.rotation.archive.ArchiveReconciler;
import innkeeper.rotation.archive.Compression;
import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.FileFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Undoes an interrupted rotation of one log, before the first new rotation of that log. Undoing is
 * always safe. Completing the rotation is not: the writer may have the file open and continue to
 * write into it.
 *
 * <table>
 *   <caption>The files found, and the actions</caption>
 *   <tr><td>archive and active file are one file</td><td>deletes the archive's name</td></tr>
 *   <tr><td>ARCHIVE.new, empty</td><td>deletes it</td></tr>
 *   <tr><td>ARCHIVE.gz.tmp</td><td>deletes it; the archive is compressed again</td></tr>
 *   <tr><td>archive and archive.gz</td><td>{@link ArchiveReconciler} compares them, later</td></tr>
 *   <tr><td>any other file</td><td>does not change it</td></tr>
 * </table>
 */
final class InterruptedRollover {

  private final Disk disk;

  InterruptedRollover(Disk disk) {
    this.disk = disk;
  }

  /**
   * The files found beside a log.
   *
   * @param highestSeq the highest sequence of the archives; 0 if there are none
   * @param newestAt the time in the name of the archive with the highest sequence
   * @param done the actions taken, one line each
   */
  record Found(long highestSeq, Optional<Instant> newestAt, List<String> done) {}

  /** Returns whether there is something to undo that requires a held writer. */
  static boolean needsHold(Path active) {
    try {
      return FileFacts.links(active) > 1;
    } catch (IOException gone) {
      return false;
    }
  }

  /**
   * Examines and repairs the directory of one log.
   *
   * @param held whether the log has no writer, or its writer is held. If false, files of an
   *     interrupted rotation are kept, because a previous version of this bundle may still be
   *     rotating the log
   */
  Found log(Path active, boolean held) throws IOException {
    List<String> done = new ArrayList<>();
    String name = active.getFileName().toString();
    Optional<BasicFileAttributes> now = attributes(active);
    long highest = 0;
    Optional<Instant> newestAt = Optional.empty();
    for (String fileName : beside(active, name + ".")) {
      if (undo(active, now, active.resolveSibling(fileName), fileName, held)) {
        done.add("deleted " + fileName);
        continue;
      }
      Optional<ArchiveName> archive = archiveOf(name, fileName);
      if (archive.isPresent() && archive.get().seq() > highest) {
        highest = archive.get().seq();
        newestAt = Optional.of(archive.get().at());
      }
    }
    return new Found(highest, newestAt, done);
  }

  /**
   * Returns the names of the files beside a log. Hundreds of logs may be in one directory, and a
   * Path for each file would cost the most time.
   */
  private static String[] beside(Path active, String prefix) throws IOException {
    Path directory = active.getParent();
    String[] names = directory.toFile().list((parent, name) -> name.startsWith(prefix));
    if (names == null && Files.isDirectory(directory)) {
      throw new IOException(directory + " cannot be listed");
    }
    return names == null ? new String[0] : names;
  }

  private boolean undo(
      Path active, Optional<BasicFileAttributes> now, Path file, String fileName, boolean held)
      throws IOException {
    String log = active.getFileName().toString();
    if (madeBy(log, fileName, Rollover.FRESH) || madeBy(log, fileName, Rollover.PROBE)) {
      return held && isEmptyFile(file) && disk.delete(file);
    }
    if (madeBy(log, fileName, Compression.TEMPORARY)) {
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && disk.delete(file);
    }
    return held
        && now.isPresent()
        && archiveOf(log, fileName).filter(a -> !a.compressed()).isPresent()
        && sameFile(now.get(), file)
        && disk.delete(file);
  }

  /**
   * Returns whether a file name is the name of a plain archive of the log followed by the given
   * suffix.
   */
  private static boolean madeBy(String log, String fileName, String end) {
    return fileName.endsWith(end)
        && archiveOf(log, fileName.substring(0, fileName.length() - end.length()))
            .filter(archive -> !archive.compressed())
            .isPresent();
  }

  private static Optional<ArchiveName> archiveOf(String log, String fileName) {
    return ArchiveName.parse(fileName).filter(a -> a.log().equals(log));
  }

  private static boolean sameFile(BasicFileAttributes active, Path file) {
    Optional<BasicFileAttributes> other = attributes(file);
    return other.isPresent()
        && active.fileKey() != null
        && active.fileKey().equals(other.get().fileKey());
  }

  private static boolean isEmptyFile(Path file) {
    return attributes(file).filter(a -> a.isRegularFile() && a.size() == 0).isPresent();
  }

  private static Optional<BasicFileAttributes> attributes(Path file) {
    try {
      return Optional.of(FileFacts.of(file));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
