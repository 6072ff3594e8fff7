package innkeeper.redaction;

/** Where values end that a notation of their own encloses. */
final class Ends {
  private Ends() {}

  /** Of a value in percent-encoded text: where the next parameter, line or word begins. */
  static int encoded(Line line, int at) {
    byte[] b = line.b;
    int i = at;
    while (i < line.to && !Bytes.is(b[i], Bytes.BLANK | Bytes.QUOTE)) {
      if (b[i] == '&' || b[i] == '\\' || b[i] == '<' || b[i] == '>') {
        break;
      }
      if (b[i] == '%'
          && (Bytes.atIgnoreCase(b, i, line.to, "%26")
              || Bytes.atIgnoreCase(b, i, line.to, "%22")
              || Bytes.atIgnoreCase(b, i, line.to, "%0a")
              || Bytes.atIgnoreCase(b, i, line.to, "%20"))) {
        break;
      }
      i++;
    }
    if (i == line.to) {
      line.open(at);
    }
    return i;
  }

  /** Over {@code {SSHA}}, the name of a hash before it; else {@code at}. */
  static int scheme(Line line, int at) {
    byte[] b = line.b;
    if (b[at] != '{') {
      return at;
    }
    int name = Bytes.UPPER | Bytes.DIGIT | Bytes.DASH | Bytes.DOT;
    int close = Bytes.runEnd(b, at + 1, Math.min(line.to, at + 32), name);
    boolean hash = close > at + 2 && close + 4 < line.to && b[close] == '}';
    boolean goesOn = hash && (b[close + 1] == '$' || Bytes.is(b[close + 1], Bytes.BASE64));
    return goesOn ? close + 1 : at;
  }

  /** Whether the brace encloses a value as ODBC's {@code PWD={…};} does, and no object. */
  static boolean odbc(Line line, int at) {
    byte[] b = line.b;
    int close = Bytes.indexOf(b, at, Math.min(line.to, at + 256), '}');
    return close > at + 1
        && b[at + 1] != '{'
        && !Bytes.is(b[at + 1], Bytes.QUOTE)
        && Bytes.indexOf(b, at, close, '=') < 0
        && Bytes.indexOf(b, at, close, ':') < 0
        && close + 1 < line.to
        && b[close + 1] == ';';
  }
}
