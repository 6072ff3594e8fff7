package innkeeper.redaction.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/** ASCII classes by table; everything beyond ASCII is {@link #HIGH}. */
public final class Bytes {
  public static final int DIGIT = 1;
  public static final int LOWER = 2;
  public static final int UPPER = 4;
  public static final int ALPHA = LOWER | UPPER;
  public static final int ALNUM = ALPHA | DIGIT;
  public static final int UNDERSCORE = 8;
  public static final int DASH = 16;
  public static final int DOT = 32;
  public static final int PLUS_SLASH = 64;
  public static final int EQUALS = 128;
  public static final int BLANK = 256;
  public static final int HEX = 512;
  public static final int QUOTE = 1024;
  public static final int HIGH = 2048;
  public static final int TILDE = 4096;
  public static final int PERCENT = 8192;
  public static final int WORD = ALNUM | UNDERSCORE;
  public static final int TOKEN = WORD | DASH;
  public static final int BASE64 = ALNUM | PLUS_SLASH | EQUALS;
  public static final int BASE64_ANY = BASE64 | UNDERSCORE | DASH;

  public static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW = 0x7f7f7f7f7f7f7f7fL;
  private static final long CASE = 0x2020202020202020L;
  private static final long ONES = 0x0101010101010101L;
  private static final long PAIRS = 0x00ff00ff00ff00ffL;
  private static final long ONE_IN_TWO = 0x0001000100010001L;

  private static final short[] CLASS = new short[256];

  /** The classes by the names they have in patterns. */
  private static final Map<String, ByteSet> NAMED = new HashMap<>();

  static {
    mark("0123456789", DIGIT | HEX);
    mark("abcdef", LOWER | HEX);
    mark("ABCDEF", UPPER | HEX);
    mark("ghijklmnopqrstuvwxyz", LOWER);
    mark("GHIJKLMNOPQRSTUVWXYZ", UPPER);
    mark("_", UNDERSCORE);
    mark("-", DASH);
    mark(".", DOT);
    mark("+/", PLUS_SLASH);
    mark("=", EQUALS);
    mark(" \t\r\u000b\f", BLANK);
    mark("\"'`", QUOTE);
    mark("~", TILDE);
    mark("%", PERCENT);
    for (int c = 128; c < 256; c++) {
      CLASS[c] = HIGH;
    }
    name("digit", DIGIT);
    name("lower", LOWER);
    name("upper", UPPER);
    name("alpha", ALPHA);
    name("alnum", ALNUM);
    name("word", WORD);
    name("token", TOKEN);
    name("dotted", TOKEN | DOT);
    name("hex", HEX);
    name("base64", BASE64);
    name("base64url", BASE64_ANY);
    name("blank", BLANK);
    name("quote", QUOTE);
    name("high", HIGH);
    NAMED.put("space", ByteSet.exact((byte) ' ').or(ByteSet.exact((byte) '\t')));
  }

  private Bytes() {}

  private static void mark(String chars, int classes) {
    for (int i = 0; i < chars.length(); i++) {
      CLASS[chars.charAt(i)] |= (short) classes;
    }
  }

  private static void name(String name, int classes) {
    NAMED.put(name, ByteSet.of(classes));
  }

  public static boolean is(byte b, int classes) {
    return (CLASS[b & 0xff] & classes) != 0;
  }

  /** The letter in the other case; any other byte as it is. */
  public static byte otherCase(byte b) {
    return is(b, ALPHA) ? (byte) (b ^ 0x20) : b;
  }

  /** The bytes of a class that has this name in patterns, or null. */
  public static ByteSet named(String name) {
    return NAMED.get(name);
  }

  /** End of the run of one byte. */
  public static int runOf(byte[] b, int from, int to, char c) {
    int i = from;
    while (i < to && b[i] == c) {
      i++;
    }
    return i;
  }

  /** End without the punctuation that closes a sentence or a list. */
  public static int trimmed(byte[] b, int from, int to) {
    int end = to;
    while (end > from + 1 && ".,;:!?)]}".indexOf(b[end - 1]) >= 0) {
      end--;
    }
    return end;
  }

  /** The classes of all bytes of the text. */
  public static int classes(byte[] b, int from, int to) {
    int seen = 0;
    for (int i = from; i < to; i++) {
      seen |= CLASS[b[i] & 0xff];
    }
    return seen;
  }

  public static byte lower(byte b) {
    return is(b, UPPER) ? (byte) (b | 0x20) : b;
  }

  /** The high bit of each byte of {@code x} that is {@code c}. */
  public static long equal(long x, long c) {
    long y = x ^ c * ONES;
    return ~((y & LOW) + LOW | y | LOW);
  }

  /** First {@code c} at or after {@code from}, or {@code to}. */
  public static int next(byte[] b, int from, int to, char c) {
    int i = from;
    while (i + 8 <= to) {
      long found = equal((long) LONG.get(b, i), c);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
      i += 8;
    }
    while (i < to && b[i] != c) {
      i++;
    }
    return i;
  }

  /** Where the line that {@code at} is in begins; not before {@code floor}. */
  public static int lineStart(byte[] b, int floor, int at) {
    int i = at;
    while (i - 8 >= floor) {
      long found = equal((long) LONG.get(b, i - 8), '\n');
      if (found != 0) {
        return i - (Long.numberOfLeadingZeros(found) >>> 3);
      }
      i -= 8;
    }
    while (i > floor && b[i - 1] != '\n') {
      i--;
    }
    return i;
  }

  /** Where the text of the line ends that {@code at} is in: before its end, CR and all. */
  public static int lineText(byte[] b, int at, int to) {
    int end = next(b, at, to, '\n');
    return end < to && end > at && b[end - 1] == '\r' ? end - 1 : end;
  }

  /** How many {@code c} are in {@code b[from, to)}. */
  public static int count(byte[] b, int from, int to, char c) {
    int n = 0;
    int i = from;
    while (i + 8 <= to) {
      // Each byte of the sum counts for itself, as far as a byte can count.
      long sum = 0;
      int end = Math.min(to - 7, i + 8 * 255);
      for (; i < end; i += 8) {
        sum += equal((long) LONG.get(b, i), c) >>> 7;
      }
      n += (int) (((sum & PAIRS) + (sum >>> 8 & PAIRS)) * ONE_IN_TWO >>> 48);
    }
    while (i < to) {
      n += b[i++] == c ? 1 : 0;
    }
    return n;
  }

  /** End of the run of {@code classes} that starts at {@code from}. */
  public static int runEnd(byte[] b, int from, int to, int classes) {
    int i = from;
    while (i < to && is(b[i], classes)) {
      i++;
    }
    return i;
  }

  /** Start of the run of {@code classes} that ends before {@code end}. */
  public static int runStart(byte[] b, int floor, int end, int classes) {
    int i = end;
    while (i > floor && is(b[i - 1], classes)) {
      i--;
    }
    return i;
  }

  /** Whether {@code text} (lower case ASCII) stands at {@code at}, in any case. */
  public static boolean atIgnoreCase(byte[] b, int at, int to, String text) {
    int n = text.length();
    if (at < 0 || at + n > to) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      if (lower(b[at + i]) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  public static boolean at(byte[] b, int at, int to, String text) {
    int n = text.length();
    if (at < 0 || at + n > to) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      if (b[at + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code b[from, to)} is how {@code text} begins. */
  public static boolean at(String text, byte[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (i - from >= text.length() || b[i] != text.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }

  public static int indexOf(byte[] b, int from, int to, char c) {
    int at = next(b, from, to, c);
    return at < to ? at : -1;
  }

  /**
   * First place of {@code text} (lower case, two letters at least) in any case, or -1; both ends
   * bounded by the caller.
   */
  public static int indexOfIgnoreCase(byte[] b, int from, int to, String text) {
    int last = to - text.length();
    int i = from;
    int first = text.charAt(0) | 0x20;
    int second = text.charAt(1) | 0x20;
    while (i <= last) {
      if (i + 9 <= to) {
        // Where the first two letters stand, or what is as good as they but for one bit.
        long x = (long) LONG.get(b, i) | CASE;
        long y = (long) LONG.get(b, i + 1) | CASE;
        long found = equal(x, first) & equal(y, second);
        if (found == 0) {
          i += 8;
          continue;
        }
        i += Long.numberOfTrailingZeros(found) >>> 3;
      }
      if (atIgnoreCase(b, i, to, text)) {
        return i;
      }
      i++;
    }
    return -1;
  }

  public static int skipBlank(byte[] b, int from, int to) {
    int i = from;
    while (i < to && (b[i] == ' ' || b[i] == '\t')) {
      i++;
    }
    return i;
  }

  public static int backslashesBefore(byte[] b, int floor, int at) {
    int i = at;
    while (i > floor && b[i - 1] == '\\') {
      i--;
    }
    return at - i;
  }
}
