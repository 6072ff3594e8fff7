package innkeeper.redaction.prefilter;

import java.util.Arrays;

/** What the prefilter found in some bytes, in their order. */
public final class GramHits {
  private int[] places = new int[64];
  private int size;

  /** The first that was not looked at yet. */
  public int next;

  public void clear() {
    size = 0;
    next = 0;
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

  /** The first that is at or after a place, looked for from {@link #next} on or back. */
  public int seek(int place) {
    int first = next;
    while (first > 0 && place(first - 1) >= place) {
      first--;
    }
    while (first < size && place(first) < place) {
      first++;
    }
    return first;
  }

  /** Whether one between two places is unusual, looked for from {@link #next} on or back. */
  public boolean unusual(int from, int to) {
    int i = seek(from);
    while (i < size && place(i) < to && !unusual(i)) {
      i++;
    }
    return i < size && place(i) < to;
  }

  /** All were looked at, and what is before a place is not asked for again. */
  public void dropBefore(int place) {
    next = size;
    int first = seek(place);
    System.arraycopy(places, first, places, 0, size - first);
    size -= first;
    next = size;
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
