package innkeeper.common.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Durable file operations. After a call has returned, the file survives a power failure, is
 * complete, and is private (mode 0600, directories 0700) regardless of the umask.
 */
public final class Durable {

  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private Durable() {}

  /** Replaces a file's content atomically: readers see the old or the new content, never a part. */
  public static void write(Path target, byte[] bytes) throws IOException {
    write(target, target.resolveSibling("." + target.getFileName() + ".tmp"), bytes);
    force(target.getParent());
  }

  /**
   * Replaces a file's content atomically. After a power failure the file may have its old content.
   *
   * @param temporary a file in the same directory; it is deleted first
   */
  public static void write(Path target, Path temporary, byte[] bytes) throws IOException {
    Files.deleteIfExists(temporary);
    try (FileChannel channel = FileChannel.open(temporary, NEW, mode(target, "rw-------"))) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Renames a complete file, over an existing one too. Both steps are forced to disk. */
  public static void rename(Path complete, Path target) throws IOException {
    force(complete);
    Files.move(complete, target, StandardCopyOption.ATOMIC_MOVE);
    force(target.getParent());
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
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    Files.delete(temporary);
  }

  /** Creates an empty file with mode 0600; fails if the file exists. */
  public static void create(Path file) throws IOException {
    FileChannel.open(file, NEW, mode(file, "rw-------")).close();
  }

  /**
   * Copies a file to a new file with mode 0600 and forces it to disk; fails if the target exists.
   */
  public static void copy(Path from, Path to) throws IOException {
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out = FileChannel.open(to, NEW, mode(to, "rw-------"))) {
      long size = in.size();
      long at = 0;
      while (at < size) {
        long moved = in.transferTo(at, Math.min(size - at, 8 << 20), out);
        if (moved <= 0) {
          throw new IOException(from + " ended at byte " + at + " of " + size);
        }
        at += moved;
      }
      out.force(true);
    }
  }

  /** Opens a file. A file that this call creates has mode 0600. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), mode(file, "rw-------"));
  }

  /** Forces a file, or the names in a directory, to disk. */
  public static void force(Path path) throws IOException {
    if (!posix(path) && Files.isDirectory(path)) {
      return; // Windows cannot open a directory; its file system journals the names.
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Creates a directory and its missing parents with mode 0700, and restricts an existing directory
   * to 0700.
   */
  public static void directory(Path directory) throws IOException {
    Files.createDirectories(directory, mode(directory, "rwx------"));
    restrict(directory, "rwx------");
  }

  /**
   * Creates a directory for the owner only, unless it exists (perhaps on another disk). Its parent
   * must exist: a renamed DATA_DIR must not be created again at its old path.
   */
  public static void subdirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(directory, mode(directory, "rwx------"));
    }
  }

  /** Sets the mode of a file if the file system is a POSIX one. */
  public static void restrict(Path path, String mode) throws IOException {
    if (posix(path)
        && !PosixFilePermissions.toString(Files.getPosixFilePermissions(path)).equals(mode)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
  }

  /** Removes a directory and its content. Links are removed, not followed. */
  public static void removeTree(Path root) throws IOException {
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(root);
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static FileAttribute<?>[] mode(Path path, String mode) {
    return posix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean posix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /** Returns the number of hard links to a file; 1 if the file system does not report it. */
  public static int names(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (Integer) Files.getAttribute(file, "unix:nlink")
        : 1;
  }
}
