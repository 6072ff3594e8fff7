package innkeeper.redaction;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Leads from four bytes, but for case, back to the triggers they are a part of. Of each trigger two
 * neighbouring 4-grams are known, inside the windows that {@link Pairs} looks for: a gram stands
 * where a window begins, or two bytes behind.
 */
final class Grams {
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int SEVEN = Pairs.WINDOW + 1;
  private static final int SLOTS = 1 << 15;

  final Pairs pairs;
  private final Trigger[] triggers;

  /** A gram and the number of its first entry, side by side. */
  private final int[] slots = new int[2 * SLOTS];

  /**
   * Of each entry side by side: how its trigger begins, but for case, in which most that share a
   * gram differ; the trigger; where the gram stands in it; the next entry of the gram.
   */
  private int[] entries = new int[4 * 4096];

  private int used = 1;

  Grams(List<Trigger> all) {
    triggers = all.toArray(new Trigger[0]);
    List<ByteSet[]> elements = new ArrayList<>(triggers.length);
    int[] at = new int[triggers.length];
    for (int t = 0; t < triggers.length; t++) {
      ByteSet[] e = triggers[t].elements(SEVEN);
      at[t] = rarest(e);
      elements.add(e);
      int k = narrowest(e, at[t]);
      add(t, e, k);
      add(t, e, k + 1);
    }
    pairs = Pairs.of(elements, at);
    for (int slot = 0; slot < SLOTS; slot++) {
      if (slots[2 * slot + 1] != 0) {
        pairs.know(slots[2 * slot]);
      }
    }
  }

  /** Where the seven bytes begin that are the least likely to stand in a log. */
  private static int rarest(ByteSet[] e) {
    int best = 0;
    float least = Float.MAX_VALUE;
    for (int k = 0; k + SEVEN <= e.length; k++) {
      float p = 1;
      for (int i = k + 1; i < k + Pairs.WINDOW; i++) {
        p *= e[i].weight;
      }
      p *= e[k].weight + e[k + Pairs.WINDOW].weight;
      if (p < least) {
        least = p;
        best = k;
      }
    }
    return best;
  }

  /** Which of the grams in the window have the fewest spellings. */
  private static int narrowest(ByteSet[] e, int from) {
    int best = from;
    long least = Long.MAX_VALUE;
    for (int k = from; k <= from + 2; k++) {
      long spellings = spellings(e, k) + spellings(e, k + 1);
      if (spellings < least) {
        least = spellings;
        best = k;
      }
    }
    return best;
  }

  private static long spellings(ByteSet[] e, int k) {
    return (long) e[k].folded().length
        * e[k + 1].folded().length
        * e[k + 2].folded().length
        * e[k + 3].folded().length;
  }

  private void add(int t, ByteSet[] e, int k) {
    for (byte a : e[k].folded()) {
      for (byte b : e[k + 1].folded()) {
        for (byte c : e[k + 2].folded()) {
          for (byte d : e[k + 3].folded()) {
            int gram = a & 0xff | (b & 0xff) << 8 | (c & 0xff) << 16 | d << 24;
            entry(gram, t, k - triggers[t].left().length());
          }
        }
      }
    }
  }

  private void entry(int gram, int t, int from) {
    int e = 4 * used;
    if (e == entries.length) {
      entries = Arrays.copyOf(entries, 2 * e);
    }
    int slot = slot(gram);
    slots[slot] = gram;
    entries[e] = (int) INT.get(triggers[t].first(), 0);
    entries[e + 1] = t;
    entries[e + 2] = from;
    entries[e + 3] = slots[slot + 1];
    slots[slot + 1] = used++;
  }

  /** Where the gram stands, or an empty slot. */
  private int slot(int gram) {
    int slot = gram * 0x9E3779B1 >>> 17 << 1;
    while (slots[slot + 1] != 0 && slots[slot] != gram) {
      slot = slot + 2 & 2 * SLOTS - 1;
    }
    return slot;
  }

  /** Whether a trigger with plausible surroundings stands in its line around the gram. */
  boolean confirms(byte[] b, int at, Bounds line) {
    for (int e = entry(b, at); e != 0; e = 4 * entries[e + 3]) {
      Trigger t = trigger(e, b, at, line.floor(), line.ceiling());
      if (t != null) {
        int start = at - entries[e + 2];
        line.around(start);
        if (t.matches(b, start, line.from, line.to)
            && Plausible.at(t, b, start, line.from, line.to)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The gram's first entry. */
  private int entry(byte[] b, int at) {
    return 4 * slots[slot((int) INT.get(b, at) | 0x20202020) + 1];
  }

  /** The entry's trigger if it stands around the gram, else null. */
  private Trigger trigger(int e, byte[] b, int at, int from, int to) {
    int begin = entries[e];
    int start = at - entries[e + 2];
    if (begin != 0
        && start >= from
        && start + 4 <= b.length
        && ((int) INT.get(b, start) | 0x20202020) != begin) {
      return null;
    }
    Trigger t = triggers[entries[e + 1]];
    return t.matches(b, start, from, to) ? t : null;
  }

  /**
   * Shows each trigger that stands around the gram at {@code at} to the visitor.
   *
   * @return the furthest place the visitor said to go on from, 0 if there is none
   */
  int visit(byte[] b, int at, int from, int to, Visitor visitor) {
    int resume = 0;
    for (int e = entry(b, at); e != 0; e = 4 * entries[e + 3]) {
      Trigger t = trigger(e, b, at, from, to);
      if (t != null) {
        resume = Math.max(resume, visitor.visit(t, at - entries[e + 2]));
      }
    }
    return resume;
  }

  /** Looks closer at a trigger's surroundings. */
  interface Visitor {
    /** Returns where to go on. */
    int visit(Trigger trigger, int at);
  }
}
