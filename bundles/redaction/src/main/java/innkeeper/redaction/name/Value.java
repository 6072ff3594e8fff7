package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quotes;

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

  private Line line;
  private byte[] b;
  private Line runLine;
  private byte[] runBytes;
  private int runFrom;
  private int runTo;

  /** Reads the value that begins at {@code at} (no blanks before it), for a name at {@code key}. */
  public void read(Line l, int key, int at, boolean query) {
    line = l;
    b = l.b;
    int n = 0;
    while (at + n < l.to && b[at + n] == '\\') {
      n++;
    }
    int q = at + n;
    if (n == 0 && q + 1 < l.to && prefixLetter(b[q]) && Bytes.is(b[q + 1], Bytes.QUOTE)) {
      q++;
    }
    if (n == 0 && tripled(q)) {
      return;
    }
    if (q < l.to && Bytes.is(b[q], Bytes.QUOTE) && !closesContext(q - n, n)) {
      quote = b[q];
      depth = n;
      from = q + 1;
      to = quotedEnd(from);
    } else {
      bare(key, at, query);
    }
  }

  /** A text in three quotes on one line, as TOML and Python have it. */
  private boolean tripled(int at) {
    if (at + 3 >= line.to
        || !Bytes.is(b[at], Bytes.QUOTE)
        || b[at + 1] != b[at]
        || b[at + 2] != b[at]) {
      return false;
    }
    int i = at + 3;
    while (i + 2 < line.to && !(b[i] == b[at] && b[i + 1] == b[at] && b[i + 2] == b[at])) {
      i++;
    }
    boolean closed = i + 2 < line.to;
    if (!closed) {
      line.open(at);
      return false;
    }
    quote = b[at];
    depth = 0;
    from = at + 3;
    to = i;
    return true;
  }

  private static boolean prefixLetter(byte c) {
    return "burf@$NEBRL".indexOf(c) >= 0;
  }

  /** Whether the quote ends the text the name stands in: nothing that could be a value follows. */
  private boolean closesContext(int at, int n) {
    int next = at + n + 1;
    boolean nothing =
        next >= line.to || Bytes.is(b[next], Bytes.BLANK) || ",}]):;\\".indexOf(b[next]) >= 0;
    if (!nothing) {
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

  private void bare(int key, int at, boolean query) {
    quote = 0;
    depth = -1;
    from = at;
    line.quotes.at(at, line.from);
    int outer = line.quotes.outer();
    boolean single = line.quotes.single();
    int round = 0;
    int square = 0;
    int curly = 0;
    if (line == runLine && b == runBytes && at > runFrom && at < runTo && runTo - runFrom > LONG) {
      // Within a long run that was walked already: it has the same end.
      to = runTo;
      return;
    }
    int i = at;
    loop:
    while (i < line.to) {
      byte c = b[i];
      switch (c) {
        case ' ', '\t', '\r', 0x0b, 0x0c, 0 -> {
          break loop;
        }
        case '"' -> {
          int n = Bytes.backslashesBefore(b, at, i);
          if (outer >= 0 || query || (i > at && endsQuoted(i))) {
            i -= n;
            break loop;
          }
        }
        case '\'' -> {
          if (single || query || outer >= 0 && endsQuoted(i)) {
            i -= Bytes.backslashesBefore(b, at, i);
            break loop;
          }
        }
        case '`' -> {
          if (endsQuoted(i)) {
            break loop;
          }
        }
        case '\\' -> {
          if (Bytes.at(b, i, line.to, "\\r\\n")
              || outer >= 0 && escapeEnds(i, outer)
              || query && Bytes.at(b, i, line.to, "\\u00")) {
            break loop;
          }
        }
        case '&' -> {
          if (query
              || parameterAt(i + 1) && (i > at || b[at - 1] != ' ')
              || Bytes.at(b, i, line.to, "&&")
              || entity(i)) {
            break loop;
          }
        }
        case '#' -> {
          if (query) {
            break loop;
          }
        }
        case ',', ';', '|' -> {
          if (b[at] == '$' && c == ',' && i + 2 < line.to && b[i + 2] == '=') {
            // A hash's own parameters.
            break;
          }
          if (query && c != '|' || separates(i, key)) {
            break loop;
          }
        }
        case '(' -> round++;
        case '[' -> square++;
        case '{' -> curly++;
        case ')' -> {
          if (round-- == 0 && (query || ends(i, key, '('))) {
            break loop;
          }
        }
        case ']' -> {
          if (square-- == 0 && ends(i, key, '[')) {
            break loop;
          }
        }
        case '}' -> {
          if (curly-- == 0 && ends(i, key, '{')) {
            break loop;
          }
        }
        case '<' -> {
          if (query || i + 1 < line.to && b[i + 1] == '/') {
            break loop;
          }
        }
        case '>' -> {
          if (query || ends(i, key, '<')) {
            break loop;
          }
        }
        default -> {
          if (c < ' ' && c >= 0) {
            break loop;
          }
        }
      }
      i++;
    }
    to = i;
    runLine = line;
    runBytes = b;
    runFrom = at;
    runTo = i;
    line.opens(at, i);
  }

  /** A new line: nothing of the last one's runs counts. */
  public void forget() {
    runLine = null;
  }

  private boolean entity(int at) {
    return Bytes.at(b, at, line.to, "&amp;")
        || Bytes.at(b, at, line.to, "&quot;")
        || Bytes.at(b, at, line.to, "&#34;")
        || Bytes.at(b, at, line.to, "&#39;")
        || Bytes.at(b, at, line.to, "&lt;");
  }

  /** Whether after the quote at {@code at} a text ends rather than goes on. */
  private boolean endsQuoted(int at) {
    int next = at + 1;
    return next == line.to || Bytes.is(b[next], Bytes.BLANK) || ",;)]}>:".indexOf(b[next]) >= 0;
  }

  /** An escaped line end, tab or quote inside a string ends the value. */
  private boolean escapeEnds(int at, int outer) {
    if (at > from && b[at - 1] == '\\') {
      return false;
    }
    int n = 0;
    while (at + n < line.to && b[at + n] == '\\') {
      n++;
    }
    if (at + n >= line.to) {
      return false;
    }
    byte next = b[at + n];
    if (next == '"') {
      return true;
    }
    boolean control = next == 'n' || next == 'r' || next == 't';
    int inner = line.quotes.inner();
    return control && (n == outer + 1 || inner >= 0 && n == inner + 1)
        || next == 'u' && Bytes.at(b, at + n, line.to, "u00");
  }

  /** Whether a name and {@code =} begin here: {@code user=}. */
  private boolean parameterAt(int at) {
    int end = Bytes.runEnd(b, at, Math.min(line.to, at + 40), Bytes.TOKEN | Bytes.DOT);
    return end > at && end < line.to && b[end] == '=';
  }

  private boolean separates(int at, int key) {
    int next = at + 1;
    if (next >= line.to) {
      return true;
    }
    byte c = b[next];
    if (Bytes.is(c, Bytes.BLANK | Bytes.QUOTE) || c == '\\' || c == '{' || c == '[') {
      return true;
    }
    int end = Math.min(line.to, at + 48);
    int i = Bytes.runEnd(b, next, end, Bytes.TOKEN | Bytes.DOT | Bytes.BLANK);
    if (i > next && i < line.to && (b[i] == '=' || b[i] == ':')) {
      return true;
    }
    return b[at] == '|' && key > line.from && b[key - 1] == '|';
  }

  /** Whether a closing bracket at {@code at} closes one that was open before the name. */
  private boolean ends(int at, int key, char opener) {
    int next = at + 1;
    boolean last =
        next == line.to
            || b[next] < ' ' && b[next] >= 0
            || Bytes.is(b[next], Bytes.BLANK | Bytes.QUOTE)
            || ",;:.)]}>\\&|".indexOf(b[next]) >= 0;
    if (!last) {
      return false;
    }
    int floor = Math.max(line.from, key - 512);
    for (int i = key - 1; i >= floor; i--) {
      if (b[i] == opener) {
        return true;
      }
    }
    return false;
  }
}
