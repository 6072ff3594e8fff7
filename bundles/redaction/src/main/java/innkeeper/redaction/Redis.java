package innkeeper.redaction;

/** Passwords in the commands of Redis, as its monitor, its protocol and its rules write them. */
final class Redis {
  private Redis() {}

  /** The last string of the command; the one before it is a user's name. */
  static int bulk(Line l, int from) {
    byte[] b = l.b;
    int start = -1;
    int end = from;
    for (int next = from; next >= 0 && next < l.to; ) {
      int digits = Bytes.runEnd(b, next, l.to, Bytes.DIGIT);
      if (digits == next || !Bytes.at(b, digits, l.to, "\\r\\n")) {
        break;
      }
      start = digits + 4;
      end = Bytes.next(b, start, l.to, '\\');
      next = Bytes.at(b, end, l.to, "\\r\\n$") ? end + 5 : -1;
    }
    if (end + 6 >= l.to) {
      l.open(from);
    }
    return start < 0 ? from : Protocol.take(l, start, end, from);
  }

  /** Redis' MONITOR: {@code "AUTH" "user" "password"}; the last string is the password. */
  static void lastString(Line l, int at, int quote) {
    byte[] b = l.b;
    int open = quote;
    int floor = at;
    for (int n = 1; ; n++) {
      int close = Quoted.close(b, open, floor, l.to);
      l.opens(open, close);
      int after = Quoted.after(b, close, l.to);
      int next = after < l.to && b[after] == ' ' ? Quoted.open(b, after + 1, l.to) : -1;
      if (next < 0 || n == 3) {
        Protocol.take(l, open + 1, close, open);
        return;
      }
      floor = after + 1;
      open = next;
    }
  }

  /** Redis' rules for a user: words that begin with {@code >} are passwords. */
  static int access(Line l, int from) {
    byte[] b = l.b;
    int i = from;
    int bound = Math.min(l.to, from + 512);
    while (i < bound) {
      int to = l.wordEnd(i);
      if (to > i + 1 && (b[i] == '>' || b[i] == '<' || b[i] == '#' && to - i > 32)) {
        Protocol.take(l, i + 1, to, i);
      }
      l.opens(i, to);
      int next = Bytes.skipBlank(b, to, l.to);
      if (next == to) {
        break;
      }
      i = next;
    }
    return from;
  }
}
