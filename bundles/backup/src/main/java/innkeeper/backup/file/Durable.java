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

/** Steps on files that are on disk when they return, and the owner's alone. */
public final class Durable {

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private Durable() {}

  /**
   * Makes a directory for the owner alone, unless it is there (perhaps on another disk). The one
   * above it must be there: a DATA_DIR that was renamed must not come back at its old path.
   */
  public static void directory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(directory, mode("rwx------"));
    }
  }

  /** Writes a file whole: beside it first, then over it in one step. */
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

  /** Gives a whole file its name and never takes another's. */
  public static void publish(Path temporary, Path file) throws IOException {
    try {
      Files.createLink(file, temporary);
    } catch (FileAlreadyExistsException taken) {
      throw taken;
    } catch (UnsupportedOperationException | FileSystemException e) {
      // No hard links here (or a real fault, which the rename meets as well).
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(file.toString());
      }
      Files.move(temporary, file, ATOMIC_MOVE);
      return;
    }
    Files.delete(temporary);
  }

  /** Makes names in a directory survive a power cut. */
  public static void force(Path directory) throws IOException {
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(directory, READ)) {
        channel.force(true);
      }
    }
  }

  /** Takes everyone else's rights off a file or directory of ours. */
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
