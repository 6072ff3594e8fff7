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
 * Makes ARCHIVE.gz of ARCHIVE: into ARCHIVE.gz.tmp, forced, renamed, directory forced, and only
 * then is the plain one deleted. At each instant the lines are on disk in at least one whole file.
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
   * @param fast rather soon done than small
   * @param last told of the plain archive right before it is deleted
   * @return whether it was done; not when cancelled, or when someone still writes to the archive
   * @throws IOException if it failed; the plain archive is as it was
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
        return false; // That took long; a successor may be at work under the same name by now.
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
   * Whether the plain archive is still what was compressed. A writer that should have let go may
   * have added to it; and it may have been given up for space, which a compressed one would undo.
   */
  private static boolean holds(Path archive, long bytes) throws IOException {
    try {
      return Files.size(archive) == bytes;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** How many bytes went in; -1 if cancelled. */
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
