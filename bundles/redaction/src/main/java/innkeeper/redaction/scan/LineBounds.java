package innkeeper.redaction.scan;

import innkeeper.redaction.text.Bytes;

/** Where the line is that a place is in; asked again within the line it costs nothing. */
public final class LineBounds {
  private byte[] b;

  /** The bounds. */
  public int floor;

  public int ceiling;

  /** First byte of the line. */
  public int from;

  /** After the last byte of its text. */
  public int to;

  /** Where its end stands, or the last of the bounds. */
  public int end;

  /** Lines that stand between the bounds, and there is nothing of a line outside of them. */
  public void within(byte[] bytes, int first, int last) {
    b = bytes;
    floor = first;
    ceiling = last;
    from = first;
    end = first - 1;
  }

  /** Moves to the line that {@code at} is in. */
  public void around(int at) {
    if (at < from || at > end) {
      from = Bytes.lineStart(b, floor, at);
      to = Bytes.lineText(b, at, ceiling);
      end = to < ceiling && b[to] == '\r' ? to + 1 : to;
    }
  }
}
