package innkeeper.redaction.text;

/**
 * Which quotes are open at a place of the line. Walked once from left to right; asking for places
 * in order is linear, and asking a little back is answered from the state before the last change.
 */
public final class Quotes {
  private byte[] b;
  private int at;
  private int outer;
  private int inner;
  private boolean single;
  private int changedAt;
  private int outerBefore;
  private boolean singleBefore;
  private int innerBefore;
  private int foundOuter;
  private int foundInner;
  private boolean foundSingle;

  public void reset(byte[] bytes, int from) {
    b = bytes;
    at = from;
    outer = -1;
    inner = -1;
    single = false;
    changedAt = from;
    outerBefore = -1;
    innerBefore = -1;
    singleBefore = false;
  }

  /** Walks to {@code place}; {@link #outer()} and {@link #single()} then speak of it. */
  public void at(int place, int floor) {
    while (at < place) {
      if (at + 8 <= place) {
        long x = (long) Bytes.LONG.get(b, at);
        long found = Bytes.equal(x, '"') | Bytes.equal(x, '\'');
        if (found == 0) {
          at += 8;
          continue;
        }
        at += Long.numberOfTrailingZeros(found) >>> 3;
      }
      byte c = b[at];
      if (c == '"' || c == '\'') {
        int n = Bytes.backslashesBefore(b, floor, at);
        outerBefore = outer;
        innerBefore = inner;
        singleBefore = single;
        changedAt = at;
        if (c == '"') {
          doubleQuote(n);
        } else if (single) {
          single = false;
        } else if (at == floor || !Bytes.is(b[at - 1], Bytes.ALNUM | Bytes.HIGH)) {
          single = true;
        }
      }
      at++;
    }
    boolean current = place > changedAt;
    foundOuter = current ? outer : outerBefore;
    foundInner = current ? inner : innerBefore;
    foundSingle = current ? single : singleBefore;
  }

  private void doubleQuote(int n) {
    if (outer < 0) {
      outer = n;
      inner = -1;
    } else if (closes(n, outer)) {
      outer = -1;
      inner = -1;
      single = false;
    } else if (inner < 0) {
      inner = n;
    } else if (closes(n, inner)) {
      inner = -1;
      single = false;
    }
  }

  /** Whether a quote with so many backslashes ends a string whose own quotes have {@code depth}. */
  public static boolean closes(int backslashes, int depth) {
    return backslashes < depth || backslashes % (2 * (depth + 1)) == depth;
  }

  /** Backslashes before the quotes of the outermost open string, or -1 outside of any. */
  public int outer() {
    return foundOuter;
  }

  /** The same of a string within that string, or -1. */
  public int inner() {
    return foundInner;
  }

  public boolean single() {
    return foundSingle;
  }
}
