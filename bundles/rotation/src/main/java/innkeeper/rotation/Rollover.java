package innkeeper.rotation;

import innkeeper.api.rotation.ArchiveName;
import innkeeper.rotation.disk.Disk;
import innkeeper.rotation.disk.Failures;
import innkeeper.rotation.disk.FileFacts;
import innkeeper.rotation.disk.RealDisk;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * The steps between two files of one log, its writer held: a second name for the full file, a fresh
 * empty file, the fresh file moved over the active name. The active name exists at every instant
 * and no file is ever replaced or cut.
 *
 * <p>Forcing the directory is not among them: it happens right after, off the writer's path. A
 * killed process loses no directory entry, only a power cut can; then a journalling file system
 * (ext4, xfs, btrfs) keeps its changes in order, so what survives is a prefix of these steps, and
 * {@link InterruptedRollover} knows each. The lines themselves are not forced either, so nothing
 * that was promised hangs on it, and the writer is spared a wait for the disk.
 */
final class Rollover {

  private static final int NAMES_TRIED = 16;

  private final Disk disk;

  Rollover(Disk disk) {
    this.disk = disk;
  }

  /** Ends the name of what lies beside an archive-to-be while its turn is under way. */
  static final String FRESH = ".new";

  /** Ends the name on which hard links are tried out. */
  static final String PROBE = ".new.link";

  /**
   * Does the steps or undoes them.
   *
   * @param names gives the next archive's name each time it is asked
   * @return the archive; the active file itself if that had been deleted and is there again, empty
   * @throws IOException that says at which step it failed; the log is as it was
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

  /** A second archive of the same file would double every line in it. */
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

  /** Someone deleted the active file, or its directory: its writer writes where nobody can read. */
  private Path renew(Path active) throws IOException {
    try {
      Path directory = active.getParent();
      if (!Files.isDirectory(directory)) {
        RealDisk.createDirectory(directory);
      }
      disk.create(active);
      return active;
    } catch (IOException e) {
      throw failed(active, "it was deleted and creating it anew failed", e);
    }
  }

  /** Without hard links the active name is missing for some microseconds. */
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
      throw failed(active, "creating it anew failed", e);
    }
    return archive;
  }

  /** Tells a file system without hard links from one that is full or broken. */
  private boolean linksWork(Path archive) throws IOException {
    Path probe = named(archive, FRESH);
    try {
      disk.create(probe);
    } catch (IOException e) {
      return true; // Not even a file can be made, so nothing is said against links.
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

  /** Newest first, and no further than it gets: the link left over tells that there is more. */
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
