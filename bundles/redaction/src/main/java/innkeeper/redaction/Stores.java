package innkeeper.redaction;

/**
 * Commands that put a secret away, and what a shell gives them to read: {@code secrets set NAME=x},
 * {@code secret create name - <<< x}.
 */
final class Stores {
  private final Arguments words = new Arguments();
  private final Heard heard = new Heard();
  private final Echo echo = new Echo();
  private Line line;
  private byte[] b;

  /** To be told of each new line. */
  void forget() {
    words.forget();
    heard.forget();
    echo.forget();
  }

  /** The command's text stands in {@code [at, end)}. */
  void verify(Line l, int at, int end) {
    line = l;
    b = l.b;
    if (b[end - 1] == '<') {
      hereString(at, end);
    } else if (Bytes.atIgnoreCase(b, at, l.to, "convertto")) {
      securely(at, end);
    } else if (Bytes.atIgnoreCase(b, at, l.to, "ssm ")) {
      parameter(at, end);
    } else if (!l.wordStart(at)) {
      return;
    } else if (Bytes.atIgnoreCase(b, end - 4, l.to, "put ") && b[at] != 's') {
      named(at, end);
    } else {
      echo.password(l, at);
      values(at, end);
    }
  }

  /** {@code cryptsetup open /dev/x y <<< secret}, {@code chpasswd <<< user:secret}. */
  private void hereString(int at, int end) {
    heard.at(line, at);
    if (!heard.readsSecret()) {
      return;
    }
    words.start(line, at, end);
    if (!words.next()) {
      return;
    }
    boolean pair = Bytes.indexOfIgnoreCase(b, heard.from(), at, "chpasswd") >= 0;
    int colon = pair ? Bytes.indexOf(b, words.from, words.to, ':') : -1;
    secret(colon < 0 ? words.from : colon + 1, words.to);
  }

  /** {@code NAME=x}, {@code --value x}, {@code --from-literal=name=x}. */
  private void values(int at, int end) {
    words.start(line, at, end);
    while (words.next()) {
      if (words.flag()) {
        if (words.startsWith("--from-literal=")) {
          pair(words.from + 15);
        } else if (words.is("--from-literal") && words.next()) {
          pair(words.from);
        } else if (value() && words.next() && !words.flag()) {
          secret(words.from, words.to);
        }
      } else {
        pair(words.from);
      }
    }
  }

  private boolean value() {
    return words.is("--value") || words.is("--body") || words.is("-b") || words.is("--secret");
  }

  /** All of {@code name=value} after a command that keeps secrets and nothing else. */
  void pairs(Line l, int at, int end) {
    line = l;
    b = l.b;
    words.start(l, at, end);
    if (words.next() && (words.is("put") || words.is("patch"))) {
      while (words.next()) {
        if (!words.flag()) {
          pair(words.from);
        }
      }
    }
  }

  private void pair(int from) {
    int equals = Bytes.indexOf(b, from, words.to, '=');
    if (equals == words.to - 1 && Quoted.open(b, words.to, line.to) >= 0) {
      // Quotes that are escaped begin a word of their own.
      equals = words.next() ? words.from - 1 : -1;
    }
    int name = equals < 0 ? from : Bytes.runStart(b, from, equals, Bytes.ALPHA);
    if (equals > from && equals + 1 < words.to && b[equals + 1] != '@' && !who(name, equals)) {
      int value = equals + 1;
      int to = words.to;
      if (value < to && Bytes.is(b[value], Bytes.QUOTE) && b[to - 1] == b[value]) {
        value++;
        to--;
      }
      secret(value, to);
    }
  }

  private boolean who(int from, int to) {
    return to - from > 3 && (Bytes.at("username", b, from, to) || Bytes.at("host", b, from, to));
  }

  /** {@code kv put app/db/password x}. */
  private void named(int at, int end) {
    words.start(line, at, end);
    if (!words.next()) {
      return;
    }
    boolean tells = Heard.reader(b, words.from, words.to);
    if (tells && words.next() && Bytes.indexOf(b, words.from, words.to, '=') < 0) {
      secret(words.from, words.to);
    }
  }

  /** {@code ssm put-parameter --type SecureString --value x}, in any order. */
  private void parameter(int at, int end) {
    boolean secure =
        Bytes.indexOfIgnoreCase(b, end, Math.min(line.to, end + 512), "securestr") >= 0;
    words.start(line, at, end);
    while (words.next()) {
      if (!words.is("--value") || !words.next()) {
        continue;
      }
      if (secure) {
        secret(words.from, words.to);
      } else {
        // The type may yet follow.
        line.open(words.from);
      }
      return;
    }
  }

  /** {@code ConvertTo-SecureString "x" -AsPlainText}, {@code -String 'x'}. */
  private void securely(int at, int end) {
    words.start(line, at, end);
    while (words.next()) {
      if (!words.flag()) {
        if (words.length() > 0 && b[words.from] != '$' && b[words.from] != '(') {
          secret(words.from, words.to);
        }
        return;
      }
    }
  }

  private void secret(int from, int to) {
    if (from < to && !Judge.placeholder(b, from, to)) {
      line.secret(from, to);
    }
  }
}
