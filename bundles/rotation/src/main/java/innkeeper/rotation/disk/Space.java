package innkeeper.rotation.disk;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** The free space of a disk. */
public interface Space {

  /**
   * @param usableBytes the bytes that the host's user can still use
   * @param totalBytes the size of the whole disk
   * @param minimumBytes the free bytes below which archives are deleted
   */
  record Reading(long usableBytes, long totalBytes, long minimumBytes) {

    public boolean low() {
      return usableBytes < minimumBytes;
    }

    /** Returns whether the space is so low that the next writes will probably fail. */
    public boolean full() {
      return usableBytes < minimumBytes / 8;
    }
  }

  Reading of(Path directory) throws IOException;

  /** Returns an identifier of the disk that holds a directory; it is equal for the same disk. */
  default Object disk(Path directory) throws IOException {
    return FileFacts.disk(directory);
  }

  /**
   * Returns the reading of the real disk.
   *
   * @param minFreeBytes the least free bytes; a negative value means a default by the size of the
   *     disk
   */
  public static Space real(long minFreeBytes) {
    return directory -> {
      // Files.getFileStore fails if the mount table lacks the root, as in a chroot.
      File file = directory.toFile();
      long total = file.getTotalSpace();
      if (total == 0) {
        throw new IOException("the size of the disk of " + directory + " is not known");
      }
      long minimum = minFreeBytes >= 0 ? minFreeBytes : defaultMinimum(total);
      return new Reading(file.getUsableSpace(), total, minimum);
    };
  }

  /**
   * Returns the default: 256 MiB or a hundredth of a large disk, but at most a twentieth of a small
   * one.
   */
  static long defaultMinimum(long totalBytes) {
    return Math.min(Math.max(256L << 20, totalBytes / 100), totalBytes / 20);
  }
}
