package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Whether a jar is all there: it ends where its directory says (half a copy and appended bytes do
 * not), and every entry unpacks to its checksum. Java's own reader looks at neither until it must.
 */
final class WholeJar {

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_BYTES = 22;

  private WholeJar() {}

  /**
   * @throws SurfaceException that says what is wrong with it
   */
  static JarManifest read(Path jar) {
    try {
      checkEnd(jar);
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        for (ZipEntry entry : Collections.list(zip.entries())) {
          CRC32 sum = new CRC32();
          try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum)) {
            in.transferTo(OutputStream.nullOutputStream());
          }
          if (sum.getValue() != entry.getCrc()) {
            throw new IOException(entry.getName() + " is damaged");
          }
        }
      }
      return JarManifest.read(jar);
    } catch (IOException e) {
      throw new SurfaceException("no whole jar: " + e.getMessage(), e);
    }
  }

  private static void checkEnd(Path jar) throws IOException {
    try (FileChannel file = FileChannel.open(jar)) {
      int length = (int) Math.min(file.size(), END_BYTES + 65_535);
      ByteBuffer tail = ByteBuffer.allocate(length).order(java.nio.ByteOrder.LITTLE_ENDIAN);
      file.read(tail, file.size() - length);
      for (int at = length - END_BYTES; at >= 0; at--) {
        if (tail.getInt(at) == END_SIGNATURE) {
          int comment = Short.toUnsignedInt(tail.getShort(at + 20));
          if (at + END_BYTES + comment != length) {
            throw new IOException("bytes stand behind its end");
          }
          return;
        }
      }
      throw new IOException("its end is missing");
    }
  }
}
