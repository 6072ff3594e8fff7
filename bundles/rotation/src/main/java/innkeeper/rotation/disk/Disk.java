package innkeeper.rotation.disk;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The operations that change a disk, one method each, so that a test can fail or kill the process
 * between any two of them.
 */
public class Disk {

  /** Creates a second name for a file; fails if the name exists. */
  public void link(Path name, Path existing) throws IOException {
    Files.createLink(name, existing);
  }

  /** Creates an empty file for the owner only; fails if the name exists. */
  public void create(Path file) throws IOException {
    Durable.create(file);
  }

  /** Renames a file atomically; replaces an existing file. */
  public void replace(Path from, Path to) throws IOException {
    Files.move(from, to, ATOMIC_MOVE);
  }

  /** Renames a file; fails if the name exists. */
  public void rename(Path from, Path to) throws IOException {
    // An atomic move would replace an existing file silently. Names are unique, and only one
    // process uses the directory.
    if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(to.toString());
    }
    Files.move(from, to, ATOMIC_MOVE);
  }

  /** Deletes a file; returns whether it existed. */
  public boolean delete(Path file) throws IOException {
    return Files.deleteIfExists(file);
  }

  /** Creates a file for the owner only and opens it for writing; fails if the name exists. */
  public OutputStream write(Path file) throws IOException {
    return Channels.newOutputStream(Durable.open(file, CREATE_NEW, WRITE));
  }

  /** Waits until a file's bytes, or a directory's names, are safe from a power failure. */
  public void force(Path fileOrDirectory) throws IOException {
    Durable.force(fileOrDirectory);
  }
}
