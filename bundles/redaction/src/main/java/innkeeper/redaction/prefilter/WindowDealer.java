package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Deals windows out to buckets, each to the one that then sees the least more of a sample of logs.
 * A bucket sees a place where three pairs in a row stand that are the first, second and third of
 * any of its windows.
 */
final class WindowDealer {
  private static final byte[] SAMPLE = sample();

  /** A model of logs counts so much beside the sample, which cannot have everything. */
  private static final float MODEL = .02f;

  /**
   * Windows with a pair that stands almost anywhere, or often, are kept away from the others; those
   * whose first pair is such a one from those whose last is, or together they would see all.
   */
  private static final int[] FENCES = {0, 1, 6, 11, 20};

  /** What is left of the filter's, one being for special bytes. */
  private static final int BUCKETS = FENCES[FENCES.length - 1];

  private record Pair(ByteSet first, ByteSet second, int number) {}

  /** Where in the sample each pair stands, a bit a place. */
  private final Map<Pair, long[]> places = new HashMap<>();

  /** Of each bucket: where its first, second and third pairs stand. */
  private final long[][][] seen = new long[BUCKETS][3][SAMPLE.length / 64 + 1];

  /** Of each bucket: how likely its first, second and third pairs are. */
  private final float[][] likely = new float[BUCKETS][3];

  private static byte[] sample() {
    try (InputStream in = WindowDealer.class.getResourceAsStream("sample.txt")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bucket where the window adds the least; it is in it from now on. */
  int deal(Window w) {
    int bucket = best(w);
    for (int pair = 0; pair < 3; pair++) {
      likely[bucket][pair] = Math.min(1, likely[bucket][pair] + w.pairs()[pair]);
      long[] own = places(w, pair);
      long[] all = seen[bucket][pair];
      for (int i = 0; i < all.length; i++) {
        all[i] |= own[i];
      }
    }
    return bucket;
  }

  private long[] places(Window w, int pair) {
    return places.computeIfAbsent(
        new Pair(w.at(2 * pair), w.at(2 * pair + 1), pair), WindowDealer::places);
  }

  private int best(Window w) {
    long[][] own = {places(w, 0), places(w, 1), places(w, 2)};
    int width = w.pairs()[0] > .9 ? 0 : w.widest() > .9 ? 1 : w.widest() > .1 ? 2 : 3;
    int best = FENCES[width];
    float least = Float.MAX_VALUE;
    for (int bucket = FENCES[width]; bucket < FENCES[width + 1]; bucket++) {
      float adds = adds(w, own, bucket);
      if (adds < least) {
        least = adds;
        best = bucket;
      }
    }
    return best;
  }

  private float adds(Window w, long[][] own, int bucket) {
    long[][] has = seen[bucket];
    int more = 0;
    for (int i = 0; i < own[0].length; i++) {
      long before = has[0][i] & has[1][i] & has[2][i];
      long after = (has[0][i] | own[0][i]) & (has[1][i] | own[1][i]) & (has[2][i] | own[2][i]);
      more += Long.bitCount(after & ~before);
    }
    float before = 1;
    float after = 1;
    for (int pair = 0; pair < 3; pair++) {
      float p = likely[bucket][pair];
      before *= p;
      after *= Math.min(1, p + w.pairs()[pair]);
    }
    return more + MODEL * SAMPLE.length * (after - before);
  }

  private static long[] places(Pair pair) {
    long[] places = new long[SAMPLE.length / 64 + 1];
    for (int i = 0; i + 2 * pair.number + 1 < SAMPLE.length; i++) {
      int at = i + 2 * pair.number;
      if (pair.first.has(SAMPLE[at]) && pair.second.has(SAMPLE[at + 1])) {
        places[i >>> 6] |= 1L << i;
      }
    }
    return places;
  }
}
