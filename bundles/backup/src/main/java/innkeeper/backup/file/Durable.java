package innkeeper.backup.file;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Durable file operations: a change is on disk when the call returns, and only the owner has
 * access.
 */
public final class Durable {

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private Durable() {}

  /**
   * Creates a directory for the owner only, unless it exists (perhaps on another disk). Its parent
   * must exist: a renamed DATA_DIR must not be created again at its old path.
   */
  public static void directory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(directory, mode("rwx------"));
    }
  }

  /** Replaces a file atomically: writes a temporary file and renames it. */
  static void write(Path file, Path temporary, byte[] bytes) throws IOException {
    Files.deleteIfExists(temporary);
    try (FileChannel channel =
        FileChannel.open(temporary, Set.of(CREATE_NEW, WRITE), mode("rw-------"))) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    Files.move(temporary, file, ATOMIC_MOVE);
  }

  /** Gives a complete file its name; fails if the name exists. */
  public static void publish(Path temporary, Path file) throws IOException {
    try {
      Files.createLink(file, temporary);
    } catch (FileAlreadyExistsException taken) {
      throw taken;
    } catch (UnsupportedOperationException | FileSystemException e) {
      // The file system has no hard links. The cause may also be a real fault; the rename then
      // fails in the same way.
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(file.toString());
      }
      Files.move(temporary, file, ATOMIC_MOVE);
      return;
    }
    Files.delete(temporary);
  }

  /** Forces the names in a directory to disk, so that they survive a power failure. */
  public static void force(Path directory) throws IOException {
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(directory, READ)) {
        channel.force(true);
      }
    }
  }

  /** Restricts a file or directory to its owner. */
  public static void ownerOnly(Path path, String mode) throws IOException {
    if (POSIX && !PosixFilePermissions.toString(Files.getPosixFilePermissions(path)).equals(mode)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
  }

  private static FileAttribute<?>[] mode(String mode) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }
}
