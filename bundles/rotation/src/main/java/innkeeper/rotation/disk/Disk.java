package innkeeper.rotation.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Every step that changes a disk, one method each, so that a test can fail or kill the process
 * between any two of them.
 */
public interface Disk {

  /** A second name for a file; never replaces one. */
  void link(Path name, Path existing) throws IOException;

  /** A new, empty file for the owner alone; fails if the name is taken. */
  void create(Path file) throws IOException;

  /** Renames over whatever has the name, in one step. */
  void replace(Path from, Path to) throws IOException;

  /** Renames; fails if the name is taken. */
  void rename(Path from, Path to) throws IOException;

  /** Whether there was something to delete. */
  boolean delete(Path file) throws IOException;

  /** A new file to write into, for the owner alone; fails if the name is taken. */
  OutputStream write(Path file) throws IOException;

  /** Waits until a file's bytes, or a directory's names, survive a power cut. */
  void force(Path fileOrDirectory) throws IOException;
}
