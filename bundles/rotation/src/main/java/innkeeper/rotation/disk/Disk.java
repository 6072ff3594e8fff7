package innkeeper.rotation.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The operations that change a disk, one method each, so that a test can fail or kill the process
 * between any two of them.
 */
public interface Disk {

  /** Creates a second name for a file; fails if the name exists. */
  void link(Path name, Path existing) throws IOException;

  /** Creates an empty file for the owner only; fails if the name exists. */
  void create(Path file) throws IOException;

  /** Renames a file atomically; replaces an existing file. */
  void replace(Path from, Path to) throws IOException;

  /** Renames a file; fails if the name exists. */
  void rename(Path from, Path to) throws IOException;

  /** Deletes a file; returns whether it existed. */
  boolean delete(Path file) throws IOException;

  /** Creates a file for the owner only and opens it for writing; fails if the name exists. */
  OutputStream write(Path file) throws IOException;

  /** Waits until a file's bytes, or a directory's names, are safe from a power failure. */
  void force(Path fileOrDirectory) throws IOException;
}
