package innkeeper.logging.reading.search;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Finds the control characters in UTF-8 text that change what a terminal shows of a line. Most text
 * has none, so it is tested fast: a long one as a string, because the JVM searches strings with
 * vector instructions, and a short one eight bytes at a time.
 */
final class ControlBytes {

  /** ESC, BS, NUL and BEL, and the byte that begins U+0080 to U+009F, called C1, in UTF-8. */
  private static final String FIRST_BYTES = "\u001b\b\u0000\u0007\u00c2";

  private static final int LONG_TEXT = 1024;

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x80 * ONES;

  private ControlBytes() {}

  /**
   * Returns the index of the first control character in {@code from..to}; -1 if there is none. The
   * line end CR LF does not count.
   */
  static int first(byte[] bytes, int from, int to) {
    return to - from > LONG_TEXT && !any(bytes, from, to) ? -1 : next(bytes, from, to);
  }

  /** Returns the same as {@link #first}, in time linear in the distance to it. */
  static int next(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      while (at + 8 <= to && !suspect((long) EIGHT.get(bytes, at))) {
        at += 8;
      }
      for (int end = Math.min(to, at + 8); at < end; at++) {
        if (control(bytes, at, to)) {
          return at;
        }
      }
    }
    return -1;
  }

  private static boolean any(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    for (int i = 0; i < FIRST_BYTES.length(); i++) {
      int at = text.indexOf(FIRST_BYTES.charAt(i));
      while (at >= 0 && !control(bytes, from + at, to)) {
        at = text.indexOf(FIRST_BYTES.charAt(i), at + 1);
      }
      if (at >= 0) {
        return true;
      }
    }
    return text.indexOf('\r') >= 0 && crAlone(bytes, from, to);
  }

  /** Returns whether a CR has no LF behind it. The text of Windows has a CR in each line. */
  private static boolean crAlone(byte[] bytes, int from, int to) {
    long alone = 0;
    int at = from;
    for (; at + 9 <= to; at += 8) {
      long next = (long) EIGHT.get(bytes, at + 1);
      alone |= equal((long) EIGHT.get(bytes, at), '\r') & ~equal(next, '\n');
    }
    while (at < to && alone == 0) {
      alone = bytes[at] == '\r' && control(bytes, at, to) ? 1 : 0;
      at++;
    }
    return alone != 0;
  }

  /** Returns a number other than 0 if one of eight bytes is equal; it has that byte's high bit. */
  private static long equal(long x, int b) {
    long difference = x ^ b * ONES;
    return difference - ONES & ~difference & HIGH;
  }

  /** Returns whether one of eight bytes is below 0x20 and neither TAB nor LF, or begins C1. */
  private static boolean suspect(long x) {
    long low = x & ~HIGH;
    long tabOrMore = low + 0x77 * ONES;
    long aboveLf = low + 0x75 * ONES;
    long printable = low + 0x60 * ONES;
    long control = ~(printable | tabOrMore & ~aboveLf | x);
    return (control & HIGH | equal(x, 0xc2)) != 0;
  }

  private static boolean control(byte[] bytes, int at, int to) {
    boolean last = at + 1 == to;
    return switch (bytes[at]) {
      case 0x1b, '\b', 0x00, 0x07 -> true;
      case '\r' -> last || bytes[at + 1] != '\n';
      case (byte) 0xc2 -> !last && (bytes[at + 1] & 0xe0) == 0x80;
      default -> false;
    };
  }
}
