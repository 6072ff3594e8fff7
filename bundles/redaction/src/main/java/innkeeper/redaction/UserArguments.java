package innkeeper.redaction;

/** Arguments that hold a user and a password, or a session. */
final class UserArguments {
  private final Arguments words = new Arguments();
  private Line line;
  private byte[] b;

  /** To be told of each new line. */
  void forget() {
    words.forget();
  }

  /** {@code -u user:password}. */
  void credentials(Line l, int command, int after, String flag, String longFlag, char separator) {
    line = l;
    b = l.b;
    words.start(line, command, after);
    while (words.next()) {
      int from;
      if (words.is(flag) || words.is(longFlag)) {
        if (!words.next()) {
          return;
        }
        from = words.from;
      } else if (words.startsWith(longFlag)
          && words.length() > longFlag.length()
          && b[words.from + longFlag.length()] == '=') {
        from = words.from + longFlag.length() + 1;
      } else if (separator == ':' && merged(flag)) {
        if (!words.next()) {
          return;
        }
        from = words.from;
      } else if (flag.length() == 2
          && words.startsWith(flag)
          && words.length() > 2
          && !words.startsWith("--")) {
        from = words.from + 2;
      } else {
        continue;
      }
      int split = Bytes.indexOf(b, from, words.to, separator);
      if (split >= 0 && split + 1 < words.to) {
        int to = words.to;
        if (Bytes.is(b[to - 1], Bytes.QUOTE) && Bytes.is(b[from], Bytes.QUOTE)) {
          to--;
        }
        secret(split + 1, to);
      } else if (split == words.to - 1 && separator == ':') {
        // Nothing behind the colon: what stands before it is a token, if it looks like one.
        boolean token = Judge.shaped(b, from, split, 8);
        secret(from, token ? split : from);
      }
    }
  }

  /** {@code user:password@host} as a word of its own. */
  void addresses(Line l, int command, int after) {
    line = l;
    b = l.b;
    words.start(line, command, after);
    while (words.next()) {
      int name = Bytes.runEnd(b, words.from, words.to, Bytes.TOKEN | Bytes.DOT);
      int sign = words.to;
      while (sign > name && b[sign - 1] != '@') {
        sign--;
      }
      if (name > words.from && name < words.to && b[name] == ':' && sign > name + 2) {
        secret(name + 1, sign - 1);
      }
    }
  }

  /** {@code -sSu user:password}. */
  private boolean merged(String flag) {
    return words.flag()
        && words.length() > 2
        && words.length() < 7
        && b[words.to - 1] == flag.charAt(1)
        && Bytes.runEnd(b, words.from + 1, words.to, Bytes.ALPHA) == words.to;
  }

  /** {@code -b "name=value; …"}; a file of cookies has no equals sign. */
  void cookies(Line l, int command, int after) {
    line = l;
    b = l.b;
    words.start(line, command, after);
    while (words.next()) {
      if (!words.is("-b") && !words.is("--cookie") && !merged("-b")) {
        continue;
      }
      if (!words.next()) {
        return;
      }
      int equals = Bytes.indexOf(b, words.from, words.to, '=');
      if (equals > words.from) {
        Cookies.redact(line, words.from, words.to, true, false);
      }
    }
  }

  private void secret(int from, int to) {
    if (from < to && !Judge.placeholder(b, from, to)) {
      line.secret(from, to);
    }
  }
}
