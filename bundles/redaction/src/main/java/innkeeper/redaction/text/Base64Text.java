package innkeeper.redaction.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Looks into a few bytes of base64 without making a String of them. */
public final class Base64Text {
  private static final byte[] VALUES = new byte[256];

  static {
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < alphabet.length(); i++) {
      VALUES[alphabet.charAt(i)] = (byte) i;
    }
    VALUES['-'] = 62;
    VALUES['_'] = 63;
  }

  private Base64Text() {}

  public static boolean contains(byte[] b, int from, int to, String text) {
    return new String(decode(b, from, to), StandardCharsets.ISO_8859_1).contains(text);
  }

  /** Whether it is {@code user:password} in printable letters. */
  public static boolean credentials(byte[] b, int from, int to) {
    byte[] plain = decode(b, from, Math.min(to, from + 512));
    boolean colon = false;
    for (byte c : plain) {
      if (c >= 0 && c < 0x20 || c == 0x7f) {
        return false;
      }
      colon |= c == ':';
    }
    return colon;
  }

  /** The bytes, up to what is no base64. */
  public static byte[] decode(byte[] b, int from, int to) {
    byte[] out = new byte[(to - from) * 3 / 4];
    int bits = 0;
    int held = 0;
    int n = 0;
    for (int i = from; i < to && n < out.length; i++) {
      int v = VALUES[b[i] & 0xff];
      if (v < 0) {
        break;
      }
      bits = bits << 6 | v;
      held += 6;
      if (held >= 8) {
        held -= 8;
        out[n++] = (byte) (bits >> held);
      }
    }
    return n == out.length ? out : Arrays.copyOf(out, n);
  }
}
