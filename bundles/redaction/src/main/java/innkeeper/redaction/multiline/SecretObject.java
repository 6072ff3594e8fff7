package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Base64Text;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** The lines of a Secret of Kubernetes in YAML: base64 under {@code data:}. */
final class SecretObject {
  /** Base64 of no certificate, alone or behind a colon. */
  private static final Pattern VALUE = Values.after("to(object-value) «base64+»");

  private static final Pattern TEXT = Values.after("[\\t\\n\\r\\x20-\\x7e]* $");
  private static final int LONGEST_CHECKED = 4096;

  private SecretObject() {}

  /** Whether the values begin on the next line. */
  static boolean begins(byte[] b, int from, int to) {
    return Bytes.at(b, from, to, "data:") && to - from == 5;
  }

  /** Hides a value, if the line has one; it may be a block's only line. */
  static void line(Line l, boolean sure) {
    if (VALUE.matches(l, l.from)) {
      int start = l.stretchFrom(0);
      int end = l.stretchTo(0);
      if (sure || text(l.b, start, end)) {
        l.hideValue(start, end);
      }
    }
  }

  /** Whether text was encoded, as by chance almost none is. */
  private static boolean text(byte[] b, int from, int to) {
    byte[] plain = Base64Text.decode(b, from, Math.min(to, from + LONGEST_CHECKED));
    return TEXT.matches(plain, 0, plain.length);
  }
}
