package innkeeper.redaction;

/** Secrets in the notations of routers and of SNMP. */
final class Router {
  private Router() {}

  /** A word behind the kind of its coding, if that stands there. */
  static int configured(Line l, int at, int from) {
    byte[] b = l.b;
    int i = from;
    if (b[at] == ' '
        && Bytes.indexOfIgnoreCase(b, Math.max(l.from, at - 64), at, "username ") >= 0) {
      int to = l.wordEnd(from);
      l.opens(from, to);
      return Protocol.take(l, from, to, from);
    }
    int number = Bytes.runEnd(b, i, Math.min(l.to, i + 4), Bytes.DIGIT);
    boolean coded = number > i && number + 1 < l.to && b[number] == ' ';
    i = coded ? number + 1 : i;
    int quote = Quoted.open(b, i, l.to);
    return word(l, quote < 0 ? i : quote + 1, 5);
  }

  static int word(Line l, int from, int min) {
    byte[] b = l.b;
    int to = l.wordEnd(from);
    l.opens(from, to);
    if (from < to && l.shaped(from, to, min) && !Judge.placeholder(b, from, to)) {
      l.secret(from, to);
      return to;
    }
    return from;
  }

  /** SNMP's word for a password. */
  static int community(Line l, int at) {
    byte[] b = l.b;
    int i = at;
    int closing = Quoted.open(b, i, l.to);
    if (closing >= 0) {
      i = closing + 1;
    }
    if (Bytes.atIgnoreCase(b, i, l.to, " string")) {
      i += 7;
    }
    boolean sign = i < l.to && (b[i] == ':' || b[i] == '=');
    int from = Bytes.skipBlank(b, sign ? i + 1 : i, l.to);
    if (from == i && !sign || from >= l.to) {
      l.open(l.to);
      return at;
    }
    int quote = Quoted.open(b, from, l.to);
    from = quote < 0 ? from : quote + 1;
    int to = l.wordEnd(from);
    l.opens(from, to);
    int last = Judge.trimmed(b, from, to);
    boolean snmp =
        Bytes.indexOfIgnoreCase(b, Math.max(l.from, at - 128), at, "snmp") >= 0
            && (sign
                || Shape.password(b, from, last)
                || Protocol.ends(l, Bytes.skipBlank(b, to, l.to)));
    boolean shaped = Shape.password(b, from, last) || sign && l.shaped(from, last, 5);
    if (!snmp && !shaped
        || Judge.prose(b, from, to)
        || Words.is(b, from, last, Words.ABOUT)
        || Judge.digits(b, from, last)) {
      return at;
    }
    return Protocol.take(l, from, last, at);
  }

  /** {@code createUser bob SHA "x" AES "y"}. */
  static int strings(Line l, int from) {
    byte[] b = l.b;
    int i = from;
    for (int word = 0; word < 6 && i < l.to; word++) {
      int quote = Quoted.open(b, i, l.to);
      if (quote >= 0) {
        int close = Quoted.close(b, quote, i, l.to);
        if (close == l.to || word % 2 != 0 && word > 0 && b[quote] != '"') {
          l.open(i);
          break;
        }
        if (word == 0 || word % 2 != 0 && quote == i && word < 2) {
          break;
        }
        Protocol.take(l, quote + 1, close, i);
        i = Quoted.after(b, close, l.to);
      } else {
        i = l.wordEnd(i);
      }
      int next = Bytes.skipBlank(b, i, l.to);
      if (next == i) {
        break;
      }
      i = next;
    }
    return from;
  }
}
