package innkeeper.redaction.multiline;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;

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

  /** {@code -----BEGIN … PRIVATE KEY-----}. */
  private static final Pattern HEAD = Values.after("pem-head");

  private static final Pattern SKIPPED = Values.after("([^{alnum}] | escaped-end)*");
  private static final Pattern HEADER = Values.after("pem-header");

  /** Quotes aside. */
  private static final Pattern BEGINS = Values.after("[\\\\{quote}]* &\"----\" pem-head");

  private static final Pattern END_AHEAD = Values.after("to(pem-end)");

  /** The key's end, behind escaped line ends. */
  private static final Pattern ENDS = Values.after("(\"\\\\\" | escaped-end)* pem-end");

  /** No word: sixteen bytes at least, or a digit or a sign. */
  private static final Pattern CODED = Values.after("<.+: at-least(16)> | alpha* .");

  /** The short last line of a key, in a wrapper: a word or a text of its own. */
  private static final Pattern TAIL = Values.after("pem-tail");

  /** Anything but marks, escapes and blanks. */
  private static final Pattern KEY_TEXT = Values.after("pem-text");

  /**
   * What the lines before say of the next one.
   *
   * @param counted how many lines PuTTY still announces; 0 if no key is waited for
   * @param column what stands before the key's lines
   * @param blanks lines without anything of the key
   * @param width of the line before; 0 while the key's first one is waited for
   * @param encrypted whether the header of an encrypted key was seen: what follows is one, however
   *     wide
   */
  private record State(int counted, int column, int blanks, int width, boolean encrypted) {
    static final State CLOSED = new State(0, 0, 0, 0, false);
  }

  private State state = State.CLOSED;
  private boolean begun;

  /** Of the line that is looked at. */
  private int width;

  private boolean encrypted;

  public boolean isOpen() {
    return state != State.CLOSED;
  }

  /** To be told of each new line; returns whether it may be a key's. */
  public boolean next() {
    begun = false;
    return isOpen();
  }

  public void close() {
    state = State.CLOSED;
  }

  /** Whether what follows is looked at in the same way. */
  public boolean same(KeyBlock other) {
    // Mostly none is open; how records compare is made at the first use, which takes its time.
    return state == other.state || state.equals(other.state);
  }

  public void become(KeyBlock other) {
    state = other.state;
  }

  private void open(int count, int at) {
    begun = true;
    state = new State(count, at, 0, 0, false);
  }

  /** Whether a private key begins here, quotes before it aside: it is this class's to hide. */
  public static boolean begins(Line l, int at) {
    return BEGINS.matches(l, at);
  }

  /**
   * {@code -----BEGIN … PRIVATE KEY-----}; the key that follows on the line, or on the next ones,
   * is hidden.
   */
  public int begin(Line l, int at) {
    byte[] b = l.b;
    int dashes = HEAD.match(l, at);
    if (dashes < 0) {
      return at + 1;
    }
    int limit = l.textEnd(dashes);
    l.opensAtEnd(dashes, limit);
    int first = SKIPPED.match(LineText.ofValue(b, limit), dashes);
    if (first >= limit) {
      open(Integer.MAX_VALUE, at - l.from);
      return dashes;
    }
    int run = Bytes.runEnd(b, first, l.to, Bytes.BASE64);
    boolean key = run - first >= SHORTEST && random(b, first, run);
    if (!key
        && !RedactionMark.at(b, first - 1, limit)
        && !HEADER.matches(l, first)
        && !ENDS.matches(l, run)) {
      return dashes;
    }
    int stop = END_AHEAD.match(l, dashes);
    if (stop < 0 && limit == l.to) {
      open(Integer.MAX_VALUE, at - l.from);
    }
    int end = stop < 0 ? limit : stop;
    hide(l, dashes, end);
    return end;
  }

  private static boolean random(byte[] b, int from, int to) {
    return Values.cases(b, from, to) && (Values.mixed(b, from, to) || Bytes.at(b, from, to, "MII"));
  }

  private static void hide(Line l, int from, int to) {
    if (KEY_TEXT.matches(l.b, from, to)) {
      l.secret(from, to);
    }
  }

  /** {@code Private-Lines: 14}. */
  public int putty(Line l, int at) {
    int from = Bytes.skipBlank(l.b, at + 14, l.to);
    int i = Bytes.runEnd(l.b, from, l.to, Bytes.DIGIT);
    String digits = new String(l.b, from, Math.min(4, i - from), StandardCharsets.US_ASCII);
    int n = digits.isEmpty() ? 0 : Integer.parseInt(digits);
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
      int stop = END_AHEAD.match(l, l.from);
      State next = after(l, stop < 0 ? l.to : stop);
      state = stop < 0 && next.counted > 0 ? next : State.CLOSED;
    }
  }

  /** Hides what the line has of the key; returns what that says of the next one. */
  private State after(Line l, int to) {
    byte[] b = l.b;
    int from = Bytes.skipBlank(b, l.from, to);
    int end = Bytes.runStart(b, from, to, Bytes.BLANK);
    width = state.width;
    encrypted = state.encrypted;
    boolean found = false;
    boolean named = false;
    int i = from;
    while (i < end) {
      found |= b[i] == '[' && RedactionMark.at(b, i, end);
      if (!Bytes.is(b[i], Bytes.BASE64)) {
        i++;
        continue;
      }
      named |= HEADER.matches(l, i);
      encrypted |= width == 0 && Bytes.at(b, i, end, "DEK-Info:");
      int run = Bytes.runEnd(b, i, end, Bytes.BASE64);
      if (part(l, i, run, i == from && run == end, end)) {
        l.secret(i, run);
        found = true;
      }
      i = run;
    }
    boolean blank = !found && (from == end || end - l.from <= state.column);
    int blanks = blank ? state.blanks + 1 : 0;
    return (blank ? blanks <= MAX_BLANKS : found || named && width == 0)
        ? new State(state.counted - (found ? 1 : 0), state.column, blanks, width, encrypted)
        : State.CLOSED;
  }

  /** Whether the run is a line of the key; the one that is narrower than the others is its last. */
  private boolean part(Line l, int from, int to, boolean alone, int end) {
    byte[] b = l.b;
    int n = to - from;
    if (width == CHECKSUM && alone && b[from] == '=' && n == 5) {
      return true;
    }
    boolean announced = state.counted < MAX_KEY;
    int least = alone ? SHORTEST : announced ? 24 : WIDE;
    boolean apart = from == l.from || !Bytes.is(b[from - 1], Bytes.TOKEN | Bytes.DOT);
    boolean full = n >= Math.max(least, width) && apart && random(b, from, to);
    boolean ragged = encrypted && alone && CODED.matches(b, from, to);
    if (full || announced && alone || n == width || ragged) {
      width = n;
      return true;
    }
    if (n > width || !alone && !TAIL.matches(l.part(end), from)) {
      return false;
    }
    width = CHECKSUM;
    return true;
  }
}
