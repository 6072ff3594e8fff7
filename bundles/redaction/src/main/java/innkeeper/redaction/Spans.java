package innkeeper.redaction;

import java.util.Arrays;

/** What to replace in one line: pairs of offsets, to exclusive, and the kind of mark. */
final class Spans {
  private int[] data = new int[3 * 8];
  private int size;

  void clear() {
    size = 0;
    if (data.length > 3 * 1024) {
      data = new int[3 * 8];
    }
  }

  int size() {
    return size;
  }

  int from(int i) {
    return data[3 * i];
  }

  int to(int i) {
    return data[3 * i + 1];
  }

  int kind(int i) {
    return data[3 * i + 2];
  }

  void add(int from, int to, int kind) {
    if (from >= to) {
      return;
    }
    if (3 * size == data.length) {
      data = Arrays.copyOf(data, 2 * data.length);
    }
    data[3 * size] = from;
    data[3 * size + 1] = to;
    data[3 * size + 2] = kind;
    size++;
  }

  /** Sorts and joins what overlaps. Nearly sorted as a rule, so insertion, unless it is not. */
  void merge() {
    if (size < 2) {
      return;
    }
    sort();
    int last = 0;
    for (int i = 1; i < size; i++) {
      if (from(i) < to(last)) {
        if (to(i) > to(last)) {
          data[3 * last + 1] = to(i);
        }
      } else {
        last++;
        System.arraycopy(data, 3 * i, data, 3 * last, 3);
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
    int[] copy = new int[3 * size];
    for (int i = 0; i < size; i++) {
      System.arraycopy(data, 3 * (int) order[i], copy, 3 * i, 3);
    }
    data = copy;
  }
}
