package innkeeper.redaction.line;

/** The next place of a kind in a line; asked again before it, it costs nothing. */
final class NextPlace {
  /** What is looked for, by the bytes around a place that is not the line's first. */
  interface Kind {
    boolean at(byte[] b, int i);
  }

  private final Kind kind;
  private int from;
  private int at;

  NextPlace(Kind kind) {
    this.kind = kind;
  }

  /** To be told of each new line. */
  void forget() {
    from = Integer.MAX_VALUE;
  }

  /** First place at or after {@code start}, or {@code to}, the line's end. */
  int next(byte[] b, int start, int to) {
    if (start < from || start > at) {
      from = start;
      at = start;
      while (at < to && !kind.at(b, at)) {
        at++;
      }
    }
    return at;
  }
}
