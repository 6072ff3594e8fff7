package innkeeper.rotation.archive;

import innkeeper.rotation.disk.Disk;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * An archive that lies there plain and compressed: the process ended between the last two steps of
 * {@link Compression}. One goes, the one that holds less.
 */
public final class ArchiveReconciler {

  private static final int CHUNK = 64 << 10;

  /** How the compressed one compares with the plain one. */
  public enum Verdict {
    /** The same lines: the plain one may go. */
    SAME,
    /** Broken, or the plain one goes on after it: the compressed one may go. */
    LESS,
    /** The plain one was cut short by a power cut: it may go. */
    MORE,
    /** Neither holds the other; both stay. */
    DIFFERENT
  }

  private final Disk disk;

  public ArchiveReconciler(Disk disk) {
    this.disk = disk;
  }

  /** Deletes the one that holds less. */
  public Verdict settle(Path plain, Path compressed) throws IOException {
    Verdict verdict = compare(plain, compressed);
    switch (verdict) {
      case SAME, MORE -> disk.delete(plain);
      case LESS -> disk.delete(compressed);
      case DIFFERENT -> {
        // Both may hold lines the other lacks.
      }
    }
    return verdict;
  }

  public static Verdict compare(Path plain, Path compressed) throws IOException {
    boolean same = true;
    long plainLeft = Files.size(plain);
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(plain), CHUNK);
        InputStream file = Files.newInputStream(compressed)) {
      InputStream unpacked;
      try {
        unpacked = new GZIPInputStream(file, CHUNK);
        byte[] chunk = new byte[CHUNK];
        for (int n = unpacked.read(chunk); n >= 0; n = unpacked.read(chunk)) {
          int compared = (int) Math.min(n, plainLeft);
          same &=
              java.util.Arrays.equals(raw.readNBytes(compared), 0, compared, chunk, 0, compared);
          if (compared < n) {
            // To its end, so that its checksum is looked at.
            unpacked.transferTo(java.io.OutputStream.nullOutputStream());
            return same ? Verdict.MORE : Verdict.DIFFERENT;
          }
          plainLeft -= n;
        }
      } catch (ZipException | EOFException broken) {
        return Verdict.LESS;
      }
    }
    if (!same) {
      return Verdict.DIFFERENT;
    }
    return plainLeft == 0 ? Verdict.SAME : Verdict.LESS;
  }
}
