package innkeeper.redaction.scan;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.KeyName;
import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/**
 * {@code INSERT INTO users (name, password) VALUES ('bob', 'x')}: names and values stand in two
 * lists, and the place in them is what ties them together. The values may stand behind the
 * statement, too.
 */
final class SqlInsert {
  private static final Pattern NEXT_ROW = Values.after("space* \",\" space* \"(\"");
  private static final int LONGEST = 1024;
  private static final int MOST = 64;
  private static final Pattern BOUND = Values.after("bound-values");

  /** A session's id is long and drawn by chance; a sensor's or a talk's is not. */
  private static final int LEAST_SESSION = 16;

  private final KeyName names = new KeyName();
  private final Line line;
  private final byte[] b;

  /** Which of the columns hold ids of sessions, a bit each; they are among the secret ones. */
  private long sessions;

  private SqlInsert(Line line) {
    this.line = line;
    this.b = line.b;
  }

  /** From behind {@code VALUES (}; returns where to go on. */
  static int verify(Line l, int at, int from) {
    return new SqlInsert(l).read(at, from);
  }

  private int read(int at, int from) {
    int close = Bytes.runStart(b, line.from, at, Bytes.BLANK) - 1;
    long secret = close > line.from && b[close] == ')' ? columns(close) : 0;
    if (secret == 0) {
      return from;
    }
    int i = rows(from, secret, ')');
    int bound = BOUND.match(line, i);
    return bound < 0 ? i : rows(bound, secret, b[bound - 1] == '[' ? ']' : ')');
  }

  /** The rows from within the bracket of the first on; returns where to go on. */
  private int rows(int from, long secret, char last) {
    int i = from;
    int next = from;
    while (next >= 0) {
      i = row(next, secret, last);
      next = NEXT_ROW.match(line, i);
    }
    return i;
  }

  /** Which of the columns hold secrets, a bit each. */
  private long columns(int close) {
    int floor = Math.max(line.from, close - LONGEST);
    int open = close;
    while (open > floor && b[open] != '(') {
      open--;
    }
    long secret = 0;
    int from = open + 1;
    for (int column = 0; column < MOST && from < close; column++) {
      int to = Math.min(close, Bytes.next(b, from, close, ','));
      Kind kind = names.classify(b, from, to);
      if (kind == Kind.SECRET || kind == Kind.PASS || kind == Kind.SESSION) {
        secret |= 1L << column;
      }
      if (kind == Kind.SESSION) {
        sessions |= 1L << column;
      }
      from = to + 1;
    }
    return b[open] == '(' ? secret : 0;
  }

  /** One row's values; returns where it ends. */
  private int row(int from, long secret, char last) {
    int i = from;
    for (int column = 0; column < MOST; column++) {
      i = Bytes.skipBlank(b, i, line.to);
      int text = i < line.to && (b[i] == 'N' || b[i] == 'E') ? i + 1 : i;
      int quote = Quoted.open(b, text, line.to);
      if (quote >= 0) {
        int close = literal(text, quote);
        boolean session = (sessions >> column & 1) != 0;
        if ((secret >> column & 1) != 0
            && (!session || ValueCheck.byChance(b, quote + 1, close, LEAST_SESSION))) {
          line.opens(quote + 1, close);
          line.hideValue(quote + 1, close);
        }
        i = Quoted.after(b, close, line.to);
      }
      int end = i;
      while (end < line.to && b[end] != ',' && b[end] != last) {
        end++;
      }
      if (end >= line.to || b[end] == last) {
        return Math.min(line.to, end + 1);
      }
      i = end + 1;
    }
    return i;
  }

  /** Where the literal ends: a doubled quote is a part of it. */
  private int literal(int floor, int quote) {
    int close = Quoted.close(b, quote, floor, line.to);
    while (close + 1 < line.to && b[close] == b[quote] && b[close + 1] == b[quote]) {
      close = Quoted.close(b, close + 1, close + 1, line.to);
    }
    return close;
  }
}
