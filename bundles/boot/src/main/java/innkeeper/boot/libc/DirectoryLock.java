package innkeeper.boot.libc;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A lock (flock(2)) on a directory itself, so that the removal of a file in it cannot release the
 * lock. The kernel releases it when the process ends. It survives execve if its descriptor stays
 * open.
 */
public final class DirectoryLock {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private DirectoryLock() {}

  /**
   * Takes the lock and holds it until the process ends. Also succeeds if the process already holds
   * it, from before it became this program.
   *
   * @param scratch where JNA may unpack its native library, for a moment
   * @return false if another process holds it; true also if the file system has no such lock or the
   *     C library cannot be called
   */
  public static boolean take(Path directory, Path scratch) throws IOException {
    try {
      Libc libc = Libc.load(scratch);
      for (int descriptor : inherited(directory)) {
        if (libc.lock(descriptor) == 0) {
          return true;
        }
      }
      int descriptor = libc.openToRead(directory);
      if (descriptor < 0) {
        throw new IOException(directory + " cannot be opened: error " + -descriptor);
      }
      int failed = libc.lock(descriptor);
      if (failed != 0) {
        libc.close(descriptor);
      }
      return failed != Libc.WOULD_BLOCK;
    } catch (LinkageError e) {
      return true;
    }
  }

  /** Returns the descriptors of that directory which this process has open. */
  private static List<Integer> inherited(Path directory) throws IOException {
    List<Integer> descriptors = new ArrayList<>();
    if (Files.isDirectory(DESCRIPTORS)) {
      try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
        for (Path descriptor : open) {
          if (isOf(descriptor, directory)) {
            descriptors.add(Integer.valueOf(descriptor.getFileName().toString()));
          }
        }
      }
    }
    return descriptors;
  }

  /** Returns whether that entry of /proc/self/fd is a descriptor of that directory. */
  public static boolean isOf(Path descriptor, Path directory) {
    try {
      return Files.readSymbolicLink(descriptor).equals(directory);
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }
}
