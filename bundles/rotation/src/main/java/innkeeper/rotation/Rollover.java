package innkeeper.rotation;

import innkeeper.common.file.ArchiveName;
import innkeeper.common.file.Durable;
import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Failures;
import innkeeper.rotation.disk.FileFacts;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The steps of one rotation while the writer is held. They add a second name to the full file,
 * create an empty file, and rename it over the active name. The active name exists at every moment,
 * and no file is overwritten or truncated.
 *
 * <p>The steps do not force the directory to disk. The housekeeper does so right afterwards, so
 * that the writer does not wait for the disk. A killed process loses no directory entry; only a
 * power failure can. A journalling file system (ext4, xfs, btrfs) keeps its changes in order. After
 * a power failure, a prefix of these steps is therefore on disk, and {@link InterruptedRollover}
 * handles each prefix. The log lines themselves are not forced either, so no promise depends on it.
 */
final class Rollover {

  private static final int NAMES_TRIED = 16;

  private final Disk disk;

  Rollover(Disk disk) {
    this.disk = disk;
  }

  /** The suffix of the empty file that is created during a rotation. */
  static final String FRESH = ".new";

  /** The suffix of the hard link that tests whether the file system supports hard links. */
  static final String PROBE = ".new.link";

  /**
   * Rotates a log; undoes all steps if one of them fails.
   *
   * @param names supplies the next archive name at each call
   * @return the archive; or {@code active} if that file had been deleted and was created again,
   *     empty
   * @throws IOException if a step failed; the message names the step, and the log is unchanged
   */
  Path run(Path active, Supplier<ArchiveName> names) throws IOException {
    if (!Files.exists(active, LinkOption.NOFOLLOW_LINKS)) {
      return renew(active);
    }
    if (!Files.isRegularFile(active, LinkOption.NOFOLLOW_LINKS)) {
      throw failed(active, "it is no regular file; put a plain file in its place", null);
    }
    undoEarlierLink(active);
    for (int tried = 0; tried < NAMES_TRIED; tried++) {
      Path archive = active.resolveSibling(names.get().fileName());
      try {
        disk.link(archive, active);
      } catch (FileAlreadyExistsException taken) {
        continue;
      } catch (UnsupportedOperationException none) {
        return renameOver(active, archive);
      } catch (IOException e) {
        if (e.getClass() == FileSystemException.class && !linksWork(archive)) {
          return renameOver(active, archive);
        }
        throw failed(active, "linking it as " + archive.getFileName() + " failed", e);
      }
      putFreshFile(active, archive);
      return archive;
    }
    throw failed(active, NAMES_TRIED + " archive names in a row were taken", null);
  }

  /**
   * Removes the name that an earlier attempt has left. A second archive of the same file would
   * duplicate every line.
   */
  private void undoEarlierLink(Path active) throws IOException {
    try {
      if (FileFacts.links(active) > 1) {
        new InterruptedRollover(disk).log(active, true);
      }
    } catch (IOException e) {
      throw failed(active, "undoing an earlier attempt failed", e);
    }
  }

  private void putFreshFile(Path active, Path archive) throws IOException {
    Path fresh = named(archive, FRESH);
    try {
      disk.create(fresh);
    } catch (IOException e) {
      throw undone(active, "creating " + fresh.getFileName() + " failed", e, archive);
    }
    try {
      disk.replace(fresh, active);
    } catch (IOException e) {
      throw undone(active, "moving " + fresh.getFileName() + " over it failed", e, fresh, archive);
    }
  }

  private static Path named(Path archive, String end) {
    return archive.resolveSibling(archive.getFileName() + end);
  }

  /**
   * Creates the active file again after it, or its directory, was deleted. The writer would
   * otherwise write into a file without a name.
   */
  private Path renew(Path active) throws IOException {
    try {
      Durable.subdirectory(active.getParent());
      disk.create(active);
      return active;
    } catch (IOException e) {
      throw failed(active, "it was deleted and creating it again failed", e);
    }
  }

  /**
   * Rotates on a file system without hard links. The active name is missing for some microseconds.
   */
  private Path renameOver(Path active, Path archive) throws IOException {
    try {
      disk.rename(active, archive);
    } catch (IOException e) {
      throw failed(active, "renaming it to " + archive.getFileName() + " failed", e);
    }
    try {
      disk.create(active);
    } catch (IOException e) {
      try {
        disk.rename(archive, active);
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw failed(active, "creating it again failed", e);
    }
    return archive;
  }

  /**
   * Returns whether hard links work. This distinguishes a file system without hard links from a
   * full or broken one.
   */
  private boolean linksWork(Path archive) throws IOException {
    Path probe = named(archive, FRESH);
    try {
      disk.create(probe);
    } catch (IOException e) {
      return true; // A file could not be created, so the fault is not about hard links.
    }
    Path name = named(archive, PROBE);
    try {
      disk.link(name, probe);
      disk.delete(name);
      return true;
    } catch (IOException e) {
      return false;
    } finally {
      disk.delete(probe);
    }
  }

  /**
   * Deletes the files of a failed rotation, newest first, and stops at an error. The hard link is
   * deleted last, so a remaining one shows that other files may remain too.
   */
  private IOException undone(Path active, String step, IOException e, Path... made) {
    IOException failure = failed(active, step, e);
    try {
      for (Path path : made) {
        disk.delete(path);
      }
    } catch (IOException second) {
      failure.addSuppressed(second);
    }
    return failure;
  }

  private static IOException failed(Path active, String step, IOException e) {
    String why = e == null ? "" : ": " + Failures.reason(e);
    return new IOException("could not rotate " + active + ": " + step + why, e);
  }
}
