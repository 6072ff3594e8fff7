package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;

/**
 * Three pairs of bytes in a row around a trigger, and how likely each of them is in a log.
 *
 * @param places what may stand at each place around the trigger
 * @param from the first of the window's six
 */
record Window(ByteSet[] places, int from, float[] pairs) {
  /** Bytes in a window. */
  static final int WIDTH = 6;

  static Window of(ByteSet[] places, int from, Likelihood likelihood) {
    float[] pairs = new float[WIDTH / 2];
    for (int pair = 0; pair < pairs.length; pair++) {
      ByteSet first = places[from + 2 * pair];
      pairs[pair] = likelihood.of(first) * likelihood.of(places[from + 2 * pair + 1]);
    }
    return new Window(places, from, pairs);
  }

  ByteSet at(int place) {
    return places[from + place];
  }

  /** How likely the window is. */
  float likely() {
    return pairs[0] * pairs[1] * pairs[2];
  }

  /** How likely its most common pair is. */
  float widest() {
    return Math.max(pairs[0], Math.max(pairs[1], pairs[2]));
  }
}
