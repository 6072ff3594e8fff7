package innkeeper.redaction;

/** Calls whose last argument of the first few is a password. */
final class Connect {
  private Connect() {}

  /** {@code db.auth("user", "x")}, {@code client.auth("x")}: the last string. */
  static void last(Line line, int at) {
    byte[] b = line.b;
    int open = Bytes.next(b, at, Math.min(line.to, at + 40), '(');
    int quote = Quoted.open(b, open + 1, line.to);
    int floor = open + 1;
    while (quote >= 0) {
      int close = Quoted.close(b, quote, floor, line.to);
      if (close == line.to) {
        line.open(floor);
        return;
      }
      int after = Quoted.after(b, close, line.to);
      int next = Bytes.at(b, after, line.to, ",") ? Bytes.skipBlank(b, after + 1, line.to) : -1;
      if (next < 0) {
        if (after >= line.to) {
          line.open(floor);
        } else if (b[after] == ')' && !Judge.placeholder(b, quote + 1, close)) {
          line.secret(quote + 1, close);
        }
        return;
      }
      floor = next;
      quote = Quoted.open(b, next, line.to);
    }
  }

  /** {@code connect('host', 'user', 'password')}, as PHP's stack traces show it. */
  static void third(Line line, int at) {
    byte[] b = line.b;
    int open = Bytes.next(b, at, Math.min(line.to, at + 40), '(');
    int i = open + 1;
    if (Bytes.at(b, i, line.to, "Object(")) {
      int object = Bytes.next(b, i, Math.min(line.to, i + 64), ',');
      i = Bytes.skipBlank(b, object + 1, line.to);
    }
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
