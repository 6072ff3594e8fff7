package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.Bytes;
import java.util.Collection;

/**
 * Passes over what surely holds no registered value. Of a long one eight neighbouring windows of
 * eight bytes are known, so that looking at every eighth byte sees one of them; of a short one four
 * of four bytes. It never forgets one; those that are added may be seen by the one it was made of.
 */
public final class LiteralFilter {
  public static final LiteralFilter NONE =
      new LiteralFilter(WindowSet.forSize(0), WindowSet.forSize(0));

  /** From a literal's beginning to a window of it at most; to one of a short literal at least. */
  public static final int FURTHEST = 15;

  public static final int NEAREST = 4;

  public static final int STEP = 8;
  private static final int LONG = STEP + 7;
  private static final int SHORT = 4 + 3;
  private static final long FOUR_BYTES = 0xffffffffL;

  private final WindowSet longs;
  private final WindowSet shorts;

  private LiteralFilter(WindowSet longs, WindowSet shorts) {
    this.longs = longs;
    this.shorts = shorts;
  }

  /**
   * The same for more literals, at least six bytes each.
   *
   * @param more those that are not known yet
   * @param broken those of which each part of {@link #LONG} bytes is to be seen
   * @param all those and the known ones
   * @param allBroken those and the known ones
   */
  public LiteralFilter and(
      Collection<byte[]> more,
      Collection<byte[]> broken,
      Collection<byte[]> all,
      Collection<byte[]> allBroken) {
    WindowSet moreLongs = longs.roomFor(longWindows(more, broken));
    WindowSet moreShorts = shorts.roomFor(shortWindows(more));
    boolean room = moreLongs != null && moreShorts != null;
    LiteralFilter grown =
        room
            ? new LiteralFilter(moreLongs, moreShorts)
            : new LiteralFilter(
                WindowSet.forSize(2 * longWindows(all, allBroken)),
                WindowSet.forSize(2 * shortWindows(all)));
    (room ? more : all).forEach(grown::add);
    (room ? broken : allBroken).forEach(grown::addParts);
    return grown;
  }

  private static int longWindows(Collection<byte[]> literals, Collection<byte[]> broken) {
    int windows = 0;
    for (byte[] literal : literals) {
      windows += literal.length < LONG ? 0 : STEP;
    }
    for (byte[] literal : broken) {
      windows += literal.length;
    }
    return windows;
  }

  private static int shortWindows(Collection<byte[]> literals) {
    int windows = 0;
    for (byte[] literal : literals) {
      windows += literal.length < LONG ? STEP / 2 : 0;
    }
    return windows;
  }

  private void addParts(byte[] literal) {
    for (int at = 0; at + STEP <= literal.length; at++) {
      longs.add((long) Bytes.LONG.get(literal, at));
    }
  }

  private void add(byte[] literal) {
    if (literal.length >= LONG) {
      int k = rarest(literal, LONG);
      for (int at = k; at < k + STEP; at++) {
        longs.add((long) Bytes.LONG.get(literal, at));
      }
      return;
    }
    int k = rarest(literal, Math.min(SHORT, literal.length));
    for (int at = k; at < k + STEP / 2; at++) {
      if (at + 4 <= literal.length) {
        shorts.add((int) Bytes.INT.get(literal, at) & FOUR_BYTES);
      } else {
        // Of the shortest, one window goes beyond its end: any byte may stand there.
        long known = three(literal, at);
        for (long next = 0; next < 256; next++) {
          shorts.add(known | next << 24);
        }
      }
    }
  }

  private static long three(byte[] b, int at) {
    return b[at] & 0xff | (b[at + 1] & 0xff) << 8 | (b[at + 2] & 0xff) << 16;
  }

  /** Where so many bytes begin that are the least likely to stand in a log. */
  private static int rarest(byte[] text, int width) {
    double p = 1;
    for (int i = 0; i < width; i++) {
      p *= Likelihood.of(text[i]);
    }
    int best = 0;
    double least = p;
    int last = Math.min(text.length - width, FURTHEST - STEP + 1);
    for (int k = 1; k <= last; k++) {
      p *= Likelihood.of(text[k + width - 1]) / Likelihood.of(text[k - 1]);
      if (p < least) {
        least = p;
        best = k;
      }
    }
    return best;
  }

  /**
   * Where something stands that may be a window of a literal, up to {@link #NEAREST} bytes behind
   * the place; {@code -1} if nothing does. Goes on in steps of eight from {@code at}.
   */
  public int next(byte[] b, int at, int to) {
    WindowSet eight = longs;
    WindowSet four = shorts;
    boolean any = four.size() > 0;
    int end = to - 7;
    int i = at;
    for (; i < end; i += STEP) {
      long x = (long) Bytes.LONG.get(b, i);
      if (eight.has(x) || any && (four.has(x & FOUR_BYTES) || four.has(x >>> 32))) {
        return i;
      }
    }
    for (; any && i + 3 <= to; i += 4) {
      if (four.has(i + 4 <= to ? (int) Bytes.INT.get(b, i) & FOUR_BYTES : three(b, i))) {
        return i;
      }
    }
    return -1;
  }
}
