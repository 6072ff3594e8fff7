package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;

/**
 * A private key over several lines: the only state that outlives a line. It ends with the key's own
 * end, or when long enough no line looked like a key's. Past the cap it does not show what it held
 * back: lines that look like a key's stay hidden.
 */
public final class KeyBlock {
  private static final int MAX_LINES = 400;
  private static final int FALSE_START = 4;
  private static final int GIVE_UP = 32;
  private static final int MAX_KEY = 65_536;

  private boolean open;
  private boolean body;
  private int counted;
  private int lines;
  private int misses;

  public boolean isOpen() {
    return open;
  }

  public void close() {
    open = false;
  }

  /** Whether what follows is looked at in the same way. */
  public boolean same(KeyBlock other) {
    return open == other.open
        && (!open
            || body == other.body
                && counted == other.counted
                && lines == other.lines
                && misses == other.misses);
  }

  public void become(KeyBlock other) {
    open = other.open;
    body = other.body;
    counted = other.counted;
    lines = other.lines;
    misses = other.misses;
  }

  private void open(int count) {
    open = true;
    body = false;
    counted = count;
    lines = 0;
    misses = 0;
  }

  /** Whether a private key begins here, quotes before it aside: it is this class's to hide. */
  public static boolean begins(Line l, int at) {
    int i = at;
    while (i < l.to && (l.b[i] == '\\' || Bytes.is(l.b[i], Bytes.QUOTE))) {
      i++;
    }
    return Bytes.at(l.b, i, l.to, "----") && head(l, i) >= 0;
  }

  /** After the dashes behind {@code BEGIN … PRIVATE KEY}; -1 when that is not what stands here. */
  private static int head(Line l, int at) {
    byte[] b = l.b;
    int name = Bytes.indexOf(b, at, Math.min(l.to, at + 12), 'B');
    if (name < 0 || !Bytes.at(b, name, l.to, "BEGIN ")) {
      return -1;
    }
    int end =
        Bytes.runEnd(b, name, Math.min(l.to, name + 80), Bytes.UPPER | Bytes.DIGIT | Bytes.BLANK);
    int dashes = Bytes.runEnd(b, end, l.to, Bytes.DASH);
    boolean secret = Bytes.indexOfIgnoreCase(b, name, end, "private key") >= 0;
    return secret && dashes - end >= 4 ? dashes : -1;
  }

  /**
   * {@code -----BEGIN … PRIVATE KEY-----}; what follows on the line, or on the next ones, is
   * hidden.
   */
  public int begin(Line l, int at) {
    byte[] b = l.b;
    int dashes = head(l, at);
    if (dashes < 0) {
      return at + 1;
    }
    if (mentioned(l, dashes)) {
      return dashes;
    }
    int stop = endMark(b, dashes, l.to);
    if (stop >= 0) {
      hide(l, dashes, stop);
      return stop;
    }
    open(Integer.MAX_VALUE);
    int limit = l.textEnd(dashes);
    if (limit == l.to) {
      l.open(dashes);
    }
    hide(l, dashes, limit);
    return limit;
  }

  /** Whether a sentence goes on: {@code no -----BEGIN PRIVATE KEY----- block in x.pem}. */
  private static boolean mentioned(Line l, int at) {
    byte[] b = l.b;
    int word = Bytes.skipBlank(b, at, l.to);
    int end = Bytes.runEnd(b, word, l.to, Bytes.LOWER);
    if (end >= l.to && word > at) {
      l.open(at);
    }
    boolean ends = end >= l.to || b[end] == ' ' || b[end] == ',' || b[end] == '.';
    return word > at && end > word && end - word <= 12 && ends;
  }

  private static int endMark(byte[] b, int from, int to) {
    for (int i = from; i + 9 <= to; i++) {
      if (b[i] == '-' && (Bytes.at(b, i, to, "-----END ") || Bytes.at(b, i, to, "---- END "))) {
        return i;
      }
    }
    return -1;
  }

  private static void hide(Line l, int from, int to) {
    for (int i = from; i < to; i++) {
      if (Bytes.is(l.b[i], Bytes.BASE64) && !(l.b[i] == 'n' || l.b[i] == 'r')) {
        if (!marked(l.b, from, to)) {
          l.secret(from, to);
        }
        return;
      }
    }
  }

  /** Whether nothing but the mark, escapes and blanks stand there. */
  private static boolean marked(byte[] b, int from, int to) {
    int i = from;
    while (i < to) {
      if (RedactionMark.at(b, i, to)) {
        i += RedactionMark.PLAIN.length;
      } else if (b[i] == '\\' || b[i] == 'n' || b[i] == 'r' || Bytes.is(b[i], Bytes.BLANK)) {
        i++;
      } else {
        return false;
      }
    }
    return true;
  }

  /** {@code Private-Lines: 14}. */
  public int putty(Line l, int at) {
    int from = Bytes.skipBlank(l.b, at + 14, l.to);
    int n = 0;
    for (int i = from; i < l.to && i < from + 4 && Bytes.is(l.b[i], Bytes.DIGIT); i++) {
      n = 10 * n + l.b[i] - '0';
    }
    int i = Bytes.runEnd(l.b, from, l.to, Bytes.DIGIT);
    if (n > 0 && EscapedLines.lineEnd(l.b, i, l.to) > 0) {
      int mac = Bytes.indexOfIgnoreCase(l.b, i, Math.min(l.to, i + MAX_KEY), "private-mac");
      hide(l, i, mac < 0 ? l.textEnd(i) : mac);
    } else if (n > 0) {
      open(n);
    }
    return from;
  }

  public int puttyMac(Line l, int at) {
    int from = Bytes.skipBlank(l.b, at + 12, l.to);
    int end = Bytes.runEnd(l.b, from, l.to, Bytes.HEX);
    if (end - from >= 16) {
      l.secret(from, end);
    }
    return end;
  }

  /** A line inside the block; its other secrets are looked for as ever. */
  public void line(Line l) {
    lines++;
    int stop = endMark(l.b, l.from, l.to);
    int to = stop < 0 ? l.to : stop;
    boolean found = hideBody(l, to);
    if (found) {
      body = true;
      misses = 0;
      counted--;
    } else {
      misses++;
    }
    if (stop >= 0 || counted <= 0 || misses > (body ? GIVE_UP : FALSE_START)) {
      open = false;
    }
  }

  private boolean hideBody(Line l, int to) {
    byte[] b = l.b;
    int from = Bytes.skipBlank(b, l.from, to);
    int end = to;
    while (end > from && Bytes.is(b[end - 1], Bytes.BLANK)) {
      end--;
    }
    if (from == end || RedactionMark.at(b, from, end)) {
      return from < end;
    }
    if (Bytes.runEnd(b, from, end, Bytes.BASE64) == end
        && (lines < MAX_LINES || end - from >= 40)) {
      l.secret(from, end);
      return true;
    }
    if (Bytes.at(b, from, end, "Proc-Type:")
        || Bytes.at(b, from, end, "DEK-Info:")
        || Bytes.at(b, from, end, "Comment:")
        || Bytes.at(b, from, end, "Version:")) {
      return true;
    }
    boolean found = false;
    int i = from;
    while (i < end) {
      if (!Bytes.is(b[i], Bytes.BASE64)) {
        found |= b[i] == '[' && RedactionMark.at(b, i, end);
        i++;
        continue;
      }
      int run = Bytes.runEnd(b, i, end, Bytes.BASE64);
      if (run - i >= 24 && Values.mixed(b, i, run) || body && tail(l, i, run, end)) {
        l.secret(i, run);
        found = true;
      }
      i = run;
    }
    return found;
  }

  /** The short last line of a key, in a wrapper: a word or a text of its own. */
  private static boolean tail(Line l, int from, int to, int end) {
    byte[] b = l.b;
    boolean before = from == l.from || Bytes.is(b[from - 1], Bytes.BLANK | Bytes.QUOTE);
    boolean after = to == end || Bytes.is(b[to], Bytes.BLANK | Bytes.QUOTE) || b[to] == '\\';
    return before
        && after
        && (b[to - 1] == '='
            || to - from >= 8 && Values.mixed(b, from, to) && Values.cases(b, from, to));
  }
}
