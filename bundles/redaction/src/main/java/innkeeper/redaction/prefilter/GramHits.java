package innkeeper.redaction.prefilter;

import java.util.Arrays;

/** What the prefilter found in some bytes, in their order. */
public final class GramHits {
  private int[] places = new int[64];
  private int size;

  public void clear() {
    size = 0;
  }

  public int size() {
    return size;
  }

  /** Where a gram stands that may be a trigger's, or where {@link #unusual} bytes begin. */
  public int place(int i) {
    return places[i] & Integer.MAX_VALUE;
  }

  /** Whether it is no gram, but a byte in the step from this place on that is unusual. */
  public boolean unusual(int i) {
    return places[i] < 0;
  }

  /** The first that is at or after a place, looked for from {@code i} on or back. */
  public int seek(int i, int place) {
    int first = i;
    while (first > 0 && place(first - 1) >= place) {
      first--;
    }
    while (first < size && place(first) < place) {
      first++;
    }
    return first;
  }

  /** Whether one between two places is unusual, looked for from {@code i} on or back. */
  public boolean unusual(int i, int from, int to) {
    int next = seek(i, from);
    while (next < size && place(next) < to && !unusual(next)) {
      next++;
    }
    return next < size && place(next) < to;
  }

  /** Drops what is before a place; returns how many are left. */
  public int dropBefore(int place) {
    int first = seek(size, place);
    System.arraycopy(places, first, places, 0, size - first);
    size -= first;
    return size;
  }

  void add(int place) {
    if (size == places.length) {
      places = Arrays.copyOf(places, 2 * size);
    }
    places[size++] = place;
  }

  void addUnusual(int place) {
    add(place | Integer.MIN_VALUE);
  }
}
