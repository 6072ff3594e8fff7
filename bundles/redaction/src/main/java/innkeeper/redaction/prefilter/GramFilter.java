package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.Bytes;
import java.util.Arrays;

/**
 * The prefilter: passes over what surely holds no trigger. The lines of a log are alike, so it
 * remembers stretches of eight bytes that hold no trigger's gram, and passes over them when they
 * come again, whatever their digits. Of every trigger two neighbouring grams are known, so that
 * looking at every second byte sees one of them. What a step costs does not depend on how many
 * triggers there are.
 *
 * <p>Threads share it. A stretch is read and written as one long, which a JVM of 64 bits does at
 * once, and it says by itself what it is.
 */
public final class GramFilter {
  private static final int CLEAN_BITS = 15;
  private static final int HELD_BITS = 10;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** From a stretch to the next one, which begins in its middle. */
  private static final int HALF = Gram.STRETCH / 2;

  /** So many bytes are looked at together. */
  public static final int STEP = 2 * Gram.STRETCH;

  /** From the first byte of a step to behind the last one that it looks at. */
  private static final int REACH = 3 * Gram.STRETCH;

  /** After so many new and clean steps in a row, those that follow are taken for such, too. */
  private static final int NEW = 3;

  /** Bits that a byte of ASCII has not: one for each gram, and one for an unusual byte. */
  private static final long FIRST = 1L << 7;

  private static final long SECOND = 1L << 15;
  private static final long GRAMS = FIRST | SECOND;
  private static final long CONTROL = 1L << 23;
  private static final int LEARNED = 16 * STEP;
  private static final long DOTS = '.' * Gram.ONES;

  /** What no stretch is: its digits are zeros. */
  private static final long NONE = '1' * Gram.ONES;

  private final GramIndex index;

  /** Stretches that hold nothing, by their hash. */
  private final long[] clean = new long[1 << CLEAN_BITS];

  /** Stretches of ASCII that may hold something, with {@link #GRAMS} and {@link #CONTROL} of it. */
  private final long[] held = new long[1 << HELD_BITS];

  GramFilter(GramIndex index) {
    this.index = index;
    Arrays.fill(clean, NONE);
    Arrays.fill(held, NONE);
  }

  /**
   * Finds what may be a trigger's grams, or unusual: a byte that a reader does not see as it
   * stands, or the first dot of what may be a token in three parts.
   *
   * @param at where to begin; grams are looked at in steps of two from here
   * @param to where no further step begins
   * @return where to go on
   */
  public int collect(byte[] b, int at, int to, GramHits hits) {
    int end = Math.min(to, b.length - REACH + 1);
    int inARow = 0;
    int i = pass(b, at, end);
    while (i < end) {
      int known = hits.size();
      look(b, i, hits);
      int next = i + STEP;
      i = pass(b, next, end);
      inARow = i == next && hits.size() == known ? inARow + 1 : 0;
      if (inARow > NEW) {
        inARow = NEW;
        i = learn(b, i, end);
      }
    }
    return i < to ? last(b, i, to, hits) : i;
  }

  /** The first step that is not known to hold nothing. Calls nothing, so that the loop is small. */
  private int pass(byte[] b, int at, int end) {
    if (at >= end) {
      return at;
    }
    long[] t = clean;
    int shift = Long.SIZE - CLEAN_BITS;
    long n = Gram.plain((long) Bytes.LONG.get(b, at));
    for (int i = at; i < end; i += STEP) {
      long m = Gram.plain((long) Bytes.LONG.get(b, i + 8));
      long o = Gram.plain((long) Bytes.LONG.get(b, i + 16));
      long nm = n >>> 32 | m << 32;
      long mo = m >>> 32 | o << 32;
      long unknown =
          t[(int) (n * MIX >>> shift) & t.length - 1] ^ n
              | t[(int) (nm * MIX >>> shift) & t.length - 1] ^ nm
              | t[(int) (m * MIX >>> shift) & t.length - 1] ^ m
              | t[(int) (mo * MIX >>> shift) & t.length - 1] ^ mo;
      long d = n ^ DOTS | (long) Bytes.LONG.get(b, i + 7) ^ DOTS;
      long e = m ^ DOTS | (long) Bytes.LONG.get(b, i + 15) ^ DOTS;
      if ((unknown | (d - Gram.ONES & ~d | e - Gram.ONES & ~e) & Gram.HIGHS) != 0) {
        return i;
      }
      n = o;
    }
    return at + (end - at + STEP - 1) / STEP * STEP;
  }

  /** The first step that may hold something. What is new is remembered, without being looked up. */
  private int learn(byte[] b, int at, int end) {
    int i = at;
    int last = Math.min(end, at + LEARNED);
    while (i < last) {
      long n = Gram.plain((long) Bytes.LONG.get(b, i));
      long m = Gram.plain((long) Bytes.LONG.get(b, i + 8));
      long o = Gram.plain((long) Bytes.LONG.get(b, i + 16));
      long nm = n >>> 32 | m << 32;
      long mo = m >>> 32 | o << 32;
      int grams = index.grams(n, nm) | index.grams(m, mo) << 4;
      if (unusual(b, i, n, m, mo) != 0 || grams != 0 && agreeing(n, nm, m, mo, grams)) {
        break;
      }
      clean[slot(n)] = n;
      clean[slot(nm)] = nm;
      clean[slot(m)] = m;
      clean[slot(mo)] = mo;
      i += STEP;
    }
    return i;
  }

  private boolean agreeing(long n, long nm, long m, long mo, int grams) {
    return index.agreeing(n, grams) != 0
        || index.agreeing(nm, grams >>> 2) != 0
        || index.agreeing(m, grams >>> 4) != 0
        || index.agreeing(mo, grams >>> 6) != 0;
  }

  /** Not zero if something unusual stands in a step. */
  private static long unusual(byte[] b, int at, long n, long m, long mo) {
    return Gram.controls(n)
        | Gram.controls(m)
        | Gram.controls(mo)
        | dots(b, at)
        | dots(b, at + Gram.STRETCH);
  }

  private static int slot(long stretch) {
    return (int) (stretch * MIX >>> Long.SIZE - CLEAN_BITS);
  }

  /** Adds what the step holds. */
  private void look(byte[] b, int at, GramHits hits) {
    long n = Gram.plain((long) Bytes.LONG.get(b, at));
    long m = Gram.plain((long) Bytes.LONG.get(b, at + 8));
    long o = Gram.plain((long) Bytes.LONG.get(b, at + 16));
    long one = held(n);
    long two = held(n >>> 32 | m << 32);
    long three = held(m);
    long four = held(m >>> 32 | o << 32);
    long any = one | two | three | four;
    if ((any & CONTROL) != 0 || threeParts(b, at) || threeParts(b, at + Gram.STRETCH)) {
      hits.addUnusual(at);
    }
    if ((any & GRAMS) != 0) {
      add(one, at, hits);
      add(two, at + HALF, hits);
      add(three, at + 2 * HALF, hits);
      add(four, at + 3 * HALF, hits);
    }
  }

  private static void add(long held, int at, GramHits hits) {
    if ((held & FIRST) != 0) {
      hits.add(at);
    }
    if ((held & SECOND) != 0) {
      hits.add(at + 2);
    }
  }

  /** What a stretch may hold; remembered. */
  private long held(long stretch) {
    int slot = slot(stretch);
    if (clean[slot] == stretch) {
      return 0;
    }
    int other = slot >>> CLEAN_BITS - HELD_BITS;
    boolean ascii = (stretch & Gram.HIGHS) == 0;
    long known = held[other];
    if (ascii && (known & ~Gram.HIGHS) == stretch) {
      return known & Gram.HIGHS;
    }
    int grams = index.grams(stretch, stretch >>> 32) & 3;
    grams = grams == 0 ? 0 : index.agreeing(stretch, grams);
    long held =
        (grams & 1L) << 7 | (grams & 2L) << 14 | (Gram.controls(stretch) == 0 ? 0 : CONTROL);
    if (held == 0) {
      clean[slot] = stretch;
    } else if (ascii) {
      this.held[other] = stretch | held;
    }
    return held;
  }

  /**
   * The high bit of each of eight bytes that is a dot and has another one seven bytes behind it.
   */
  private static long dots(byte[] b, int at) {
    long d = (long) Bytes.LONG.get(b, at) ^ DOTS | (long) Bytes.LONG.get(b, at + 7) ^ DOTS;
    return (d - Gram.ONES & ~d) & Gram.HIGHS;
  }

  /** Whether one of eight bytes may be the first dot of a token in three parts. */
  private static boolean threeParts(byte[] b, int at) {
    for (long d = dots(b, at); d != 0; d &= d - 1) {
      if (threeParts(b, at + (Long.numberOfTrailingZeros(d) >>> 3), 0, b.length)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the dot may be the first of a token in three parts: cheap, the line's look decides. */
  public static boolean threeParts(byte[] b, int dot, int from, int to) {
    return dot - 23 >= from
        && dot + 7 < to
        && b[dot + 7] == '.'
        && Bytes.runStart(b, dot - 23, dot, Bytes.TOKEN) == dot - 23;
  }

  /** Adds what stands near the end of the bytes. */
  private int last(byte[] b, int at, int to, GramHits hits) {
    int i = at;
    for (; i < to; i += 2) {
      if ((i - at) % STEP == 0) {
        hits.addUnusual(i);
      }
      if (i + Gram.LENGTH <= b.length && index.has(b, i)) {
        hits.add(i);
      }
    }
    return i;
  }
}
