package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Leads from four bytes, but for case, back to the triggers they are a part of. Of each trigger two
 * neighbouring 4-grams are known, inside the windows that {@link PairFilter} looks for: a gram
 * stands where a window begins, or two bytes behind.
 */
public final class GramIndex {
  private static final int SEVEN = Window.WIDTH + 1;
  private static final int SLOTS = 1 << 16;

  /** More would make the way to an empty slot long. */
  private static final int MAX_GRAMS = SLOTS / 4 * 3;

  private static final int MAX_TRIGGERS = 0x7fff;

  /** What makes a place no negative number: classes stand before a text, and other bytes. */
  private static final int NEAR = 16;

  private final PairFilter pairs;
  private final Trigger[] triggers;

  /** A gram and where its first entry is, side by side. */
  private final int[] slots;

  /**
   * Of each entry side by side: its trigger and places, see {@link #place}; four more bytes of the
   * trigger but for case, and which of their bits count. Those of a gram stand in a row, and the
   * last of them has a negative place.
   */
  private final int[] entries;

  /** While they are made: gram and number of each entry, to be sorted. */
  private long[] found;

  private int[] places;
  private int used;

  public GramIndex(List<Trigger> all) {
    if (all.size() > MAX_TRIGGERS) {
      throw tooMany();
    }
    triggers = all.toArray(new Trigger[0]);
    slots = new int[2 * SLOTS];
    found = new long[1 << 15];
    places = new int[1 << 15];
    Likelihood likelihood = new Likelihood();
    List<Window> windows = new ArrayList<>();
    for (int t = 0; t < triggers.length; t++) {
      ByteSet[] places = triggers[t].places(SEVEN);
      int at = rarest(places, likelihood);
      windows.add(Window.of(places, at, likelihood));
      windows.add(Window.of(places, at + 1, likelihood));
      int k = narrowest(places, at);
      add(t, places, k);
      add(t, places, k + 1);
    }
    entries = entries();
    pairs = PairFilter.of(windows);
    know();
  }

  private void know() {
    for (int slot = 0; slot < 2 * SLOTS; slot += 2) {
      int e = slots[slot + 1];
      int place = e == 0 ? -1 : 0;
      while (place >= 0) {
        place = entries[e];
        byte[] text = triggers[place >> 16 & 0x7fff].text();
        int next = from(place) + 4;
        boolean more = next >= 0 && next + 2 <= text.length;
        pairs.know(slots[slot], more ? PairFilter.folded(text, next) : 0);
        e += 3;
      }
    }
  }

  /** One that {@link #write} wrote. */
  public GramIndex(DataInput in) throws IOException {
    triggers = new Trigger[in.readInt()];
    for (int i = 0; i < triggers.length; i++) {
      triggers[i] = Trigger.read(in);
    }
    slots = Ints.read(in);
    entries = Ints.read(in);
    pairs = PairFilter.read(in);
  }

  public void write(DataOutput out) throws IOException {
    out.writeInt(triggers.length);
    for (Trigger trigger : triggers) {
      trigger.write(out);
    }
    Ints.write(out, slots);
    Ints.write(out, entries);
    pairs.write(out);
  }

  /** All texts that lead to a rule. */
  public List<Trigger> triggers() {
    return List.of(triggers);
  }

  private static IllegalStateException tooMany() {
    return new IllegalStateException("the tables have too many texts, or too short ones");
  }

  /** The prefilter that sees the triggers. */
  public PairFilter pairs() {
    return pairs;
  }

  /** Where the seven bytes begin that are the least likely to stand in a log. */
  private static int rarest(ByteSet[] e, Likelihood likelihood) {
    int best = 0;
    float least = Float.MAX_VALUE;
    float[] likely = new float[e.length];
    for (int i = 0; i < e.length; i++) {
      likely[i] = likelihood.of(e[i]);
    }
    for (int k = 0; k + SEVEN <= e.length; k++) {
      float p = 1;
      for (int i = k + 1; i < k + Window.WIDTH; i++) {
        p *= likely[i];
      }
      p *= likely[k] + likely[k + Window.WIDTH];
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
    byte[] second = e[k + 1].folded();
    byte[] third = e[k + 2].folded();
    byte[] fourth = e[k + 3].folded();
    for (byte a : e[k].folded()) {
      for (byte b : second) {
        for (byte c : third) {
          for (byte d : fourth) {
            int gram = a & 0xff | (b & 0xff) << 8 | (c & 0xff) << 16 | d << 24;
            entry(gram, t, k - triggers[t].lead());
          }
        }
      }
    }
  }

  private void entry(int gram, int t, int from) {
    if (used == places.length) {
      found = Arrays.copyOf(found, 2 * used);
      places = Arrays.copyOf(places, 2 * used);
    }
    // The latest comes first.
    found[used] = (long) gram << 32 | Integer.MAX_VALUE - used;
    places[used] = place(t, from, beside(triggers[t].text().length, from));
    used++;
  }

  /** The trigger, where the gram stands in it, and where the other four bytes stand in it. */
  private static int place(int t, int from, int beside) {
    return t << 16 | from + NEAR << 8 | beside + NEAR;
  }

  /** Behind the gram, or before it if there is more of the text. */
  private static int beside(int length, int from) {
    int after = Math.min(4, length - from - 4);
    return after < 4 && from > after ? from - 4 : from + 4;
  }

  private int[] entries() {
    Arrays.sort(found, 0, used);
    int[] all = new int[3 * used + 3];
    int grams = 0;
    for (int i = 0; i < used; i++) {
      int e = 3 * i + 3;
      int gram = (int) (found[i] >> 32);
      int place = places[Integer.MAX_VALUE - (int) found[i]];
      boolean last = i + 1 == used || (int) (found[i + 1] >> 32) != gram;
      all[e] = last ? place | Integer.MIN_VALUE : place;
      byte[] text = triggers[place >> 16].text();
      for (int k = 0; k < 4; k++) {
        int at = beside(place) + k;
        if (at >= 0 && at < text.length) {
          all[e + 1] |= (text[at] & 0xff | 0x20) << 8 * k;
          all[e + 2] |= 0xff << 8 * k;
        }
      }
      int slot = slot(gram);
      if (slots[slot + 1] == 0) {
        if (++grams > MAX_GRAMS) {
          throw tooMany();
        }
        slots[slot] = gram;
        slots[slot + 1] = e;
      }
    }
    found = null;
    places = null;
    return all;
  }

  private static int from(int place) {
    return (place >> 8 & 0xff) - NEAR;
  }

  private static int beside(int place) {
    return (place & 0xff) - NEAR;
  }

  /** Where the gram stands, or an empty slot. */
  private int slot(int gram) {
    int slot = gram * 0x9E3779B1 >>> 16 << 1;
    while (slots[slot + 1] != 0 && slots[slot] != gram) {
      slot = slot + 2 & 2 * SLOTS - 1;
    }
    return slot;
  }

  /** Whether a trigger that stands around the gram in its line is accepted. */
  public boolean confirms(byte[] b, int at, Lines lines, Acceptor acceptor) {
    int e = first(b, at);
    int place = e == 0 ? -1 : 0;
    while (place >= 0) {
      place = entries[e];
      int start = at - from(place);
      Trigger t = trigger(e, b, start, lines.floor(), lines.ceiling());
      if (t != null && lines.around(start, t, acceptor)) {
        return true;
      }
      e += 3;
    }
    return false;
  }

  /** The gram's first entry, or 0. */
  private int first(byte[] b, int at) {
    return slots[slot((int) Bytes.INT.get(b, at) | 0x20202020) + 1];
  }

  /** The entry's trigger if its text stands at {@code start}, else null. */
  private Trigger trigger(int e, byte[] b, int start, int from, int to) {
    int place = entries[e];
    int beside = start + beside(place);
    if (beside >= 0
        && beside + 4 <= b.length
        && ((((int) Bytes.INT.get(b, beside) | 0x20202020) ^ entries[e + 1]) & entries[e + 2])
            != 0) {
      return null;
    }
    Trigger t = triggers[place >> 16 & 0x7fff];
    return t.stands(b, start, from, to) ? t : null;
  }

  /**
   * Shows each trigger that stands around the gram at {@code at} to the visitor.
   *
   * @return the furthest place the visitor said to go on from, 0 if there is none
   */
  public int visit(byte[] b, int at, int from, int to, Visitor visitor) {
    int resume = 0;
    int e = first(b, at);
    int place = e == 0 ? -1 : 0;
    while (place >= 0) {
      place = entries[e];
      int start = at - from(place);
      Trigger t = trigger(e, b, start, from, to);
      if (t != null && t.fits(b, start, from, to)) {
        resume = Math.max(resume, visitor.visit(t, start));
      }
      e += 3;
    }
    return resume;
  }

  /** Lines of a chunk. */
  public interface Lines {
    int floor();

    int ceiling();

    /** Whether what stands around the trigger in its line is accepted. */
    boolean around(int start, Trigger trigger, Acceptor acceptor);
  }

  /** Looks quickly at a trigger's surroundings in its line. */
  public interface Acceptor {
    boolean accepts(Trigger trigger, int at, int from, int to);
  }

  /** Looks closer at a trigger's surroundings. */
  public interface Visitor {
    /** Returns where to go on. */
    int visit(Trigger trigger, int at);
  }
}
