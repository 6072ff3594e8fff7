package innkeeper.redaction;

/** Calls that take a password as their third argument. */
final class Connect {
  private Connect() {}

  /** {@code connect('host', 'user', 'password')}, as PHP's stack traces show it. */
  static void third(Line line, int at) {
    byte[] b = line.b;
    int open = Bytes.next(b, at, Math.min(line.to, at + 40), '(');
    int i = open + 1;
    for (int n = 1; n <= 3 && i < line.to && b[i] == '\''; n++) {
      int close = Bytes.next(b, i + 1, line.to, '\'');
      if (close == line.to) {
        line.open(i + 1);
        return;
      }
      if (n == 3 && close > i + 1 && !Judge.placeholder(b, i + 1, close)) {
        line.secret(i + 1, close);
      }
      i = Bytes.at(b, close, line.to, "', ") ? close + 3 : line.to;
    }
  }
}
