package innkeeper.redaction;

/** Addresses that are secrets themselves: web hooks, Telegram's bot paths. */
final class PathSecret {
  private static final int SEGMENTS = Bytes.TOKEN | Bytes.PLUS_SLASH | Bytes.DOT | Bytes.PERCENT;

  private PathSecret() {}

  static int verify(Line l, Trigger t, int at) {
    byte[] b = l.b;
    int from = at + t.text().length;
    byte first = t.text()[0];
    byte second = t.text()[1];
    if (first == 't') {
      return telegram(l, from);
    }
    int end = run(l, from);
    int start = from;
    if (reset(t)) {
      start = from;
    } else if (first == 'h' && t.text()[6] == 's') {
      int slash = Bytes.indexOf(b, from, end, '/');
      if (slash < 0) {
        return from;
      }
      start = slash + 1;
    } else if (second == 'a') {
      int slash = Bytes.runEnd(b, from, end, Bytes.DIGIT);
      if (slash - from < 15 || slash >= end || b[slash] != '/') {
        return from;
      }
      start = slash + 1;
    } else if (first == '.') {
      int slash = Bytes.indexOf(b, from, l.to, '/');
      if (slash < 0 || slash - from > 2) {
        return from;
      }
      start = slash + 1;
      end = Bytes.runEnd(b, start, l.to, SEGMENTS | Bytes.PERCENT);
      while (end < l.to && b[end] == '@') {
        end = Bytes.runEnd(b, end + 1, l.to, SEGMENTS);
      }
    }
    if (end == l.to) {
      l.open(start);
    }
    if (reset(t) && !Shape.strong(b, start, Bytes.runEnd(b, start, end, Bytes.TOKEN), 16, true)) {
      return from;
    }
    if (end - start < 12 || Judge.placeholder(b, start, end)) {
      return from;
    }
    l.secret(start, end);
    return end;
  }

  /** What is mailed to reset a password. */
  private static boolean reset(Trigger t) {
    return Bytes.at(t.text(), t.text().length - 1, t.text().length, "/")
        && (Bytes.at(t.text(), 0, t.text().length, "reset")
            || Bytes.at(t.text(), 0, t.text().length, "password"));
  }

  private static int run(Line l, int from) {
    int end = Bytes.runEnd(l.b, from, l.to, SEGMENTS);
    while (end > from && l.b[end - 1] == '.') {
      end--;
    }
    return end;
  }

  private static int telegram(Line l, int from) {
    byte[] b = l.b;
    int i = Bytes.at(b, from, l.to, "file/") ? from + 5 : from;
    if (!Bytes.at(b, i, l.to, "bot")) {
      return from;
    }
    int colon = Bytes.runEnd(b, i + 3, l.to, Bytes.DIGIT);
    int start = colon + 1;
    if (Bytes.atIgnoreCase(b, colon, l.to, "%3a")) {
      start = colon + 3;
    } else if (colon >= l.to || b[colon] != ':') {
      return from;
    }
    int end = Bytes.runEnd(b, start, l.to, Bytes.TOKEN);
    if (end == l.to) {
      l.open(start);
    }
    if (end - start < 10) {
      return from;
    }
    l.secret(start, end);
    return end;
  }
}
