package innkeeper.redaction;

/** Where the line is that a place is in; asked again within the line it costs nothing. */
final class Bounds {
  private byte[] b;
  private int floor;
  private int ceiling;

  /** First byte of the line. */
  int from;

  /** After the last byte of its text. */
  int to;

  /** Where its end stands, or the last of the bounds. */
  int end;

  /** Lines that stand between the bounds, and there is nothing of a line outside of them. */
  void within(byte[] bytes, int first, int last) {
    b = bytes;
    floor = first;
    ceiling = last;
    from = first;
    end = first - 1;
  }

  int floor() {
    return floor;
  }

  int ceiling() {
    return ceiling;
  }

  /** Moves to the line that {@code at} is in. */
  void around(int at) {
    if (at < from || at > end) {
      from = Bytes.lineStart(b, floor, at);
      to = Bytes.lineText(b, at, ceiling);
      end = to < ceiling && b[to] == '\r' ? to + 1 : to;
    }
  }
}
