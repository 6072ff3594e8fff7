package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Leads from a gram back to the triggers that it is a part of. Of each trigger two neighbouring
 * grams are known, where they are the least likely to stand in a log.
 */
public final class GramIndex {
  /** Two neighbouring grams are so many bytes. */
  private static final int BOTH = Gram.LENGTH + 1;

  private static final int KNOWN_BITS = 20;
  private static final int BUCKET_BITS = 16;
  private static final int MAX_ENTRIES = Character.MAX_VALUE;

  /** An entry: where its gram stands in the text, the trigger, and a part of the gram's hash. */
  private static final int PLACE_BITS = 6;

  private static final int PRINT_BITS = 12;
  private static final int MAX_TRIGGERS = (1 << 32 - PLACE_BITS - PRINT_BITS) - 1;

  /** What makes a place no negative number: classes stand before a text. */
  private static final int NEAR = 8;

  /** What each gram adds to what is looked at in vain, beside how often it stands in a log. */
  private static final float SPELLING = 1f / (1 << 19);

  /** What each trigger adds that a gram leads to already. */
  private static final float CROWD = 1f / (1 << 20);

  /** A gram that has more is not taken. */
  private static final int MANY = 1 << 12;

  private final GramFilter filter = new GramFilter(this);
  private final TriggerList triggers;

  /** A bit for each gram, by its hash. */
  private final int[] known;

  /** Where the entries of each bucket of grams begin; one more is their end. */
  private final char[] buckets;

  private final int[] entries;

  public GramIndex(List<Trigger> all) {
    triggers = new TriggerList(all);
    known = new int[1 << KNOWN_BITS - 5];
    List<List<Integer>> found = new ArrayList<>();
    for (int i = 0; i < 1 << BUCKET_BITS; i++) {
      found.add(new ArrayList<>(1));
    }
    LogSample sample = new LogSample();
    // The latest comes first.
    for (int t = triggers.size() - 1; t >= 0; t--) {
      int k = rarest(triggers.get(t), sample, found);
      add(t, k, found);
      add(t, k + 1, found);
    }
    entries = found.stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray();
    if (entries.length > MAX_ENTRIES || triggers.size() > MAX_TRIGGERS) {
      throw new IllegalStateException("the tables have too many texts, or too short ones");
    }
    buckets = new char[found.size() + 1];
    for (int i = 0; i < found.size(); i++) {
      buckets[i + 1] = (char) (buckets[i] + found.get(i).size());
    }
  }

  /** One that {@link #write} wrote. */
  public GramIndex(DataInput in) throws IOException {
    triggers = new TriggerList(in);
    known = NumberArrays.ints(in);
    buckets = NumberArrays.chars(in);
    entries = NumberArrays.ints(in);
  }

  public void write(DataOutput out) throws IOException {
    triggers.write(out);
    NumberArrays.write(out, known);
    NumberArrays.write(out, buckets);
    NumberArrays.write(out, entries);
  }

  /** All texts that lead to a rule. */
  public List<Trigger> triggers() {
    return triggers.all();
  }

  /** The prefilter that sees the triggers. */
  public GramFilter filter() {
    return filter;
  }

  /** Where the five bytes begin whose grams are the least likely to stand in a log. */
  private static int rarest(Trigger t, LogSample sample, List<List<Integer>> found) {
    // At a line's beginning nothing stands before the text.
    int first = t.inside() ? 0 : t.lead() - 1;
    int best = first;
    float least = Float.MAX_VALUE;
    for (int k = first; k + BOTH <= t.places().length; k++) {
      float cost = cost(t, k, sample, found) + cost(t, k + 1, sample, found);
      if (cost < least) {
        least = cost;
        best = k;
      }
    }
    return best;
  }

  private static float cost(Trigger t, int k, LogSample sample, List<List<Integer>> found) {
    int spellings = 1;
    for (int i = k; i < k + Gram.LENGTH; i++) {
      spellings *= Gram.bytes(t.places()[i]).length;
    }
    if (spellings > MANY) {
      return 1;
    }
    int[] grams = grams(t.places(), k);
    int crowd = 0;
    for (int gram : grams) {
      crowd += found.get(hash(gram) >>> 32 - BUCKET_BITS).size();
    }
    return sample.share(t, k, grams) + SPELLING * spellings + CROWD * crowd / grams.length;
  }

  private void add(int t, int k, List<List<Integer>> found) {
    Trigger trigger = triggers.get(t);
    int place = k - trigger.lead() + NEAR;
    for (int gram : grams(trigger.places(), k)) {
      int hash = hash(gram);
      known[hash >>> 32 - KNOWN_BITS + 5] |= 1 << (hash >>> 32 - KNOWN_BITS);
      List<Integer> bucket = found.get(hash >>> 32 - BUCKET_BITS);
      Integer entry = place << 32 - PLACE_BITS | t << PRINT_BITS | hash & (1 << PRINT_BITS) - 1;
      if (!bucket.contains(entry)) {
        bucket.add(entry);
      }
    }
  }

  /** All grams of the sets from {@code k} on. */
  private static int[] grams(ByteSet[] places, int k) {
    int[] grams = {0};
    for (int i = 0; i < Gram.LENGTH; i++) {
      byte[] next = Gram.bytes(places[k + i]);
      int[] longer = new int[grams.length * next.length];
      for (int n = 0; n < longer.length; n++) {
        longer[n] = grams[n / next.length] | next[n % next.length] << 8 * i;
      }
      grams = longer;
    }
    return grams;
  }

  private static int hash(int gram) {
    int hash = gram * 0x9E3779B1;
    return hash ^ hash >>> 15;
  }

  /** Which of the four grams at the first and third bytes of two stretches are known, perhaps. */
  int grams(long one, long other) {
    return bit(one) | bit(one >>> 16) << 1 | bit(other) << 2 | bit(other >>> 16) << 3;
  }

  private int bit(long plain) {
    int hash = hash(Gram.of(plain));
    return known[hash >>> 32 - KNOWN_BITS + 5 & known.length - 1] >>> (hash >>> 32 - KNOWN_BITS)
        & 1;
  }

  /** Whether a gram stands here that may be a trigger's. */
  boolean has(byte[] b, int at) {
    return bit(Gram.plain((int) Bytes.INT.get(b, at))) != 0;
  }

  /** Those of a stretch's two grams that lead to a trigger that agrees with all of the stretch. */
  int agreeing(long stretch, int grams) {
    int first = (grams & 1) != 0 && agrees(stretch, 0) ? 1 : 0;
    return (grams & 2) != 0 && agrees(stretch, 2) ? first | 2 : first;
  }

  private boolean agrees(long stretch, int at) {
    int hash = hash(Gram.of(stretch >>> 8 * at));
    int bucket = hash >>> 32 - BUCKET_BITS;
    for (int i = buckets[bucket]; i < buckets[bucket + 1]; i++) {
      int entry = entries[i];
      int start = at - place(entry);
      if (same(entry, hash)
          && headAgrees(trigger(entry), stretch, start)
          && triggers.get(trigger(entry)).agrees(stretch, start)) {
        return true;
      }
    }
    return false;
  }

  /** What {@link Trigger#agrees} asks, of the text's head alone: most triggers end here. */
  private boolean headAgrees(int t, long stretch, int start) {
    if (Math.abs(start) >= Gram.STRETCH) {
      return true;
    }
    long head = triggers.plainHead(t);
    long mask = triggers.mask(t);
    return start < 0
        ? ((stretch ^ head >>> 8 * -start) & mask >>> 8 * -start) == 0
        : ((stretch >>> 8 * start ^ head) & mask & -1L >>> 8 * start) == 0;
  }

  /** Whether the entry's gram may have that hash. */
  private static boolean same(int entry, int hash) {
    return (entry ^ hash) << 32 - PRINT_BITS == 0;
  }

  private static int trigger(int entry) {
    return entry >>> PRINT_BITS & MAX_TRIGGERS;
  }

  /** Where the entry's gram stands in its trigger's text. */
  private static int place(int entry) {
    return (entry >>> 32 - PLACE_BITS) - NEAR;
  }

  /** Whether one of the triggers that stand around the gram between the bounds is accepted. */
  public boolean confirms(byte[] b, int at, int from, int to, Acceptor acceptor) {
    int hash = hash(Gram.of(Gram.plain((int) Bytes.INT.get(b, at))));
    int bucket = hash >>> 32 - BUCKET_BITS;
    for (int i = buckets[bucket]; i < buckets[bucket + 1]; i++) {
      int entry = entries[i];
      int start = at - place(entry);
      if (same(entry, hash) && begins(trigger(entry), b, start)) {
        Trigger t = triggers.get(trigger(entry));
        if (t.stands(b, start, from, to) && acceptor.accepts(t, start)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Finds the triggers that stand around the gram at {@code at} in a line. */
  public void find(byte[] b, int at, int from, int to, FoundTriggers found) {
    confirms(
        b,
        at,
        from,
        to,
        (t, start) -> {
          if (t.fits(b, start, from, to)) {
            found.add(t, start);
          }
          return false;
        });
  }

  /** Whether up to eight bytes of a trigger's text stand at {@code at}, perhaps. */
  private boolean begins(int t, byte[] b, int at) {
    return at < 0
        || at + Gram.STRETCH > b.length
        || ((long) Bytes.LONG.get(b, at) & triggers.mask(t)) == triggers.head(t);
  }

  /** Looks closer at a trigger's surroundings. */
  public interface Acceptor {
    boolean accepts(Trigger trigger, int at);
  }
}
