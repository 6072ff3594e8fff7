package innkeeper.common.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A list of byte strings in a message. Each has its length before it, so any byte is allowed,
 * including NUL.
 */
public final class Texts {

  private Texts() {}

  public static byte[] encode(List<byte[]> texts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] text : texts) {
      byte[] length = Frame.encodeNumber(text.length);
      out.write(length, 0, 4);
      out.write(text, 0, text.length);
    }
    return out.toByteArray();
  }

  /**
   * @throws IllegalArgumentException if a length does not fit the remaining bytes
   */
  public static List<byte[]> decode(byte[] bytes) {
    List<byte[]> texts = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      if (bytes.length - at < 4) {
        throw new IllegalArgumentException("a list of texts ends within a length");
      }
      int length =
          (bytes[at] & 255) << 24
              | (bytes[at + 1] & 255) << 16
              | (bytes[at + 2] & 255) << 8
              | bytes[at + 3] & 255;
      at += 4;
      if (length < 0 || length > bytes.length - at) {
        throw new IllegalArgumentException("a text of " + length + " bytes is cut short");
      }
      byte[] text = new byte[length];
      System.arraycopy(bytes, at, text, 0, length);
      texts.add(text);
      at += length;
    }
    return texts;
  }
}
