package innkeeper.admin.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses whole bodies. */
public final class Gzip {

  private Gzip() {}

  /**
   * Returns the bytes in gzip format.
   *
   * @param level the compression level, see {@link java.util.zip.Deflater}
   */
  public static byte[] pack(byte[] body, int level) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 3);
    try (GZIPOutputStream gzip =
        new GZIPOutputStream(out) {
          {
            def.setLevel(level);
          }
        }) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
