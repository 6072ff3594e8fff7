package innkeeper.host.jar;

import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much a jar may unpack to. What it says of itself (the directory at its end) is looked at
 * before anything is unpacked, and what is unpacked is counted: a jar of a few kilobytes that
 * unpacks to gigabytes costs neither time nor memory. Jars inside of it count too; a bundle's class
 * path may name them, and the framework opens no deeper ones.
 */
public final class JarLimits {

  private static final Logger LOG = LoggerFactory.getLogger(JarLimits.class);

  static final long MOST_BYTES = 512L << 20;
  static final int MOST_ENTRIES = 65_534;

  /** Text hardly packs better than 20 to 1; deflate ends at 1032. */
  static final int MOST_RATIO = 100;

  /** Below this nobody asks for the ratio. */
  private static final long RATIO_FROM_BYTES = 16L << 20;

  /** Java reads the directory, a manifest and a signature file into memory as a whole. */
  private static final long MOST_DIRECTORY_BYTES = 16L << 20;

  static final int MOST_MANIFEST_BYTES = 4 << 20;

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_BYTES = 22;

  private final long fileBytes;
  private final byte[] piece = new byte[1 << 16];
  private long bytes;
  private long entries;

  private JarLimits(long fileBytes) {
    this.fileBytes = fileBytes;
  }

  /**
   * Opens a jar that keeps to the limits by what it says of itself.
   *
   * @throws NotYetException if it ends too early, or not at all
   * @throws SurfaceException that names the limit
   */
  public static ZipFile open(Path jar) throws IOException {
    if (!Files.isRegularFile(jar)) {
      throw new SurfaceException(jar + " is no file; allowed: an OSGi bundle");
    }
    JarLimits limits = new JarLimits(Files.size(jar));
    limits.checkEnd(jar);
    ZipFile zip = new ZipFile(jar.toFile());
    try {
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        limits.add(entry.getSize());
        if (WholeJar.isSignature(entry.getName())) {
          limit(
              entry.getSize(),
              MOST_MANIFEST_BYTES,
              "a jar whose manifest or signature unpacks to %d bytes");
        }
      }
      return zip;
    } catch (SurfaceException e) {
      zip.close();
      throw e;
    }
  }

  /** What is unpacked of it will be counted. */
  public static JarLimits of(Path jar) throws IOException {
    return new JarLimits(Files.size(jar));
  }

  /** The end says how large the directory is, which Java reads as a whole when it opens a jar. */
  private void checkEnd(Path jar) throws IOException {
    try (FileChannel file = FileChannel.open(jar)) {
      int length = (int) Math.min(file.size(), END_BYTES + 65_535);
      ByteBuffer tail = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
      long from = file.size() - length;
      file.read(tail, from);
      for (int at = length - END_BYTES; at >= 0; at--) {
        if (tail.getInt(at) == END_SIGNATURE) {
          int comment = Short.toUnsignedInt(tail.getShort(at + 20));
          if (at + END_BYTES + comment != length) {
            throw new NotYetException("no whole jar: bytes stand behind its end");
          }
          limit(
              Short.toUnsignedInt(tail.getShort(at + 10)),
              MOST_ENTRIES,
              "a jar of %d entries or more");
          limit(
              Integer.toUnsignedLong(tail.getInt(at + 12)),
              MOST_DIRECTORY_BYTES,
              "a jar whose directory has %d bytes");
          return;
        }
      }
      throw new NotYetException("no whole jar: its end is missing");
    }
  }

  private void add(long size) {
    entries++;
    limit(entries, MOST_ENTRIES, "a jar of %d entries or more");
    count(size);
  }

  private void count(long more) {
    bytes += Math.max(0, more);
    limit(bytes, MOST_BYTES, "a jar that unpacks to %d bytes or more");
    if (bytes > RATIO_FROM_BYTES && bytes / MOST_RATIO > fileBytes) {
      throw new SurfaceException(
          "a jar that unpacks to more than "
              + MOST_RATIO
              + " times its "
              + fileBytes
              + " bytes; allowed: up to "
              + MOST_RATIO
              + " times");
    }
  }

  private static void limit(long value, long most, String what) {
    if (value > most) {
      throw new SurfaceException(
          String.format(Locale.ROOT, what, value) + "; allowed: up to " + most);
    }
  }

  /**
   * Unpacks an entry to its end and counts.
   *
   * @param in what is unpacked; not closed
   */
  void read(String name, InputStream in) throws IOException {
    if (name.endsWith(".jar")) {
      // Whoever reads the inner entries has read the outer one; what stands behind them is no zip.
      try {
        ZipInputStream inner = new ZipInputStream(new Counted(in));
        for (ZipEntry e = inner.getNextEntry(); e != null; e = inner.getNextEntry()) {
          add(0);
          drain(inner);
        }
      } catch (ZipException e) {
        LOG.debug("inner jar cannot be read from its front name={}", name, e);
      }
    }
    drain(in);
  }

  private void drain(InputStream in) throws IOException {
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      count(n);
    }
  }

  /** Counts what passes; does not close what it reads from. */
  private final class Counted extends InputStream {

    private final InputStream in;

    Counted(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      count(b < 0 ? 0 : 1);
      return b;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int n = in.read(into, from, length);
      count(n);
      return n;
    }
  }
}
