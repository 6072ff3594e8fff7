package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Leads from a gram back to the triggers that it is a part of. Of each trigger two neighbouring
 * grams are known, where they are the least likely to stand in a log.
 */
public final class GramIndex {
  private static final int KNOWN_BITS = 20;
  private static final int BUCKET_BITS = 16;
  private static final int MAX_ENTRIES = Character.MAX_VALUE;

  /** An entry: where its gram stands in the text, the trigger, and a part of the gram's hash. */
  private static final int PLACE_BITS = 6;

  private static final int PRINT_BITS = 12;
  private static final int MAX_TRIGGERS = (1 << 32 - PLACE_BITS - PRINT_BITS) - 1;

  /** What makes a place no negative number: classes stand before a text. */
  private static final int NEAR = 8;

  private final GramFilter filter = new GramFilter(this);
  private final TriggerList triggers;

  /** A bit for each gram, by its hash. */
  private final int[] known;

  /** Where the entries of each bucket of grams begin; one more is their end. */
  private final char[] buckets;

  private final int[] entries;

  /**
   * @param found the entries of each bucket
   */
  GramIndex(TriggerList triggers, int[] known, List<List<Integer>> found) {
    this.triggers = triggers;
    this.known = known;
    entries = found.stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray();
    if (entries.length > MAX_ENTRIES || triggers.size() > MAX_TRIGGERS) {
      throw new IllegalStateException("the tables have too many texts, or too short ones");
    }
    buckets = new char[found.size() + 1];
    for (int i = 0; i < found.size(); i++) {
      buckets[i + 1] = (char) (buckets[i] + found.get(i).size());
    }
  }

  /** One that finds nothing. */
  public static GramIndex none() {
    return new GramIndex(
        new TriggerList(),
        new int[1 << KNOWN_BITS - 5],
        Collections.nCopies(1 << BUCKET_BITS, List.of()));
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

  /** The entries of each bucket, but for those of some triggers. */
  List<List<Integer>> found(IntPredicate without) {
    List<List<Integer>> found = new ArrayList<>(buckets.length);
    for (int i = 0; i < buckets.length - 1; i++) {
      List<Integer> bucket = new ArrayList<>(1);
      for (int n = buckets[i]; n < buckets[i + 1]; n++) {
        if (!without.test(trigger(entries[n]))) {
          bucket.add(entries[n]);
        }
      }
      found.add(bucket);
    }
    return found;
  }

  TriggerList list() {
    return triggers;
  }

  int[] known() {
    return known.clone();
  }

  static int entry(int place, int trigger, int hash) {
    return place + NEAR << 32 - PLACE_BITS | trigger << PRINT_BITS | hash & (1 << PRINT_BITS) - 1;
  }

  static int bucket(int hash) {
    return hash >>> 32 - BUCKET_BITS;
  }

  /** Sets the bit of a gram. */
  static void know(int[] known, int hash) {
    known[hash >>> 32 - KNOWN_BITS + 5] |= 1 << (hash >>> 32 - KNOWN_BITS);
  }

  /** All texts that lead to a rule. */
  public List<Trigger> triggers() {
    return triggers.all();
  }

  /** How many triggers there are, known by their numbers. */
  public int size() {
    return triggers.size();
  }

  /** The trigger of that number. */
  public Trigger numbered(int number) {
    return triggers.get(number);
  }

  /** The prefilter that sees the triggers. */
  public GramFilter filter() {
    return filter;
  }

  static int hash(int gram) {
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
    int bucket = bucket(hash);
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
    int bucket = bucket(hash);
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
