package innkeeper.redaction.line;

import java.util.Arrays;

/**
 * What to replace in one line: pairs of offsets, to exclusive, the kind of mark, and the number of
 * the row that found it.
 */
public final class FoundSpans {
  private static final int WIDTH = 4;
  private static final int IDLE = 1024;

  private int[] data = new int[WIDTH * 8];
  private int size;

  public void clear() {
    size = 0;
    if (data.length > WIDTH * IDLE) {
      data = new int[WIDTH * 8];
    }
  }

  public int size() {
    return size;
  }

  public int from(int i) {
    return data[WIDTH * i];
  }

  public int to(int i) {
    return data[WIDTH * i + 1];
  }

  public int kind(int i) {
    return data[WIDTH * i + 2];
  }

  public int rule(int i) {
    return data[WIDTH * i + 3];
  }

  public void add(int from, int to, int kind, int rule) {
    if (from >= to) {
      return;
    }
    reserve();
    data[WIDTH * size] = from;
    data[WIDTH * size + 1] = to;
    data[WIDTH * size + 2] = kind;
    data[WIDTH * size + 3] = rule;
    size++;
  }

  private void reserve() {
    if (WIDTH * size == data.length) {
      data = Arrays.copyOf(data, 2 * data.length);
    }
  }

  /**
   * Takes in what was found in the line as it is without these spans, their marks in it; what
   * touches a mark is joined with it.
   *
   * @param found sorted and merged, in offsets of that line, which began at {@code from}
   */
  public void include(FoundSpans found, int from) {
    int known = size;
    int span = 0;
    int shift = from;
    for (int i = 0; i < 2 * found.size; i++) {
      boolean end = (i & 1) != 0;
      int at = end ? found.to(i / 2) : found.from(i / 2);
      while (span < known && at >= markEnd(span, shift)) {
        shift = to(span) - markEnd(span, shift);
        span++;
      }
      int mark = span < known ? from(span) - shift : Integer.MAX_VALUE;
      if (end) {
        data[WIDTH * size - 3] = at > mark ? to(span) : at + shift;
      } else {
        reserve();
        data[WIDTH * size] = at >= mark ? from(span) : at + shift;
        data[WIDTH * size + 2] = found.kind(i / 2);
        data[WIDTH * size + 3] = found.rule(i / 2);
        size++;
      }
    }
    join(0);
  }

  /** Where a span's mark ends in the line that has marks in the spans' place. */
  private int markEnd(int span, int shift) {
    return from(span) - shift + RedactionMark.bytes(kind(span)).length;
  }

  /** Sorts and joins what overlaps. Nearly sorted as a rule, so insertion, unless it is not. */
  public void merge() {
    join(1);
  }

  private void join(int overlap) {
    if (size < 2) {
      return;
    }
    sort();
    int last = 0;
    for (int i = 1; i < size; i++) {
      if (from(i) + overlap <= to(last)) {
        if (to(i) > to(last)) {
          data[WIDTH * last + 1] = to(i);
        }
      } else {
        last++;
        System.arraycopy(data, WIDTH * i, data, WIDTH * last, WIDTH);
      }
    }
    size = last + 1;
  }

  private void sort() {
    boolean sorted = true;
    for (int i = 1; i < size && sorted; i++) {
      sorted = from(i - 1) <= from(i);
    }
    if (sorted) {
      return;
    }
    long[] order = new long[size];
    for (int i = 0; i < size; i++) {
      order[i] = (long) from(i) << 32 | i;
    }
    Arrays.sort(order);
    int[] copy = new int[WIDTH * size];
    for (int i = 0; i < size; i++) {
      System.arraycopy(data, WIDTH * (int) order[i], copy, WIDTH * i, WIDTH);
    }
    data = copy;
  }
}
