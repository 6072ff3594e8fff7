package innkeeper.redaction.multiline;

import innkeeper.redaction.text.Bytes;

/** Where the cells of a table's line begin and end, without quotes and blanks around them. */
final class TableCells {
  /** Stands for the sign of a table whose columns begin at the same places in each line. */
  static final byte ALIGNED = 0;

  private static final int MOST = 64;

  private final int[] starts = new int[MOST];
  private final int[] ends = new int[MOST];
  private int size;

  int size() {
    return size;
  }

  int from(int cell) {
    return starts[cell];
  }

  int to(int cell) {
    return ends[cell];
  }

  /** Reads the cells of {@code b[from, to)}, which the sign parts; {@link #MOST} at most. */
  void split(byte[] b, int from, int to, byte sign) {
    size = 0;
    int i = from;
    while (i <= to && size < MOST) {
      int end =
          sign == ALIGNED ? gap(b, i, to) : Bytes.next(b, text(b, i, to, sign), to, (char) sign);
      add(b, i, end);
      i = sign == ALIGNED && end < to ? Bytes.skipBlank(b, end, to) : end + 1;
    }
  }

  private void add(byte[] b, int from, int to) {
    int start = Bytes.skipBlank(b, from, to);
    int end = Bytes.runStart(b, start, to, Bytes.BLANK);
    boolean quoted = end - start > 1 && b[start] == '"' && b[end - 1] == '"';
    starts[size] = quoted ? start + 1 : start;
    ends[size] = quoted ? end - 1 : end;
    size++;
  }

  /** Two blanks or a tab part what is aligned. */
  private static int gap(byte[] b, int from, int to) {
    int i = from;
    while (i < to && !(b[i] == ' ' && (i + 1 == to || b[i + 1] == ' '))) {
      i++;
    }
    return i;
  }

  /** Over a text in quotes, in which the sign parts nothing and a quote is doubled. */
  private static int text(byte[] b, int from, int to, byte sign) {
    if (sign == '|' || from >= to || b[from] != '"') {
      return from;
    }
    int close = Bytes.next(b, from + 1, to, '"');
    while (close + 1 < to && b[close + 1] == '"') {
      close = Bytes.next(b, close + 2, to, '"');
    }
    return Math.min(close + 1, to);
  }
}
