package innkeeper.boot.libc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A lock (flock(2)) on a directory itself, so that the removal of a file in it cannot release the
 * lock. The kernel releases it when the process ends. It survives execve if its descriptor stays
 * open.
 */
public final class DirectoryLock {

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
      Map<Integer, String> open =
          Files.isDirectory(Path.of("/proc/self/fd")) ? Descriptors.of("self") : Map.of();
      for (Map.Entry<Integer, String> one : open.entrySet()) {
        if (one.getValue().equals(directory.toString()) && libc.lock(one.getKey()) == 0) {
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
}
