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
 * The repair of an archive that exists in both forms, plain and compressed. The process ended
 * between the last two steps of {@link Compression}. The form with fewer lines is deleted.
 */
public final class ArchiveReconciler {

  private static final int CHUNK = 64 << 10;

  /** The result of a comparison of the compressed form with the plain form. */
  public enum Verdict {
    /** Both forms hold the same lines: the plain one can be deleted. */
    SAME,
    /** The compressed form is broken or holds only the first lines: it can be deleted. */
    LESS,
    /** The plain form was truncated by a power failure: it can be deleted. */
    MORE,
    /** Each form holds lines that the other lacks: both are kept. */
    DIFFERENT
  }

  private final Disk disk;

  public ArchiveReconciler(Disk disk) {
    this.disk = disk;
  }

  /** Compares both forms and deletes the one with fewer lines. */
  public Verdict settle(Path plain, Path compressed) throws IOException {
    Verdict verdict = compare(plain, compressed);
    switch (verdict) {
      case SAME, MORE -> disk.delete(plain);
      case LESS -> disk.delete(compressed);
      case DIFFERENT -> {
        // Each form may hold lines that the other lacks.
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
            // The rest is read too, so that the checksum is verified.
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
