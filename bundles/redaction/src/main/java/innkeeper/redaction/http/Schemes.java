package innkeeper.redaction.http;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.text.Base64Text;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/** A scheme and its credentials where no header's name stands before them: {@code Bearer …}. */
public final class Schemes {
  private Schemes() {}

  public static int verify(Line l, byte[] scheme, int at) {
    byte[] b = l.b;
    int word = at + scheme.length;
    if (!l.wordStart(at)) {
      return at + 1;
    }
    byte first = scheme[0];
    int from = Bytes.skipBlank(b, first == 'a' ? l.tokenEnd(word) : word, l.to);
    boolean list = first == 'd' || first == 'a';
    // A list is looked through up to a bound of its own: the time stays linear.
    int bound = list ? Math.min(l.to, from + 1) : l.to;
    int end = Bytes.runEnd(b, from, bound, Bytes.BASE64_ANY | Bytes.DOT | Bytes.TILDE);
    if (end == l.to) {
      l.open(from);
    }
    if (end == from || RedactionMark.at(b, from, l.to)) {
      return word;
    }
    boolean secret =
        switch (first) {
          case 'b' -> scheme[1] == 'e' ? bearer(l, from, end) : basic(l, from, end);
          case 'd', 'a' -> parameters(l, from);
          default -> end - from >= 20 && Values.mixed(b, from, end);
        };
    if (!secret) {
      return word;
    }
    if (list) {
      return AuthValue.redact(l, at, l.to, false);
    }
    l.secret(from, end);
    return end;
  }

  private static boolean bearer(Line l, int from, int end) {
    int n = end - from;
    boolean ended =
        end < l.to && (l.b[end] == '"' || l.b[end] == '\'' || RedactionMark.at(l.b, end, l.to));
    boolean parameter = ended && l.b[end - 1] == '=';
    if (parameter || n < 8 || Bytes.indexOf(l.b, from, end - 1, '=') > 0 && l.b[end - 1] != '=') {
      return false;
    }
    return Values.mixed(l.b, from, end) && digits(l.b, from, end)
        || n >= 20 && cases(l.b, from, end);
  }

  private static boolean digits(byte[] b, int from, int to) {
    int last = Bytes.runEnd(b, from, to, Bytes.ALPHA | Bytes.DASH | Bytes.DOT);
    return last < to - 1 || to - from >= 12;
  }

  private static boolean cases(byte[] b, int from, int to) {
    int seen = 0;
    for (int i = from + 1; i < to; i++) {
      seen |= Bytes.classOf(b[i]);
    }
    return (seen & Bytes.LOWER) != 0 && (seen & Bytes.UPPER) != 0 || to - from >= 32;
  }

  private static boolean basic(Line l, int from, int end) {
    return end - from >= 6 && Base64Text.credentials(l.b, from, end);
  }

  /** {@code username="x", realm="y"}. */
  private static boolean parameters(Line l, int from) {
    int name = Bytes.runEnd(l.b, from, l.to, Bytes.TOKEN);
    if (name == from || name >= l.to || l.b[name] != '=') {
      return false;
    }
    int ceiling = Math.min(l.to, from + 384);
    if (ceiling == l.to) {
      l.open(from);
    }
    return Bytes.indexOfIgnoreCase(l.b, from, ceiling, "response=") >= 0
        || Bytes.indexOfIgnoreCase(l.b, from, ceiling, "signature=") >= 0;
  }
}
