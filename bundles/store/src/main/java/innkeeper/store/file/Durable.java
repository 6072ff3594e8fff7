package innkeeper.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files that are there, whole and private (0600, directories 0700), whatever the umask, once the
 * call has returned, even if the power fails then.
 */
public final class Durable {

  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private Durable() {}

  /** Replaces a file's content in one step: readers see the old or the new, never a part. */
  public static void write(Path target, byte[] bytes) throws IOException {
    Path fresh = target.resolveSibling("." + target.getFileName() + ".tmp");
    Files.deleteIfExists(fresh);
    try (FileChannel channel = FileChannel.open(fresh, NEW, mode(target, "rw-------"))) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    force(target.getParent());
  }

  /** Makes an empty file of mode 0600 that was not there before. */
  public static void create(Path file) throws IOException {
    FileChannel.open(file, NEW, mode(file, "rw-------")).close();
  }

  /** Copies into a file of mode 0600 that was not there before, forced to disk. */
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

  /** Forces a file, or the names in a directory, to disk. */
  public static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Makes a directory and those above it, all 0700 where they were not there. */
  public static void directory(Path directory) throws IOException {
    Files.createDirectories(directory, mode(directory, "rwx------"));
    restrict(directory, "rwx------");
  }

  /** Sets a mode where the file system knows modes. */
  public static void restrict(Path path, String mode) throws IOException {
    if (posix(path)
        && !PosixFilePermissions.toString(Files.getPosixFilePermissions(path)).equals(mode)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
  }

  /** Removes a directory of ours with all that is in it; links are removed, not followed. */
  public static void removeTree(Path root) throws IOException {
    if (!Files.isDirectory(root, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
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

  /** How often the file system counts a name for this file; 1 where it does not tell. */
  public static int names(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (Integer) Files.getAttribute(file, "unix:nlink")
        : 1;
  }
}
