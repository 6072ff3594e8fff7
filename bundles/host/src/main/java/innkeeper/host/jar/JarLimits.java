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
 * Limits the size to which a jar may unpack. The sizes in the directory at its end are checked
 * before anything is unpacked, and the unpacked bytes are counted. So a jar of a few kilobytes that
 * unpacks to gigabytes costs neither time nor memory. Jars inside of it count too, because a
 * bundle's class path may name them. The framework opens no jars deeper than that.
 */
public final class JarLimits {

  private static final Logger LOG = LoggerFactory.getLogger(JarLimits.class);

  static final long MOST_BYTES = 512L << 20;
  static final int MOST_ENTRIES = 65_534;

  /** Text rarely packs better than 20 to 1; the maximum of deflate is 1032 to 1. */
  static final int MOST_RATIO = 100;

  /** The unpacked size from which on the ratio of unpacked to packed bytes is checked. */
  private static final long RATIO_FROM_BYTES = 16L << 20;

  /** Java reads the manifest and each signature file completely into memory. */
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
   * Opens a jar whose directory keeps to the limits.
   *
   * @throws NotYetException if its end is missing or is followed by other bytes
   * @throws SurfaceException that names the exceeded limit
   */
  public static ZipFile open(Path jar) throws IOException {
    if (!Files.isRegularFile(jar)) {
      throw new SurfaceException(jar + " is not a file; allowed: an OSGi bundle");
    }
    JarLimits limits = new JarLimits(Files.size(jar));
    checkEnd(jar);
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

  /** Returns limits that count the unpacked bytes of this jar. */
  public static JarLimits of(Path jar) throws IOException {
    return new JarLimits(Files.size(jar));
  }

  /** Checks the record at the end of the jar, which has the number of its entries. */
  private static void checkEnd(Path jar) throws IOException {
    try (FileChannel file = FileChannel.open(jar)) {
      int length = (int) Math.min(file.size(), END_BYTES + 65_535);
      ByteBuffer tail = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
      file.read(tail, file.size() - length);
      for (int at = length - END_BYTES; at >= 0; at--) {
        if (tail.getInt(at) == END_SIGNATURE) {
          int comment = Short.toUnsignedInt(tail.getShort(at + 20));
          if (at + END_BYTES + comment != length) {
            throw new NotYetException("no whole jar: bytes follow its end");
          }
          limit(
              Short.toUnsignedInt(tail.getShort(at + 10)),
              MOST_ENTRIES,
              "a jar of %d entries or more");
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
          ("a jar that unpacks to more than %s times its %s bytes; allowed: up to %s" + " times")
              .formatted(MOST_RATIO, fileBytes, MOST_RATIO));
    }
  }

  private static void limit(long value, long most, String what) {
    if (value > most) {
      throw new SurfaceException(
          String.format(Locale.ROOT, what, value) + "; allowed: up to " + most);
    }
  }

  /**
   * Unpacks an entry to its end and counts the bytes.
   *
   * @param in the unpacked bytes; not closed
   */
  void read(String name, InputStream in) throws IOException {
    if (name.endsWith(".jar")) {
      // Reading the inner entries also reads the outer one. Bytes after the inner zip are drained
      // below.
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

  /** Counts the bytes that are read; does not close the stream it reads from. */
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
