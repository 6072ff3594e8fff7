package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import java.util.List;

/**
 * A private key over several lines. It waits for base64 of a key's width after {@code BEGIN} at a
 * line's end, and ends with the first line that has none: a header that is only mentioned hides
 * nothing.
 */
public final class KeyBlock {
  /** How wide a line's base64 is at least; PEM's is 64, OpenSSH's 70. */
  private static final int WIDE = 60;

  /** The same of a line that has nothing else. */
  private static final int SHORTEST = 16;

  private static final int MAX_BLANKS = 2;
  private static final int MAX_KEY = 65_536;

  /** The width after a shorter line, the key's last one mostly: PGP's checksum may follow. */
  private static final int CHECKSUM = -1;

  private static final List<String> HEADERS =
      List.of("Proc-Type:", "DEK-Info:", "Comment:", "Subject:", "Version:", "Hash:", "Charset:");

  private boolean open;
  private boolean begun;

  /** How many lines PuTTY still announces. */
  private int counted;

  /** What stands before the key's lines. */
  private int column;

  private int blanks;

  /** Of the line before; 0 while the key's first one is waited for. */
  private int width;

  /** Whether the header of an encrypted key was seen: what follows is one, however wide. */
  private boolean encrypted;

  public boolean isOpen() {
    return open;
  }

  /** To be told of each new line; returns whether it may be a key's. */
  public boolean next() {
    begun = false;
    return open;
  }

  public void close() {
    open = false;
  }

  /** Whether what follows is looked at in the same way. */
  public boolean same(KeyBlock other) {
    return open == other.open
        && (!open
            || counted == other.counted
                && column == other.column
                && blanks == other.blanks
                && width == other.width
                && encrypted == other.encrypted);
  }

  public void become(KeyBlock other) {
    open = other.open;
    counted = other.counted;
    column = other.column;
    blanks = other.blanks;
    width = other.width;
    encrypted = other.encrypted;
  }

  private void open(int count, int at) {
    open = true;
    begun = true;
    counted = count;
    column = at;
    blanks = 0;
    width = 0;
    encrypted = false;
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
   * {@code -----BEGIN … PRIVATE KEY-----}; the key that follows on the line, or on the next ones,
   * is hidden.
   */
  public int begin(Line l, int at) {
    byte[] b = l.b;
    int dashes = head(l, at);
    if (dashes < 0) {
      return at + 1;
    }
    int limit = l.textEnd(dashes);
    if (limit == l.to) {
      l.open(dashes);
    }
    int first = dashes;
    while (first < limit && (!Bytes.is(b[first], Bytes.ALNUM) || escape(b, first))) {
      first++;
    }
    if (first >= limit) {
      open(Integer.MAX_VALUE, at - l.from);
      return dashes;
    }
    int run = Bytes.runEnd(b, first, l.to, Bytes.BASE64);
    boolean key = run - first >= SHORTEST && random(b, first, run);
    if (!key
        && !RedactionMark.at(b, first - 1, limit)
        && !header(b, first, limit)
        && !ends(l, run)) {
      return dashes;
    }
    int stop = endMark(b, dashes, l.to);
    if (stop < 0 && limit == l.to) {
      open(Integer.MAX_VALUE, at - l.from);
    }
    int end = stop < 0 ? limit : stop;
    hide(l, dashes, end);
    return end;
  }

  private static boolean escape(byte[] b, int at) {
    return b[at - 1] == '\\' && (b[at] == 'n' || b[at] == 'r');
  }

  private static boolean random(byte[] b, int from, int to) {
    return Values.cases(b, from, to) && (Values.mixed(b, from, to) || Bytes.at(b, from, to, "MII"));
  }

  private static boolean header(byte[] b, int from, int to) {
    int end = Math.min(to, from + SHORTEST);
    return HEADERS.stream().anyMatch(name -> Bytes.at(b, from, end, name));
  }

  /** Whether the key's end stands there, behind escaped line ends. */
  private static boolean ends(Line l, int at) {
    int i = at;
    while (i < l.to && (l.b[i] == '\\' || escape(l.b, i))) {
      i++;
    }
    return endMark(l.b, i, Math.min(l.to, i + 9)) == i;
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
      open(n, at - l.from);
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

  /** A line that may be a part of the key; its other secrets are looked for as ever. */
  public void line(Line l) {
    if (!begun) {
      int stop = endMark(l.b, l.from, l.to);
      boolean goesOn = goesOn(l, stop < 0 ? l.to : stop);
      open = goesOn && stop < 0 && counted > 0;
    }
  }

  /** Hides what the line has of the key; returns whether the next one may have more. */
  private boolean goesOn(Line l, int to) {
    byte[] b = l.b;
    int from = Bytes.skipBlank(b, l.from, to);
    int end = Bytes.runStart(b, from, to, Bytes.BLANK);
    boolean found = false;
    boolean named = false;
    int i = from;
    while (i < end) {
      found |= b[i] == '[' && RedactionMark.at(b, i, end);
      if (!Bytes.is(b[i], Bytes.BASE64)) {
        i++;
        continue;
      }
      named |= header(b, i, end);
      encrypted |= width == 0 && Bytes.at(b, i, end, "DEK-Info:");
      int run = Bytes.runEnd(b, i, end, Bytes.BASE64);
      if (part(l, i, run, i == from && run == end, end)) {
        l.secret(i, run);
        found = true;
      }
      i = run;
    }
    counted -= found ? 1 : 0;
    boolean blank = !found && (from == end || end - l.from <= column);
    blanks = blank ? blanks + 1 : 0;
    return blank ? blanks <= MAX_BLANKS : found || named && width == 0;
  }

  /** Whether the run is a line of the key; the one that is narrower than the others is its last. */
  private boolean part(Line l, int from, int to, boolean alone, int end) {
    byte[] b = l.b;
    int n = to - from;
    if (width == CHECKSUM && alone && b[from] == '=' && n == 5) {
      return true;
    }
    boolean announced = counted < MAX_KEY;
    int least = alone ? SHORTEST : announced ? 24 : WIDE;
    boolean apart = from == l.from || !Bytes.is(b[from - 1], Bytes.TOKEN | Bytes.DOT);
    boolean full = n >= Math.max(least, width) && apart && random(b, from, to);
    boolean ragged = encrypted && alone && coded(b, from, to);
    if (full || announced && alone || n == width || ragged) {
      width = n;
      return true;
    }
    if (n > width || !alone && !tail(l, from, to, end)) {
      return false;
    }
    width = CHECKSUM;
    return true;
  }

  /** Whether it is no word: of sixteen bytes at least, or with a digit or a sign. */
  private static boolean coded(byte[] b, int from, int to) {
    return to - from >= SHORTEST || Bytes.runEnd(b, from, to, Bytes.ALPHA) < to;
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
