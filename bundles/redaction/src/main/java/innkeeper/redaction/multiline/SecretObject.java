package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Base64Text;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** The lines of a Secret of Kubernetes in YAML: base64 under {@code data:}. */
final class SecretObject {
  /** What a certificate's base64 begins with: "-----BEGIN CERT". */
  private static final String CERTIFICATE = "LS0tLS1CRUdJTiBDRVJU";

  private static final Pattern TEXT = Values.after("[\\t\\n\\r\\x20-\\x7e]* $");
  private static final int LONGEST_CHECKED = 4096;

  private SecretObject() {}

  /** Whether the values begin on the next line. */
  static boolean begins(byte[] b, int from, int to) {
    return Bytes.at(b, from, to, "data:") && to - from == 5;
  }

  /** Hides a value, if the line has one; it may be a block's only line. */
  static void line(Line l, int from, int to, boolean sure) {
    byte[] b = l.b;
    int end = to - from > 1 && Bytes.is(b[to - 1], Bytes.QUOTE) ? to - 1 : to;
    int start = end;
    while (start > from && (Bytes.is(b[start - 1], Bytes.BASE64) || b[start - 1] == '=')) {
      start--;
    }
    boolean quoted = end < to && start > from && b[start - 1] == b[end];
    int before = quoted ? start - 1 : start;
    boolean value = before == from || Bytes.at(b, before - 2, before, ": ");
    if (quoted == end < to && value && base64(b, start, end) && (sure || text(b, start, end))) {
      l.hideValue(start, end);
    }
  }

  private static boolean base64(byte[] b, int from, int to) {
    int n = to - from;
    return n >= 8
        && n % 4 == 0
        && !Bytes.at(b, from, to, CERTIFICATE)
        && (Bytes.classes(b, from, to) & (Bytes.UPPER | Bytes.DIGIT)) != 0;
  }

  /** Whether text was encoded, as by chance almost none is. */
  private static boolean text(byte[] b, int from, int to) {
    byte[] plain = Base64Text.decode(b, from, Math.min(to, from + LONGEST_CHECKED));
    return TEXT.matches(plain, 0, plain.length);
  }
}
