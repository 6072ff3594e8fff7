package innkeeper.redaction;

/** What is typed once or scanned: codes, seeds of authenticators, what a QR code says. */
final class Codes {
  private static final int MAX = 256;

  private Codes() {}

  /** {@code WIFI:T:WPA;S:name;P:secret;;}, where a backslash stands before a sign of the secret. */
  static int wifi(Line l, int from) {
    byte[] b = l.b;
    int bound = Math.min(l.to, from + MAX);
    int i = from;
    while (i + 3 < bound && !Bytes.at(b, i, bound, ";P:")) {
      i++;
    }
    if (i + 3 >= bound) {
      l.opens(from, bound);
      return from;
    }
    int start = i + 3;
    int end = start;
    while (end < l.to && b[end] != ';') {
      end += b[end] == '\\' ? 2 : 1;
    }
    end = Math.min(end, l.to);
    l.opens(start, end);
    if (!Judge.placeholder(b, start, end)) {
      l.secret(start, end);
    }
    return end;
  }

  /** Hexadecimal digits, that many and no more. */
  static int hex(Line l, int from, int least, int most) {
    int end = Bytes.runEnd(l.b, from, l.to, Bytes.ALNUM);
    l.opens(from, end);
    if (end - from < least || end - from > most || Bytes.runEnd(l.b, from, end, Bytes.HEX) < end) {
      return from;
    }
    l.secret(from, end);
    return end;
  }

  /** Whether nothing but {@code s:} follows, so that the codes stand on the next lines. */
  static boolean ahead(Line l, int from) {
    int colon = from < l.to && (l.b[from] | 0x20) == 's' ? from + 1 : from;
    return colon == l.to - 1 && l.b[colon] == ':';
  }

  /** Groups of base32: {@code KRSX G5CT MVRX EZLU}. */
  static int setup(Line l, int from) {
    byte[] b = l.b;
    int at = Phrase.skip(b, from, l.to);
    int end = at;
    int next = at;
    while (true) {
      int word = Bytes.runEnd(b, next, l.to, Bytes.ALNUM);
      if (word - next < 4 || word < l.to && Bytes.is(b[word], Bytes.TOKEN | Bytes.HIGH)) {
        break;
      }
      end = word;
      next = word + 1;
      if (word >= l.to || b[word] != ' ') {
        break;
      }
    }
    l.opens(from, end + 5);
    if (end - at < 16 || !Bytes.is(b[at], Bytes.UPPER) && !Tokens.mixed(b, at, end)) {
      return from;
    }
    l.secret(at, end);
    return end;
  }

  /** {@code for login: 123456}: where the word ends that says what for. */
  private static int purpose(Line l, int from) {
    int end = Bytes.runEnd(l.b, from, Math.min(l.to, from + 64), Bytes.TOKEN | Bytes.DOT);
    if (end == l.to) {
      l.open(l.to);
    }
    return end;
  }

  /** {@code backup code 8842-1123 used}, {@code enter the code WDJB-MJHT}. */
  private static int bare(Line l, int at, int otherwise) {
    byte[] b = l.b;
    int end = Bytes.runEnd(b, at, l.to, Bytes.UPPER | Bytes.DIGIT | Bytes.DASH);
    l.opens(at, end);
    int dash = Bytes.indexOf(b, at, end, '-');
    boolean digits = Bytes.runEnd(b, at, end, Bytes.DIGIT | Bytes.DASH) == end;
    boolean word = end == l.to || !Bytes.is(b[end], Bytes.ALNUM | Bytes.UNDERSCORE | Bytes.HIGH);
    boolean groups = dash > at + 3 && end - dash > 4;
    if (!word || end - at > 16 || !(digits && end - at >= 4 && end - at <= 10 || groups)) {
      return otherwise;
    }
    l.secret(at, end);
    return end;
  }

  /** {@code s: a1b2c-d3e4f, g5h6i-j7k8l}, {@code is 123456}. */
  static int code(Line l, int from, int least) {
    byte[] b = l.b;
    int i = b[from - 1] == ' ' ? purpose(l, from) : from;
    i = i < l.to && (b[i] | 0x20) == 's' ? i + 1 : i;
    boolean is = Bytes.atIgnoreCase(b, i, l.to, " is ") || Bytes.atIgnoreCase(b, i, l.to, " is:");
    int at = Phrase.skip(b, is ? i + 3 : i, l.to);
    boolean sign = i + 1 < l.to && (b[i + 1] == ':' || b[i + 1] == '=');
    if (!is && (i >= l.to || at == i || b[i] == ' ' && !sign)) {
      return i < l.to && at > i ? bare(l, at, from) : from;
    }
    while (at < l.to) {
      int end = Bytes.runEnd(b, at, l.to, Bytes.ALNUM | Bytes.DASH);
      l.opens(at, end);
      boolean digit = Bytes.runEnd(b, at, end, Bytes.ALPHA | Bytes.DASH) < end;
      if (end - at < least || !digit) {
        break;
      }
      l.secret(at, end);
      at = end;
      while (at < l.to && (b[at] == ',' || b[at] == ' ')) {
        at++;
      }
    }
    return at;
  }
}
