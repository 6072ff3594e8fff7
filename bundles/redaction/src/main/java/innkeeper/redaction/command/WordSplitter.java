package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.text.Quotes;
import innkeeper.redaction.value.Values;

/**
 * Reads the words of a command line, one after the other: in a shell's notation, as a JSON list, or
 * as the kernel's audit writes them.
 */
final class WordSplitter {
  /** The command is the first of the audit's arguments: {@code a0="/usr/bin/mysql"}. */
  private static final Pattern AUDITED = Values.before("audited-argument");

  private static final Pattern REDIRECTED = Values.after("redirected");

  private static final int MAX = 2048;

  /** Where commands stand one upon another, each is looked at no further than this. */
  private static final int CROWDED = 64;

  /** And no further than a word that is longer than this. */
  private static final int WORD = 256;

  private static final int FREE = 16 * 1024;

  private final LineText line;
  private final Quotes quotes;
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

  WordSplitter(LineText line, Quotes quotes) {
    this.line = line;
    this.quotes = quotes;
  }

  /** To be told of each new line: the look at its commands is linear in its length. */
  void forget() {
    walked = 0;
  }

  /**
   * Begins with the words of another command.
   *
   * @param command where the command begins
   * @param after where its name ends
   * @param asked a place with the same open quotes, at or after the one asked about before
   */
  void start(int command, int after, int asked) {
    own = command;
    repeats = 0;
    b = line.b;
    boolean crowded = walked > FREE + 4 * (line.to - line.from);
    limit = Math.min(line.to, after + (crowded ? CROWDED : MAX));
    longest = crowded ? WORD : Integer.MAX_VALUE - line.to;
    quotes.at(asked, line.from);
    audited = AUDITED.matches(line, command);
    int quote = Quoted.open(b, after, line.to);
    outer = quote >= 0 ? quotes.outer() : Math.max(quotes.outer(), quotes.inner());
    single = quotes.single() && quote != after;
    outer = quote == after ? -1 : outer;
    at = quote < 0 || quote >= limit ? after : quote + 1;
  }

  /** Steps to the next argument, over {@code < file}; false at the command's end. */
  boolean next() {
    while (word()) {
      int target = redirected();
      if (target == from) {
        return true;
      }
      if (target == to && !word()) {
        return false;
      }
    }
    return false;
  }

  /** Where the file begins in {@code 2>file}: the word's end before a blank, its start if none. */
  private int redirected() {
    return Math.max(from, REDIRECTED.match(LineText.ofValue(b, to), from));
  }

  private boolean word() {
    while (at < limit && (Bytes.is(b[at], Bytes.BLANK) || b[at] == ',')) {
      at++;
    }
    if (audited) {
      skipArgumentName();
    }
    int quote = Bytes.runOf(b, at, limit, '\\');
    if (quote >= limit || "|;&)]}".indexOf(b[at]) >= 0) {
      return false;
    }
    int n = quote - at;
    byte c = b[quote];
    if (c == '"' || c == '\'') {
      boolean closing = c == '"' ? outer >= 0 && n <= outer : single;
      return !closing && quoted(c, quote + 1, n);
    }
    boolean lineEnd = n > 0 && outer >= 0 && (c == 'n' || c == 'r' || c == 't' || c == 'u');
    // The same program again: its own look comes later, and the time stays linear.
    return !lineEnd && bare() && (!same() || ++repeats < 2);
  }

  /** Over {@code a2=}, as the kernel's audit writes before an argument. */
  private void skipArgumentName() {
    int name = at < limit && b[at] == 'a' ? Bytes.runEnd(b, at + 1, limit, Bytes.DIGIT) : at;
    if (name > at + 1 && name < limit && b[name] == '=') {
      at = name + 1;
    }
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
      if (b[i] != quote) {
        i++;
        continue;
      }
      int over = quote == '\'' && depth == 0 ? overQuote(i) : i;
      int n = Bytes.backslashesBefore(b, start, i);
      if (over == i && Quotes.closes(n, depth)) {
        take(i - Math.min(depth, n), i + 1);
        return true;
      }
      i = Math.max(over, i + 1);
    }
    walked += bound - from;
    to = bound;
    at = line.to;
    opens();
    return bound == line.to;
  }

  /** Over {@code 'it'\\''s'} and SQL's {@code 'it''s'}. */
  private int overQuote(int at) {
    if (Bytes.at(b, at, line.to, "'\\''")) {
      return at + 4;
    }
    return at > from && Bytes.at(b, at, line.to, "''") ? at + 2 : at;
  }

  private boolean bare() {
    from = at;
    int i = at;
    int bound = Math.min(line.to, at + longest);
    while (i < bound && !Bytes.is(b[i], Bytes.BLANK) && !ends(i)) {
      int close = b[i] == '"' || b[i] == '\'' ? Bytes.next(b, i + 1, bound, (char) b[i]) : i;
      i = Math.min(bound, close + 1);
    }
    take(i, Math.max(i, at + 1));
    if (i == bound) {
      opens();
    }
    return i < bound || bound == line.to;
  }

  /** Whether a word without quotes ends here. */
  private boolean ends(int i) {
    return switch (b[i]) {
      case '"', '\\' -> outer >= 0;
      case '\'' -> single;
      case '|' -> true;
      case ';' -> i + 1 < line.to && Bytes.is(b[i + 1], Bytes.BLANK);
      default -> false;
    };
  }

  private void take(int end, int after) {
    to = end;
    at = after;
    walked += at - from;
  }

  /** The word may yet go on. */
  private void opens() {
    line.open = Math.min(line.open, from);
  }
}
