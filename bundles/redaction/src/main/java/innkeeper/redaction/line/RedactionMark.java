package innkeeper.redaction.line;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.StandardCharsets;

/** What stands where a secret stood. */
public final class RedactionMark {
  public static final String TEXT = "[REDACTED]";
  public static final byte[] PLAIN = TEXT.getBytes(StandardCharsets.US_ASCII);

  /** A bare JSON number under a secret key becomes a string: JSON stays JSON. */
  private static final byte[][] QUOTED = new byte[8][];

  static {
    for (int depth = 0; depth < QUOTED.length; depth++) {
      String quote = "\\".repeat(depth) + '"';
      QUOTED[depth] = (quote + TEXT + quote).getBytes(StandardCharsets.US_ASCII);
    }
  }

  private RedactionMark() {}

  /** The mark's bytes: kind -1 plain, else quoted by so many backslashes and a quote. */
  public static byte[] bytes(int kind) {
    return kind < 0 ? PLAIN : QUOTED[Math.min(kind, QUOTED.length - 1)];
  }

  /** Whether nothing but a mark, or a part of one, stands between the bounds. */
  static boolean covers(byte[] b, int start, int end, int from, int to) {
    int n = end - start;
    for (int i = 0; i + n <= PLAIN.length; i++) {
      if (b[start] == PLAIN[i] && start - i >= from && at(b, start - i, to)) {
        return true;
      }
    }
    return false;
  }

  /** Where the mark begins that the bytes may end in the midst of, or their end. */
  static int start(byte[] b, int from, int to) {
    for (int i = Math.max(from, to - PLAIN.length + 1); i < to; i++) {
      if (Bytes.at(TEXT, b, i, to)) {
        return i;
      }
    }
    return to;
  }

  public static boolean at(byte[] b, int at, int to) {
    return Bytes.at(b, at, to, TEXT);
  }
}
