package innkeeper.common.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
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
      out.writeBytes(Frame.encodeNumber(text.length));
      out.writeBytes(text);
    }
    return out.toByteArray();
  }

  /**
   * @throws IllegalArgumentException if a length does not fit the remaining bytes
   */
  public static List<byte[]> decode(byte[] bytes) {
    List<byte[]> texts = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.hasRemaining()) {
      if (in.remaining() < 4) {
        throw new IllegalArgumentException("a list of texts ends within a length");
      }
      int length = in.getInt();
      if (length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException("a text of " + length + " bytes is cut short");
      }
      byte[] text = new byte[length];
      in.get(text);
      texts.add(text);
    }
    return texts;
  }
}
