package innkeeper.redaction;

/** One line under the microscope: its bytes, what was found in it, and what may yet be. */
final class Line {
  final Spans spans = new Spans();
  final Quotes quotes = new Quotes();
  byte[] b;
  int from;
  int to;

  /** Ends where the incarnation ended: a token that touches the end counts although short. */
  boolean cut;

  /** Earliest byte that may turn out a secret when the line goes on. */
  int open;

  private int atSign;
  private int runFrom;
  private int runTo;
  private int atSignFrom;

  void set(byte[] bytes, int lineFrom, int lineTo) {
    b = bytes;
    from = lineFrom;
    to = lineTo;
    cut = false;
    open = lineTo;
    atSign = -1;
    runFrom = lineTo + 1;
    runTo = -1;
    atSignFrom = lineTo;
    spans.clear();
    quotes.reset(bytes, lineFrom);
  }

  void secret(int start, int end) {
    secret(start, end, -1);
  }

  void secret(int start, int end, int kind) {
    if (start >= end || end - start == Mark.PLAIN.length && Mark.at(b, start, end)) {
      return;
    }
    spans.add(start, end, kind);
    if (end == to) {
      open(start);
    }
  }

  void open(int at) {
    open = Math.min(open, at);
  }

  /** End of the run of a token's bytes; asked again within the run it costs nothing. */
  int tokenEnd(int at) {
    if (at < runFrom || at > runTo) {
      runFrom = at;
      runTo = Bytes.runEnd(b, at, to, Bytes.TOKEN);
    }
    return runTo;
  }

  /**
   * Next {@code @} at or after {@code start}, or the line's end; looked for once, not per caller.
   */
  int nextAtSign(int start) {
    if (start < atSignFrom || start > atSign) {
      int i = start;
      while (i < to && b[i] != '@') {
        i++;
      }
      atSign = i;
      atSignFrom = start;
    }
    return atSign;
  }

  /**
   * Whether nothing of a word stands before {@code at}. The last letter of an escape, of a terminal
   * sequence or of a percent code is no part of a word.
   */
  boolean wordStart(int at) {
    if (at <= from || !Bytes.is(b[at - 1], Bytes.ALNUM)) {
      return true;
    }
    byte c = b[at - 1];
    if (at - 2 >= from && b[at - 2] == '\\' && (c == 'n' || c == 't' || c == 'r')) {
      return true;
    }
    if (at - 3 >= from && b[at - 3] == '%' && Bytes.is(c, Bytes.HEX)) {
      return true;
    }
    if (at - 6 >= from && b[at - 6] == '\\' && (b[at - 5] | 0x20) == 'u') {
      return true;
    }
    if (c == 'm') {
      int i = at - 2;
      while (i >= from && at - i < 16 && (Bytes.is(b[i], Bytes.DIGIT) || b[i] == ';')) {
        i--;
      }
      return i >= from && b[i] == '[';
    }
    return false;
  }
}
