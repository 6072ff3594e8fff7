package innkeeper.redaction;

import java.nio.charset.StandardCharsets;

/** What stands where a secret stood. */
final class Mark {
  static final String TEXT = "[REDACTED]";
  static final byte[] PLAIN = TEXT.getBytes(StandardCharsets.US_ASCII);

  /** A bare JSON number under a secret key becomes a string: JSON stays JSON. */
  private static final byte[][] QUOTED = new byte[8][];

  static {
    for (int depth = 0; depth < QUOTED.length; depth++) {
      String quote = "\\".repeat(depth) + '"';
      QUOTED[depth] = (quote + TEXT + quote).getBytes(StandardCharsets.US_ASCII);
    }
  }

  private Mark() {}

  /** The mark's bytes: kind -1 plain, else quoted by so many backslashes and a quote. */
  static byte[] bytes(int kind) {
    return kind < 0 ? PLAIN : QUOTED[Math.min(kind, QUOTED.length - 1)];
  }

  static boolean at(byte[] b, int at, int to) {
    return Bytes.at(b, at, to, TEXT);
  }
}
