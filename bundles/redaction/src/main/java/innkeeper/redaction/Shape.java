package innkeeper.redaction;

/** What a word looks like that stands after a secret's name without any operator. */
final class Shape {
  private static final int STRONG = Bytes.TOKEN | Bytes.DOT | Bytes.PLUS_SLASH | Bytes.EQUALS;

  private Shape() {}

  /** End of the word at {@code from}: what quotes, brackets and blanks end. */
  static int wordEnd(byte[] b, int from, int to) {
    int i = from;
    while (i < to
        && (b[i] > ' ' || b[i] < 0)
        && b[i] != '"'
        && b[i] != '\''
        && b[i] != '`'
        && b[i] != '<'
        && b[i] != '\\') {
      i++;
    }
    return i;
  }

  /**
   * {@code password hunter2}: letters and digits, six at least; no algorithm, file, address, path
   * or number with a unit.
   */
  static boolean password(byte[] b, int from, int to) {
    if (to - from < 6 || to - from > 200) {
      return false;
    }
    int seen = 0;
    for (int i = from; i < to; i++) {
      byte c = b[i];
      if (c < 0 || c == '/' || c == '=' || c == '(' || c == '{' || c == '[' || c == '|') {
        return false;
      }
      seen |= Bytes.classOf(c);
    }
    boolean mixed = (seen & Bytes.DIGIT) != 0 && (seen & Bytes.ALPHA) != 0;
    return mixed && !technical(b, from, to) && !address(b, from, to);
  }

  /** {@code sha256}, {@code utf-8}, {@code v1.2.3}, {@code 3600s}, {@code 2026-11-21T09:00}. */
  static boolean technical(byte[] b, int from, int to) {
    if (Words.is(b, from, to, Words.TECHNICAL)) {
      return true;
    }
    int alpha = Bytes.runEnd(b, from, to, Bytes.ALPHA);
    int digits = Bytes.runEnd(b, alpha, to, Bytes.DIGIT | Bytes.DOT | Bytes.DASH);
    if (alpha - from <= 1 && digits == to || alpha > from && digits == to && b[alpha] == '-') {
      return true;
    }
    int number = Bytes.runEnd(b, from, to, Bytes.DIGIT | Bytes.DOT | Bytes.DASH);
    int unit = Bytes.runEnd(b, number, to, Bytes.ALPHA);
    return number > from && unit == to && to - number <= 3 || Bytes.atIgnoreCase(b, from, to, "0x");
  }

  /** {@code host.example.com}, {@code a.txt}, {@code bob@host.org}, {@code db:5432}. */
  private static boolean address(byte[] b, int from, int to) {
    int colon = Bytes.indexOf(b, from, to, ':');
    if (colon > from && colon + 1 < to && Bytes.runEnd(b, colon + 1, to, Bytes.DIGIT) == to) {
      return true;
    }
    int dot = to;
    while (dot > from && Bytes.is(b[dot - 1], Bytes.LOWER)) {
      dot--;
    }
    return dot < to
        && to - dot <= 6
        && dot - 1 > from
        && b[dot - 1] == '.'
        && Bytes.runStart(b, from, dot - 1, Bytes.TOKEN | Bytes.DOT) < dot - 1;
  }

  /** What a token without an operator looks like: long, mixed, no name of lower-case words. */
  static boolean strong(byte[] b, int from, int to, int min, boolean uuid) {
    if (to - from < min || Bytes.runEnd(b, from, to, STRONG) < to) {
      return false;
    }
    int seen = 0;
    int letters = 0;
    int digits = 0;
    for (int i = from; i < to; i++) {
      int c = Bytes.classOf(b[i]);
      seen |= c;
      letters += (c & Bytes.ALPHA) != 0 ? 1 : 0;
      digits += (c & Bytes.DIGIT) != 0 ? 1 : 0;
    }
    if (letters == 0 || digits < 2 || address(b, from, to)) {
      return false;
    }
    if ((seen & (Bytes.DASH | Bytes.UNDERSCORE | Bytes.DOT | Bytes.PLUS_SLASH)) == 0) {
      return true;
    }
    if (uuid(b, from, to)) {
      return uuid;
    }
    return (seen & Bytes.UPPER) != 0 && (seen & Bytes.LOWER) != 0 && digits >= 3;
  }

  /** What programs draw for a password: small and capital letters and a digit in one word. */
  static boolean drawn(byte[] b, int from, int to) {
    int seen = 0;
    for (int i = from; i < to; i++) {
      if (b[i] <= ' ' || ":/\\<>()[]{}".indexOf(b[i]) >= 0) {
        return false;
      }
      seen |= Bytes.classOf(b[i]);
    }
    int all = Bytes.LOWER | Bytes.UPPER | Bytes.DIGIT;
    return to - from >= 8
        && (seen & all) == all
        && !technical(b, from, to)
        && !address(b, from, to);
  }

  static boolean uuid(byte[] b, int from, int to) {
    return to - from == 36
        && b[from + 8] == '-'
        && b[from + 13] == '-'
        && b[from + 18] == '-'
        && b[from + 23] == '-'
        && Bytes.runEnd(b, from, to, Bytes.HEX | Bytes.DASH) == to;
  }
}
