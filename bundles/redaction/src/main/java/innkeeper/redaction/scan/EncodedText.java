package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Base64Text;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/**
 * Base64 of a text that holds a secret by the same rules; what it holds encoded itself does not
 * count.
 */
final class EncodedText {
  private static final int SHORTEST = 24;
  private static final int LONGEST = 64 * 1024;
  private static final Pattern PLAIN = Values.after("[\\t\\n\\r\\x20-\\xff]* $");
  private static final Pattern CREDENTIALS = Values.after("user-and-shaped");

  /** Made at first use. */
  private LineScanner scanner;

  private int lookedTo;

  /** To be told of each new line. */
  void forget() {
    lookedTo = -1;
  }

  /** Looks at the base64 around {@code at}, once; returns where to go on. */
  int verify(Line l, int at, SearchedFor snapshot) {
    if (at < lookedTo) {
      return at + 1;
    }
    int standard = Bytes.ALNUM | Bytes.PLUS_SLASH;
    int end = Bytes.runEnd(l.b, at, l.to, standard | Bytes.UNDERSCORE | Bytes.DASH);
    int from = Bytes.runStart(l.b, l.from, at, standard);
    lookedTo = end;
    l.opensAtEnd(from, end);
    if (end - from < SHORTEST || !holds(l.b, from, Math.min(end, from + LONGEST), snapshot)) {
      return at + 1;
    }
    l.secret(from, Bytes.runEnd(l.b, end, l.to, Bytes.EQUALS));
    return end;
  }

  private boolean holds(byte[] b, int from, int to, SearchedFor snapshot) {
    byte[] plain = Base64Text.decode(b, from, to);
    LineText text = LineText.ofValue(plain, plain.length);
    if (!PLAIN.matches(text, 0)) {
      return false;
    }
    scanner = scanner == null ? new LineScanner(null) : scanner;
    boolean found = CREDENTIALS.matches(text, 0);
    int at = 0;
    while (at < plain.length && !found) {
      int end = Bytes.next(plain, at, plain.length, '\n');
      found = scanner.scan(ScannedLine.unseen(plain, at, end, false), snapshot).size() > 0;
      at = end + 1;
    }
    scanner.before.close();
    return found;
  }
}
