package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** Chooses the grams by which triggers are known: those that lead to them in vain the least. */
public final class GramChoice {
  /** Two neighbouring grams are so many bytes. */
  private static final int BOTH = Gram.LENGTH + 1;

  /** What each gram adds to what is looked at in vain, beside how often it stands in a log. */
  private static final float SPELLING = 1f / (1 << 19);

  /** What each trigger adds that a gram leads to already. */
  private static final float CROWD = 1f / (1 << 20);

  /** A gram that has more is not taken. */
  private static final int MANY = 1 << 12;

  private final LogSample sample = new LogSample();
  private final TriggerList triggers;
  private final int[] known;

  /** The entries of each bucket, and those that were there before. */
  private final List<List<Integer>> found;

  private final List<List<Integer>> before;

  private GramChoice(TriggerList triggers, int[] known, List<List<Integer>> before) {
    this.triggers = triggers;
    this.known = known;
    this.before = before;
    found =
        Stream.generate(() -> (List<Integer>) new ArrayList<Integer>(1))
            .limit(before.size())
            .toList();
  }

  /**
   * An index of more triggers, whose grams alone are chosen.
   *
   * @param off which of the known triggers are found no more, by their numbers
   */
  public static GramIndex with(GramIndex index, List<Trigger> more, IntPredicate off) {
    TriggerList all = new TriggerList(index.list(), more);
    return new GramChoice(all, index.known(), index.found(off)).from(index.size());
  }

  private GramIndex from(int first) {
    // The latest comes first.
    for (int t = triggers.size() - 1; t >= first; t--) {
      ByteSet[] places = triggers.get(t).places();
      byte[][] bytes = Stream.of(places).map(Gram::bytes).toArray(byte[][]::new);
      int k = rarest(triggers.get(t), places, bytes);
      add(t, k, bytes);
      add(t, k + 1, bytes);
    }
    for (int i = 0; i < found.size(); i++) {
      found.get(i).addAll(before.get(i));
    }
    return new GramIndex(triggers, known, found);
  }

  /** Where the five bytes begin whose grams are the least likely to stand in a log. */
  private int rarest(Trigger t, ByteSet[] places, byte[][] bytes) {
    // At a line's beginning nothing stands before the text.
    int first = t.inside() ? 0 : t.lead() - 1;
    int best = first;
    float least = Float.MAX_VALUE;
    float cost = cost(t, first, places, bytes);
    for (int k = first; k + BOTH <= places.length; k++) {
      float next = cost(t, k + 1, places, bytes);
      if (cost + next < least) {
        least = cost + next;
        best = k;
      }
      cost = next;
    }
    return best;
  }

  private float cost(Trigger t, int k, ByteSet[] places, byte[][] bytes) {
    int spellings = 1;
    for (int i = k; i < k + Gram.LENGTH; i++) {
      spellings *= bytes[i].length;
    }
    if (spellings > MANY) {
      return 1;
    }
    int[] grams = grams(bytes, k);
    int crowd = 0;
    for (int gram : grams) {
      int bucket = GramIndex.bucket(GramIndex.hash(gram));
      crowd += found.get(bucket).size() + before.get(bucket).size();
    }
    float share = sample.share(t, k, places, grams);
    return share + SPELLING * spellings + CROWD * crowd / grams.length;
  }

  private void add(int t, int k, byte[][] bytes) {
    int place = k - triggers.get(t).lead();
    for (int gram : grams(bytes, k)) {
      int hash = GramIndex.hash(gram);
      GramIndex.know(known, hash);
      List<Integer> bucket = found.get(GramIndex.bucket(hash));
      Integer entry = GramIndex.entry(place, t, hash);
      if (!bucket.contains(entry)) {
        bucket.add(entry);
      }
    }
  }

  /** All grams of the bytes at the places from {@code k} on. */
  private static int[] grams(byte[][] bytes, int k) {
    int[] grams = {0};
    for (int i = 0; i < Gram.LENGTH; i++) {
      byte[] next = bytes[k + i];
      int[] longer = new int[grams.length * next.length];
      for (int n = 0; n < longer.length; n++) {
        longer[n] = grams[n / next.length] | next[n % next.length] << 8 * i;
      }
      grams = longer;
    }
    return grams;
  }
}
