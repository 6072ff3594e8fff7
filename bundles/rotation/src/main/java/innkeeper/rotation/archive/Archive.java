package innkeeper.rotation.archive;

import innkeeper.api.rotation.ArchiveName;
import java.nio.file.Path;

/**
 * One archive on disk; for a moment it may lie there plain and compressed.
 *
 * @param directory where it lies
 * @param name of the plain form, whether or not that is there
 * @param plain whether the plain form is there
 * @param compressed whether the compressed form is there
 * @param bytes of both
 */
public record Archive(
    Path directory, ArchiveName name, boolean plain, boolean compressed, long bytes) {

  public Path plainPath() {
    return directory.resolve(name.fileName());
  }

  public Path compressedPath() {
    return directory.resolve(name.fileName() + ".gz");
  }

  /** The one a reader should open. */
  public String fileName() {
    return plain ? name.fileName() : name.fileName() + ".gz";
  }

  /** Which log it belongs to. */
  Path active() {
    return directory.resolve(name.log());
  }

  /** The same archive seen in its other form. */
  Archive and(Archive other) {
    return new Archive(
        directory, name, plain || other.plain, compressed || other.compressed, bytes + other.bytes);
  }
}
