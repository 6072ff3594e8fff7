package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.Bytes;

/**
 * What stands in registered values where the prefilter looks at them: four bytes of short ones,
 * eight of long ones. Changed by one thread, then shown to others.
 */
final class LiteralWindows {
  /** From this length on, eight bytes stand in a literal from each of its two grams on. */
  private static final int LONG = 16;

  private static final int WHOLE_LOOK = 10;
  private static final int FURTHEST = 64;

  private final HashBits grams;
  private final HashBits windows;

  LiteralWindows() {
    this(new HashBits(16), new HashBits(21));
  }

  private LiteralWindows(HashBits grams, HashBits windows) {
    this.grams = grams;
    this.windows = windows;
  }

  LiteralWindows copy() {
    return new LiteralWindows(grams.copy(), windows.copy());
  }

  /** One more; returns where in it to look: seven bytes from there, or six if there are no more. */
  int add(byte[] literal) {
    int k = rarest(literal);
    int gram = Math.min(k + 1, literal.length - 5);
    for (int at = gram; at <= gram + 1; at++) {
      if (literal.length < LONG) {
        grams.add((int) Bytes.INT.get(literal, at));
      } else {
        windows.add((long) Bytes.LONG.get(literal, at));
      }
    }
    return k;
  }

  /** Whether a literal may stand around the place. */
  boolean near(byte[] b, int at) {
    return at + 8 <= b.length && windows.has((long) Bytes.LONG.get(b, at))
        || grams.has((int) Bytes.INT.get(b, at));
  }

  /** Not far from the beginning, and not so near the end that eight bytes would go beyond it. */
  private static int rarest(byte[] text) {
    int best = 0;
    float least = Float.MAX_VALUE;
    int room = text.length < LONG ? Window.WIDTH + 1 : WHOLE_LOOK;
    int last = Math.min(text.length - room, FURTHEST);
    for (int k = 0; k <= last; k++) {
      float p = 1;
      for (int i = k; i <= k + Window.WIDTH; i++) {
        p *= Likelihood.of(text[i]);
      }
      if (p < least) {
        least = p;
        best = k;
      }
    }
    return best;
  }
}
