package innkeeper.rotation.archive;

import innkeeper.common.file.ArchiveName;
import java.nio.file.Path;

/**
 * One archive on disk. For a short time it may exist in both forms, plain and compressed.
 *
 * @param directory the directory of the archive
 * @param name the name of the plain form, which may not exist
 * @param plain whether the plain form exists
 * @param compressed whether the compressed form exists
 * @param bytes the size of both forms together
 */
public record Archive(
    Path directory, ArchiveName name, boolean plain, boolean compressed, long bytes) {

  public Path plainPath() {
    return directory.resolve(name.fileName());
  }

  public Path compressedPath() {
    return directory.resolve(name.fileName() + ".gz");
  }

  /** Returns the name of the file that a reader should open. */
  public String fileName() {
    return plain ? name.fileName() : name.fileName() + ".gz";
  }

  /** Returns the active file of the log to which this archive belongs. */
  Path active() {
    return directory.resolve(name.log());
  }

  /** Returns the archive with both forms, this one and the other one. */
  Archive and(Archive other) {
    return new Archive(
        directory, name, plain || other.plain, compressed || other.compressed, bytes + other.bytes);
  }
}
