package innkeeper.rotation.disk;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/** How full a disk is. */
public interface Space {

  /**
   * @param usableBytes by the host's user
   * @param totalBytes of the whole disk
   * @param minimumBytes below this, archives are given up
   */
  record Reading(long usableBytes, long totalBytes, long minimumBytes) {

    public boolean low() {
      return usableBytes < minimumBytes;
    }

    /** So little that the next writes are bound to fail. */
    public boolean full() {
      return usableBytes < minimumBytes / 8;
    }
  }

  Reading of(Path directory) throws IOException;

  /** Which disk a directory lies on; equal for the same one. */
  default Object disk(Path directory) throws IOException {
    return FileFacts.disk(directory);
  }

  /**
   * The real thing.
   *
   * @param minFreeBytes negative for a default that suits the disk's size
   */
  public static Space real(long minFreeBytes) {
    return directory -> {
      // Files.getFileStore fails where the mount table lacks the root, as in a chroot.
      File file = directory.toFile();
      long total = file.getTotalSpace();
      if (total == 0) {
        throw new IOException("the size of the disk of " + directory + " is not known");
      }
      long minimum = minFreeBytes >= 0 ? minFreeBytes : defaultMinimum(total);
      return new Reading(file.getUsableSpace(), total, minimum);
    };
  }

  /** 256 MiB, or a hundredth of a large disk, but never more than a twentieth of a small one. */
  static long defaultMinimum(long totalBytes) {
    return Math.min(Math.max(256L << 20, totalBytes / 100), totalBytes / 20);
  }
}
