package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quotes;
import innkeeper.redaction.value.Values;
import java.util.Arrays;

/** Where the value after a name begins and ends: quoted at any depth of escaping, or bare. */
public final class Value {
  /** First byte of the value. */
  public int from;

  /** After the last byte of the value. */
  public int to;

  /** Backslashes before the value's quotes; -1: bare. */
  public int depth;

  /** The quote, or 0. */
  public byte quote;

  private static final int LONG = 1024;

  private static final Pattern THREE = Values.after("(\"\\\"\\\"\\\"\" | \"'''\" | \"```\") !$");
  private static final Pattern CLOSED = Values.after("tripled-text");

  /** What stands behind a quote that ends the text around a name. */
  private static final Pattern NOTHING = Values.after("[{blank},}\\]):;\\\\] | $");

  /** What stands behind a sign that ends a value. */
  private static final Pattern SEPARATES = Values.after("value-separated");

  /** What stands behind a bracket that ends a value. */
  private static final Pattern CLOSES = Values.after("[\\x00-\\x20{quote},;:.)\\]}>\\\\&|] | $");

  /** A character of XML that ends a value, or a shell's sign. */
  private static final Pattern ENTITY =
      Values.after("\"&&\" | \"&amp;\" | \"&quot;\" | \"&#34;\" | \"&#39;\" | \"&lt;\"");

  private Line line;
  private byte[] b;
  private Line runLine;
  private byte[] runBytes;
  private int runFrom;
  private int runTo;

  /** Of a value without quotes: where its name begins, and what is open there. */
  private int key;

  private boolean query;
  private int outer;
  private boolean single;

  /** Brackets that are open, by the upper bits of their byte. */
  private final int[] brackets = new int[4];

  public void set(char sign, int backslashes, int first, int end) {
    quote = (byte) sign;
    depth = backslashes;
    from = first;
    to = end;
  }

  /** Reads the value that begins at {@code at} (no blanks before it), for a name at {@code key}. */
  public void read(Line l, int key, int at, boolean query) {
    line = l;
    b = l.b;
    int q = Bytes.runOf(b, at, l.to, '\\');
    int n = q - at;
    if (n == 0 && q + 1 < l.to && prefixLetter(b[q]) && Bytes.is(b[q + 1], Bytes.QUOTE)) {
      q++;
    }
    if (n == 0 && tripled(q)) {
      return;
    }
    if (q < l.to && Bytes.is(b[q], Bytes.QUOTE) && !closesContext(q - n, n)) {
      set((char) b[q], n, q + 1, q + 1);
      to = quotedEnd(from);
    } else {
      bare(key, at, query);
    }
  }

  /** A text in three quotes on one line, as TOML and Python have it. */
  private boolean tripled(int at) {
    if (!THREE.matches(line, at)) {
      return false;
    }
    int close = CLOSED.match(line, at);
    if (close < 0) {
      line.open(at);
      return false;
    }
    set((char) b[at], 0, at + 3, close);
    return true;
  }

  private static boolean prefixLetter(byte c) {
    return "burf@$NEBRL".indexOf(c) >= 0;
  }

  /** Whether the quote ends the text the name stands in: nothing that could be a value follows. */
  private boolean closesContext(int at, int n) {
    if (!NOTHING.matches(line, at + n + 1)) {
      return false;
    }
    line.quotes.at(at, line.from);
    return b[at + n] == '"'
        ? line.quotes.outer() == n || line.quotes.inner() == n
        : b[at + n] == '\'' && n == 0 && line.quotes.single();
  }

  private int quotedEnd(int start) {
    line.quotes.at(start - 1 - depth, line.from);
    int outer = line.quotes.outer();
    int i = start;
    while (i < line.to) {
      byte c = b[i];
      if (c == quote || c == '"') {
        int n = Bytes.backslashesBefore(b, start, i);
        boolean own = c == quote && Quotes.closes(n, depth);
        if (own && c == '\'' && shellGoesOn(i)) {
          i += b[i + 1] == '\'' ? 2 : 4;
          continue;
        }
        if (own || c == '"' && outer >= 0 && outer < depthOf() && Quotes.closes(n, outer)) {
          return i - Math.min(n, own ? depth : outer);
        }
      }
      i++;
    }
    line.open(start);
    return line.to;
  }

  private int depthOf() {
    return quote == '"' ? depth : Integer.MAX_VALUE;
  }

  /** {@code 'it'\''s'} and SQL's {@code 'it''s'}. */
  private boolean shellGoesOn(int at) {
    return Bytes.at(b, at, line.to, "'\\''")
        || at > from && Bytes.at(b, at, line.to, "''") && depth == 0;
  }

  private void bare(int nameAt, int at, boolean inQuery) {
    set((char) 0, -1, at, at);
    key = nameAt;
    query = inQuery;
    line.quotes.at(at, line.from);
    outer = line.quotes.outer();
    single = line.quotes.single();
    if (line == runLine && b == runBytes && at > runFrom && at < runTo && runTo - runFrom > LONG) {
      // Within a long run that was walked already: it has the same end.
      to = runTo;
      return;
    }
    Arrays.fill(brackets, 0);
    int i = at;
    while (i < line.to && !bareEnds(i)) {
      i++;
    }
    if (i < line.to && (b[i] == '"' || b[i] == '\'')) {
      i -= Bytes.backslashesBefore(b, at, i);
    }
    to = i;
    runLine = line;
    runBytes = b;
    runFrom = at;
    runTo = i;
    line.opens(at, i);
  }

  /** Whether a value without quotes ends before the byte. */
  private boolean bareEnds(int i) {
    byte c = b[i];
    return switch (c) {
      case ' ', '\t', '\r', 0x0b, 0x0c, 0 -> true;
      case '"' -> outer >= 0 || query || i > from && endsQuoted(i);
      case '\'' -> single || query || outer >= 0 && endsQuoted(i);
      case '`' -> endsQuoted(i);
      case '\\' ->
          Bytes.at(b, i, line.to, "\\r\\n")
              || outer >= 0 && escapeEnds(i)
              || query && Bytes.at(b, i, line.to, "\\u00");
      case '&' ->
          query
              || parameterAt(i + 1) && (i > from || b[from - 1] != ' ')
              || ENTITY.matches(line, i);
      case '#' -> query;
      case ',', ';', '|' -> {
        // A hash's own parameters.
        boolean hash = b[from] == '$' && c == ',' && Bytes.at(b, i + 2, line.to, "=");
        yield !hash && (query && c != '|' || separates(i));
      }
      case '(', '[', '{' -> {
        brackets[c >> 5]++;
        yield false;
      }
      case ')' -> brackets['(' >> 5]-- == 0 && (query || closes(i, '('));
      case ']' -> brackets['[' >> 5]-- == 0 && closes(i, '[');
      case '}' -> brackets['{' >> 5]-- == 0 && closes(i, '{');
      case '<' -> query || Bytes.at(b, i + 1, line.to, "/");
      case '>' -> query || closes(i, '<');
      default -> c < ' ' && c >= 0;
    };
  }

  /** A new line: nothing of the last one's runs counts. */
  public void forget() {
    runLine = null;
  }

  /** Whether after the quote at {@code at} a text ends rather than goes on. */
  private boolean endsQuoted(int at) {
    int next = at + 1;
    return next == line.to || Bytes.is(b[next], Bytes.BLANK) || ",;)]}>:".indexOf(b[next]) >= 0;
  }

  /** An escaped line end, tab or quote inside a string ends the value. */
  private boolean escapeEnds(int at) {
    int i = Bytes.runOf(b, at, line.to, '\\');
    if (at > from && b[at - 1] == '\\' || i == line.to) {
      return false;
    }
    byte next = b[i];
    int n = i - at;
    int inner = line.quotes.inner();
    boolean control = next == 'n' || next == 'r' || next == 't';
    return next == '"'
        || control && (n == outer + 1 || inner >= 0 && n == inner + 1)
        || Bytes.at(b, i, line.to, "u00");
  }

  /** Whether a name and {@code =} begin here: {@code user=}. */
  private boolean parameterAt(int at) {
    int end = Bytes.runEnd(b, at, Math.min(line.to, at + 40), Bytes.TOKEN | Bytes.DOT);
    return end > at && end < line.to && b[end] == '=';
  }

  private boolean separates(int at) {
    return SEPARATES.matches(line, at + 1) || b[at] == '|' && key > line.from && b[key - 1] == '|';
  }

  /** Whether a closing bracket at {@code at} closes one that was open before the name. */
  private boolean closes(int at, char opener) {
    int floor = Math.max(line.from, key - 512);
    return CLOSES.matches(line, at + 1) && Bytes.next(b, floor, key, opener) < key;
  }
}
