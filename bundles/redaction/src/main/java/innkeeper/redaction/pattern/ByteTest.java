package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.util.ArrayList;
import java.util.List;

/** Writes in Java whether bytes are those of a set, or of a text. */
final class ByteTest {
  private static final int FEW = 3;

  private ByteTest() {}

  static String of(ByteSet set, String c) {
    List<String> ranges = ranges(set, c);
    if (ranges.isEmpty()) {
      return "false";
    }
    return ranges.size() <= FEW ? String.join(" || ", ranges) : bits(set, c);
  }

  /** Whether each byte from a place on is that of the text, or of the other. */
  static String of(byte[] text, byte[] other, String from) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < text.length; i++) {
      String here = "b[" + from + i + "]";
      if (text[i] == other[i]) {
        all.add(here + " == " + text[i]);
      } else if (Bytes.is(text[i], Bytes.ALPHA) && (text[i] ^ other[i]) == 0x20) {
        all.add("(" + here + " | 0x20) == " + (text[i] | 0x20));
      } else {
        all.add("(%1$s == %2$d || %1$s == %3$d)".formatted(here, text[i], other[i]));
      }
    }
    return String.join(" && ", all);
  }

  private static List<String> ranges(ByteSet set, String b) {
    List<String> ranges = new ArrayList<>();
    int c = Byte.MIN_VALUE;
    while (c <= Byte.MAX_VALUE) {
      int first = c;
      while (c <= Byte.MAX_VALUE && set.has((byte) c)) {
        c++;
      }
      if (c > first) {
        ranges.add(range(b, first, c - 1));
      }
      c++;
    }
    return ranges;
  }

  private static String range(String c, int first, int last) {
    if (first == last) {
      return c + " == " + first;
    }
    if (first == Byte.MIN_VALUE) {
      return last == Byte.MAX_VALUE ? "true" : c + " <= " + last;
    }
    return last == Byte.MAX_VALUE
        ? c + " >= " + first
        : c + " >= " + first + " && " + c + " <= " + last;
  }

  /** A bit for each byte; those beyond ASCII are mostly all in or all out. */
  private static String bits(ByteSet set, String c) {
    long third = set.bits(2);
    long fourth = set.bits(3);
    String ascii =
        "((%3$s < 64 ? %1$dL : %2$dL) >>> %3$s & 1) != 0".formatted(set.bits(0), set.bits(1), c);
    if (third == fourth && third == 0) {
      return c + " >= 0 && " + ascii;
    }
    if (third == fourth && third == -1) {
      return c + " < 0 || " + ascii;
    }
    String high = "((%3$s < -64 ? %1$dL : %2$dL) >>> %3$s & 1) != 0".formatted(third, fourth, c);
    return "(" + c + " >= 0 ? " + ascii + " : " + high + ")";
  }
}
