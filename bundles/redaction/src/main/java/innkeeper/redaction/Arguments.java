package innkeeper.redaction;

/** The words of a command line, in a shell's notation or as a JSON list. */
final class Arguments {
  private static final int MAX = 2048;

  private Line line;
  private byte[] b;
  private int limit;
  private int outer;
  private boolean single;
  private int at;
  private int own;
  private int repeats;

  int from;
  int to;

  /** Words of the command that ends before {@code after} and begins at {@code command}. */
  void start(Line l, int command, int after) {
    line = l;
    own = command;
    repeats = 0;
    b = l.b;
    limit = Math.min(l.to, after + MAX);
    l.quotes.at(after, l.from);
    outer = l.quotes.outer();
    single = l.quotes.single();
    at = after;
    if (at < limit && Bytes.is(b[at], Bytes.QUOTE)) {
      at++;
      outer = -1;
      single = false;
    }
  }

  /** Steps to the next word; false at the command's end. */
  boolean next() {
    while (at < limit && (Bytes.is(b[at], Bytes.BLANK) || b[at] == ',')) {
      at++;
    }
    int n = 0;
    while (at + n < limit && b[at + n] == '\\') {
      n++;
    }
    if (at + n >= limit || "|;&)]}".indexOf(b[at]) >= 0) {
      return false;
    }
    byte c = b[at + n];
    if ((c == '"' || c == '\'')
        && !(c == '\'' && single)
        && !(c == '"' && outer >= 0 && n <= outer)) {
      quoted(c, at + n + 1, n);
    } else if (c == '"' || c == '\'') {
      return false;
    } else {
      bare();
      // The same program again: its own look comes later, and the time stays linear.
      return !same() || ++repeats < 2;
    }
    return true;
  }

  private boolean same() {
    int i = 0;
    while (from + i < to && own + i < line.to && b[from + i] == b[own + i]) {
      i++;
    }
    return i > 2 && from + i == to;
  }

  private void quoted(byte quote, int start, int depth) {
    from = start;
    int i = start;
    while (i < line.to) {
      if (b[i] == quote && Quotes.closes(Bytes.backslashesBefore(b, start, i), depth)) {
        to = i - Math.min(depth, Bytes.backslashesBefore(b, start, i));
        at = i + 1;
        return;
      }
      i++;
    }
    to = line.to;
    at = line.to;
    line.open(from);
  }

  private void bare() {
    from = at;
    int i = at;
    while (i < line.to && !Bytes.is(b[i], Bytes.BLANK)) {
      byte c = b[i];
      if (c == '"' && outer >= 0 || c == '\'' && single || c == '\\' && outer >= 0) {
        break;
      }
      if (c == '"' || c == '\'') {
        int close = Bytes.indexOf(b, i + 1, line.to, (char) c);
        i = close < 0 ? line.to : close + 1;
        continue;
      }
      if (c == '|' || c == ';' && i + 1 < line.to && Bytes.is(b[i + 1], Bytes.BLANK)) {
        break;
      }
      i++;
    }
    to = i;
    at = Math.max(i, at + 1);
    if (i == line.to) {
      line.open(from);
    }
  }

  int end() {
    return at;
  }

  boolean is(String text) {
    return to - from == text.length() && Bytes.at(b, from, to, text);
  }

  boolean startsWith(String text) {
    return Bytes.at(b, from, to, text);
  }

  boolean flag() {
    return from < to && b[from] == '-';
  }

  int length() {
    return to - from;
  }
}
