package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.name.KeyName;
import innkeeper.redaction.name.KeyName.Kind;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;
import java.util.EnumSet;
import java.util.Set;

/**
 * {@code INSERT INTO users (name, password) VALUES ('bob', 'x')}: names and values stand in two
 * lists, and the place in them is what ties them together. The values may stand behind the
 * statement, too, and on the lines after it.
 */
public final class SqlInsert {
  private static final Pattern NEXT_ROW = Values.after("space* \",\" space* \"(\"");
  private static final Pattern FIRST_ROW = Values.after("space* ('values' space*)? \"(\"");
  private static final Pattern COLUMNS = Values.after("to(\")\") \")\"");
  private static final Pattern GOES_ON = Values.after("space* \",\" space* $");
  private static final int LONGEST = 1024;
  private static final int MOST = 64;
  private static final Pattern BOUND = Values.after("bound-values");

  private static final Set<Kind> SECRETS = EnumSet.of(Kind.SECRET, Kind.PASS, Kind.SESSION);

  /** What stands before the columns of a table of which each row is a key. */
  private static final Pattern TABLE_OF_KEYS =
      Values.before("('token' | 'api_key' | 'apikey') \"s\"? [`\"\\\\]* space*");

  /** A session's id is long and drawn by chance; a sensor's or a talk's is not. */
  private static final int LEAST_SESSION = 16;

  /**
   * Which columns of a statement hold what, a bit each.
   *
   * @param secret those that hold secrets
   * @param sessions those of them that hold ids of sessions
   */
  record Columns(long secret, long sessions) {
    static final Columns NONE = new Columns(0, 0);
  }

  private final Line line;
  private final byte[] b;
  private final Columns columns;

  private SqlInsert(Line line, Columns columns) {
    this.line = line;
    this.b = line.b;
    this.columns = columns;
  }

  /** From behind {@code VALUES (}; returns where to go on. */
  public static int verify(Line l, int at, int from, TableRows below) {
    int close = Bytes.runStart(l.b, l.from, at, Bytes.BLANK) - 1;
    boolean named = close > l.from && l.b[close] == ')';
    Columns columns = named ? columns(l, close) : Columns.NONE;
    return columns.secret == 0 ? from : new SqlInsert(l, columns).read(from, below);
  }

  private int read(int from, TableRows below) {
    int i = rows(from, ')');
    if (line.whole && GOES_ON.matches(line, i)) {
      below.expect(columns);
    }
    int bound = BOUND.match(line, i);
    return bound < 0 ? i : rows(bound, b[bound - 1] == '[' ? ']' : ')');
  }

  /** A statement of which the values follow on the next lines. */
  static void begin(Line l, TableRows below) {
    Columns columns = columns(l, COLUMNS.match(l, l.from) - 1);
    if (columns.secret != 0) {
      below.expect(columns);
    }
  }

  /** Hides in rows on a line of their own; returns whether more may follow. */
  static boolean line(Line l, Columns columns) {
    int from = FIRST_ROW.match(l, l.from);
    return from >= 0 && GOES_ON.matches(l, new SqlInsert(l, columns).rows(from, ')'));
  }

  /** The rows from within the bracket of the first on; returns where to go on. */
  private int rows(int from, char last) {
    int i = from;
    int next = from;
    while (next >= 0) {
      i = row(next, last);
      next = NEXT_ROW.match(line, i);
    }
    return i;
  }

  /** What the columns before that bracket hold. */
  private static Columns columns(Line l, int close) {
    byte[] b = l.b;
    int floor = Math.max(l.from, close - LONGEST);
    int open = close;
    while (open > floor && b[open] != '(') {
      open--;
    }
    KeyName names = new KeyName();
    long secret = 0;
    long sessions = 0;
    int from = open + 1;
    for (int column = 0; b[open] == '(' && column < MOST && from < close; column++) {
      int to = Math.min(close, Bytes.next(b, from, close, ','));
      Kind kind = names.classify(b, from, to);
      if (SECRETS.contains(kind) || kind == Kind.QUERY && TABLE_OF_KEYS.matches(l, open)) {
        secret |= 1L << column;
      }
      if (kind == Kind.SESSION) {
        sessions |= 1L << column;
      }
      from = to + 1;
    }
    return new Columns(secret, sessions);
  }

  /** One row's values; returns where it ends. */
  private int row(int from, char last) {
    int i = from;
    for (int column = 0; column < MOST; column++) {
      i = Bytes.skipBlank(b, i, line.to);
      int text = i < line.to && (b[i] == 'N' || b[i] == 'E') ? i + 1 : i;
      int quote = Quoted.open(b, text, line.to);
      if (quote >= 0) {
        int close = literal(text, quote);
        boolean session = (columns.sessions >> column & 1) != 0;
        if ((columns.secret >> column & 1) != 0
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
