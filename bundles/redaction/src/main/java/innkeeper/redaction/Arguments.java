package innkeeper.redaction;

/** The words of a command line, in a shell's notation or as a JSON list. */
final class Arguments {
  private static final int MAX = 2048;

  /** Where commands stand one upon another, each is looked at no further than this. */
  private static final int CROWDED = 64;

  /** And no further than a word that is longer than this. */
  private static final int WORD = 256;

  private static final int FREE = 16 * 1024;

  private Line line;
  private byte[] b;
  private int limit;
  private int longest;
  private int outer;
  private boolean single;
  private boolean audited;
  private int at;
  private int own;
  private int repeats;
  private int walked;

  int from;
  int to;

  /** To be told of each new line: the look at its commands is linear in its length. */
  void forget() {
    walked = 0;
  }

  /** Words of the command that ends before {@code after} and begins at {@code command}. */
  void start(Line l, int command, int after) {
    start(l, command, after, after);
  }

  /** The same of a command before {@code asked}, where the same quotes are open. */
  void start(Line l, int command, int after, int asked) {
    line = l;
    own = command;
    repeats = 0;
    b = l.b;
    boolean crowded = walked > FREE + 4 * (l.to - l.from);
    limit = Math.min(l.to, after + (crowded ? CROWDED : MAX));
    longest = crowded ? WORD : Integer.MAX_VALUE - l.to;
    l.quotes.at(asked, l.from);
    audited = audited(command);
    boolean list = Quoted.open(b, after, l.to) >= 0;
    outer = list ? l.quotes.outer() : Math.max(l.quotes.outer(), l.quotes.inner());
    single = l.quotes.single();
    at = after;
    int quote = Quoted.open(b, at, limit);
    if (quote == at) {
      outer = -1;
      single = false;
    }
    at = quote < 0 ? at : quote + 1;
  }

  /** Steps to the next word; false at the command's end. */
  boolean next() {
    while (at < limit && (Bytes.is(b[at], Bytes.BLANK) || b[at] == ',')) {
      at++;
    }
    if (audited) {
      argumentName();
    }
    int n = 0;
    while (at + n < limit && b[at + n] == '\\') {
      n++;
    }
    if (at + n >= limit || "|;&)]}".indexOf(b[at]) >= 0) {
      return false;
    }
    byte c = b[at + n];
    if (n > 0 && outer >= 0 && (c == 'n' || c == 'r' || c == 't' || c == 'u')) {
      return false;
    }
    if ((c == '"' || c == '\'')
        && !(c == '\'' && single)
        && !(c == '"' && outer >= 0 && n <= outer)) {
      return quoted(c, at + n + 1, n);
    } else if (c == '"' || c == '\'') {
      return false;
    } else {
      // The same program again: its own look comes later, and the time stays linear.
      return bare() && (!same() || ++repeats < 2);
    }
  }

  /** Over {@code a2=}, as the kernel's audit writes before an argument. */
  private void argumentName() {
    int name = at < limit && b[at] == 'a' ? Bytes.runEnd(b, at + 1, limit, Bytes.DIGIT) : at;
    if (name > at + 1 && name < limit && b[name] == '=') {
      at = name + 1;
    }
  }

  /** Whether the command is the first of the audit's arguments: {@code a0="/usr/bin/mysql"}. */
  private boolean audited(int command) {
    int floor = Math.max(line.from, command - 256);
    int open = command;
    while (open > floor && b[open - 1] != '"' && !Bytes.is(b[open - 1], Bytes.BLANK)) {
      open--;
    }
    if (open == floor || b[open - 1] != '"') {
      return false;
    }
    int sign = open - 2 - Bytes.backslashesBefore(b, floor, open - 1);
    int name = sign > floor ? Bytes.runStart(b, floor, sign, Bytes.DIGIT) : floor;
    return name > floor && name < sign && b[sign] == '=' && b[name - 1] == 'a';
  }

  private boolean same() {
    int i = 0;
    while (from + i < to && own + i < line.to && b[from + i] == b[own + i]) {
      i++;
    }
    return i >= 2 && from + i == to;
  }

  private boolean quoted(byte quote, int start, int depth) {
    from = start;
    int i = start;
    int bound = Math.min(line.to, start + longest);
    while (i < bound) {
      if (b[i] == '\'' && quote == '\'' && depth == 0 && goesOn(i) > i) {
        i = goesOn(i);
        continue;
      }
      if (b[i] == quote && Quotes.closes(Bytes.backslashesBefore(b, start, i), depth)) {
        to = i - Math.min(depth, Bytes.backslashesBefore(b, start, i));
        at = i + 1;
        walked += at - from;
        return true;
      }
      i++;
    }
    walked += bound - from;
    to = bound;
    at = line.to;
    line.open(from);
    return bound == line.to;
  }

  /** Over {@code 'it'\\''s'} and SQL's {@code 'it''s'}. */
  private int goesOn(int at) {
    if (Bytes.at(b, at, line.to, "'\\''")) {
      return at + 4;
    }
    boolean twice = at > from && Bytes.at(b, at, line.to, "''");
    return twice ? at + 2 : at;
  }

  private boolean bare() {
    from = at;
    int i = at;
    int bound = Math.min(line.to, at + longest);
    while (i < bound && !Bytes.is(b[i], Bytes.BLANK)) {
      byte c = b[i];
      if (c == '"' && outer >= 0 || c == '\'' && single || c == '\\' && outer >= 0) {
        break;
      }
      if (c == '"' || c == '\'') {
        int close = Bytes.indexOf(b, i + 1, bound, (char) c);
        i = close < 0 ? bound : close + 1;
        continue;
      }
      if (c == '|' || c == ';' && i + 1 < line.to && Bytes.is(b[i + 1], Bytes.BLANK)) {
        break;
      }
      i++;
    }
    to = i;
    at = Math.max(i, at + 1);
    walked += at - from;
    if (i == bound) {
      line.open(from);
    }
    return i < bound || bound == line.to;
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
