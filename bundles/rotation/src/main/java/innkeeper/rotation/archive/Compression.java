package innkeeper.rotation.archive;

import innkeeper.rotation.disk.Disk;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The compression of ARCHIVE into ARCHIVE.gz. It writes ARCHIVE.gz.tmp, forces it to disk, renames
 * it, and forces the directory. Only then does it delete the plain file. At every moment, at least
 * one complete file with the lines is on disk.
 */
public final class Compression {

  public static final String TEMPORARY = ".gz.tmp";

  private static final int CHUNK = 64 << 10;

  private final Disk disk;
  private final BooleanSupplier cancelled;

  public Compression(Disk disk, BooleanSupplier cancelled) {
    this.disk = disk;
    this.cancelled = cancelled;
  }

  /**
   * @param fast whether to prefer speed to size
   * @param last receives the plain archive right before it is deleted
   * @return whether the archive was compressed; false if cancelled, or if another program still
   *     writes to it
   * @throws IOException if a step failed; the plain archive is unchanged
   */
  public boolean compress(Path archive, boolean fast, Consumer<Path> last) throws IOException {
    Path done = archive.resolveSibling(archive.getFileName() + ".gz");
    Path temporary = archive.resolveSibling(archive.getFileName() + TEMPORARY);
    disk.delete(temporary);
    boolean renamed = false;
    long read;
    try {
      read = copy(archive, temporary, fast ? Deflater.BEST_SPEED : Deflater.DEFAULT_COMPRESSION);
      if (read < 0 || Files.size(archive) != read) {
        return false;
      }
      Files.setLastModifiedTime(temporary, Files.getLastModifiedTime(archive));
      disk.force(temporary);
      if (cancelled.getAsBoolean()) {
        // The force may take long, and a new version of this bundle may already use the same name.
        return false;
      }
      disk.rename(temporary, done);
      renamed = true;
    } finally {
      if (!renamed) {
        disk.delete(temporary);
      }
    }
    disk.force(archive.getParent());
    if (!holds(archive, read)) {
      disk.delete(done);
      return false;
    }
    last.accept(archive);
    disk.delete(archive);
    return true;
  }

  /**
   * Returns whether the plain archive is still the one that was compressed. A writer may still have
   * added lines to it. It may also have been deleted to free space, and a compressed form would
   * undo that.
   */
  private static boolean holds(Path archive, long bytes) throws IOException {
    try {
      return Files.size(archive) == bytes;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Returns the number of bytes read; -1 if cancelled. */
  private long copy(Path archive, Path temporary, int level) throws IOException {
    byte[] chunk = new byte[CHUNK];
    long total = 0;
    try (InputStream in = Files.newInputStream(archive);
        OutputStream file = disk.write(temporary);
        OutputStream out = gzip(file, level)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        if (cancelled.getAsBoolean()) {
          return -1;
        }
        out.write(chunk, 0, n);
        total += n;
      }
    }
    return total;
  }

  private static OutputStream gzip(OutputStream to, int level) throws IOException {
    return new GZIPOutputStream(to, CHUNK) {
      {
        def.setLevel(level);
      }
    };
  }
}
