package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;

/**
 * The prefilter: a table by pairs of bytes. Of every trigger two neighbouring windows of three
 * pairs are known, so that looking at every second byte sees one of them. The windows are dealt out
 * to twenty-one buckets, three bits each: the first, second and third pair of one of the bucket's
 * windows. A window may stand where three pairs in a row have the bits of one bucket. Eight bytes
 * cost four look-ups and no branch.
 */
public final class PairFilter {
  private static final int BUCKETS = 21;

  private static final long THIRD = 0x1fffffL << 42;

  /**
   * Of the last bucket: the third pair holds a byte that a reader does not see as it stands, the
   * two before it are any.
   */
  private static final long SPECIAL = 1L << 3 * BUCKETS - 1;

  private static final long ANYTHING = 1L << BUCKETS - 1 | 1L << 2 * BUCKETS - 1;
  private static final long TRIGGERS = THIRD & ~SPECIAL;

  private static final long DOTS = 0x2e2e2e2e2e2e2e2eL;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private static final int KNOWN_BITS = 19;

  private final long[] table;

  /** By hash: grams in the windows, so that what passed the table by chance goes no further. */
  private final int[] known;

  /** The same of grams with the two bytes behind them. */
  private final int[] longer;

  private PairFilter(long[] table, int[] known, int[] longer) {
    this.table = table;
    this.known = known;
    this.longer = longer;
  }

  /** One that {@link #write} wrote. */
  static PairFilter read(DataInput in) throws IOException {
    byte[] bytes = new byte[8 << 16];
    in.readFully(bytes);
    long[] table = new long[1 << 16];
    ByteBuffer.wrap(bytes).asLongBuffer().get(table);
    return new PairFilter(table, Ints.read(in), Ints.read(in));
  }

  void write(DataOutput out) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8 * table.length);
    bytes.asLongBuffer().put(table);
    out.write(bytes.array());
    Ints.write(out, known);
    Ints.write(out, longer);
  }

  /** Of windows around triggers, two neighbouring ones of each. */
  static PairFilter of(List<Window> windows) {
    // Wide ones first: the narrow ones then go where they meet the fewest of them.
    windows.sort(
        Comparator.<Window>comparingDouble(w -> -w.widest()).thenComparingDouble(w -> -w.likely()));
    PairFilter filter =
        new PairFilter(
            new long[1 << 16], new int[1 << KNOWN_BITS - 5], new int[1 << KNOWN_BITS - 5]);
    WindowDealer dealer = new WindowDealer();
    for (Window w : windows) {
      filter.put(w, dealer.deal(w));
    }
    filter.specials();
    return filter;
  }

  private void put(Window w, int bucket) {
    for (int pair = 0; pair < 3; pair++) {
      set(w.at(2 * pair), w.at(2 * pair + 1), 1L << BUCKETS * pair + bucket);
    }
  }

  private void set(ByteSet first, ByteSet second, long bit) {
    for (byte b : second.members()) {
      int row = (b & 0xff) << 8;
      for (byte a : first.members()) {
        table[row | a & 0xff] |= bit;
      }
    }
  }

  private void specials() {
    for (int pair = 0; pair < table.length; pair++) {
      table[pair] |= ANYTHING;
    }
    for (int c = 0; c < 256; c++) {
      for (int special : new int[] {0x1b, '\b', 0}) {
        table[special | c << 8] |= SPECIAL;
        table[c | special << 8] |= SPECIAL;
      }
      table[c | '\r' << 8] |= SPECIAL;
      if (c != '\n') {
        table['\r' | c << 8] |= SPECIAL;
      }
    }
  }

  /**
   * Passes over what surely holds nothing.
   *
   * @param at where to begin; grams are looked at in steps of two from here
   * @param seen a gram that begins here or before was looked at already
   * @param sign says whether what stands at a place counts
   * @return where the first gram stands that may be a trigger's and counts, or where the sign said
   *     something else counts; {@code -1} if there is nothing
   */
  public int next(byte[] b, int at, int seen, int to, Sign sign) {
    long[] t = table;
    int mask = t.length - 1;
    int end = to - 15;
    long p = ANYTHING;
    long q = ANYTHING;
    int i = at;
    while (i < end) {
      long x = (long) Bytes.LONG.get(b, i);
      long v = t[(int) x & mask];
      long w = t[(int) (x >>> 16) & mask];
      long y = t[(int) (x >>> 32) & mask];
      long z = t[(int) (x >>> 48) & mask];
      long h = (p << BUCKETS & q) << BUCKETS & v;
      long j = (q << BUCKETS & v) << BUCKETS & w;
      long k = (v << BUCKETS & w) << BUCKETS & y;
      long l = (w << BUCKETS & y) << BUCKETS & z;
      // Zero where a dot stands and another one seven bytes behind it.
      long d = x ^ DOTS | (long) Bytes.LONG.get(b, i + 7) ^ DOTS;
      long dots = d - ONES & ~d & HIGHS;
      if (((h | j | k | l) & THIRD | dots) != 0) {
        int windows = bit(h) | bit(j) << 1 | bit(k) << 2 | bit(l) << 3;
        int found = look(b, i - 4, windows | windows << 1, seen, to, sign);
        if (found < 0 && dots != 0) {
          found = sign.dots(b, i + (Long.numberOfTrailingZeros(dots) >>> 3));
        }
        if (found < 0 && ((h | j | k | l) & SPECIAL) != 0) {
          found = sign.unusual(b, i, i + 8);
        }
        if (found >= 0) {
          return found;
        }
      }
      p = y;
      q = z;
      i += 8;
    }
    int from = Math.max(at, i - 4);
    int found = look(b, from, 0xff, seen, to, sign);
    return found >= 0 ? found : sign.unusual(b, Math.min(i, to), to);
  }

  private static int bit(long third) {
    return (int) (-(third & TRIGGERS) >>> 63);
  }

  /** Looks at those grams from {@code at} on that have a bit; what is known of them decides. */
  private int look(byte[] b, int at, int grams, int seen, int to, Sign sign) {
    for (int left = grams; left != 0; left &= left - 1) {
      int i = at + 2 * Integer.numberOfTrailingZeros(left);
      if (i > seen && i + 4 <= to) {
        if (knows(b, i, to) && sign.trigger(b, i)) {
          return i;
        }
      }
    }
    return -1;
  }

  /** Whether a trigger's gram stands here, and the trigger goes on so. */
  private boolean knows(byte[] b, int at, int to) {
    int gram = (int) Bytes.INT.get(b, at) | 0x20202020;
    if (!has(known, hash(gram))) {
      return false;
    }
    return at + 6 > to || has(longer, hash(gram, folded(b, at + 4))) || has(longer, hash(gram, 0));
  }

  /** Two bytes, folded as grams are. */
  static int folded(byte[] b, int at) {
    return b[at] & 0xff | 0x20 | (b[at + 1] & 0xff | 0x20) << 8;
  }

  private static boolean has(int[] bits, int hash) {
    return (bits[hash >>> 5] >>> hash & 1) != 0;
  }

  private static int hash(int gram) {
    return gram * 0x9E3779B1 >>> 32 - KNOWN_BITS;
  }

  private static int hash(int gram, int next) {
    int both = (gram ^ next * 0x27D4EB2F) * 0x85EBCA6B;
    return hash(both ^ both >>> 15);
  }

  /**
   * A gram, folded, that is a trigger's.
   *
   * @param next two bytes that the trigger goes on with, folded; 0 if it has no more
   */
  void know(int gram, int next) {
    int hash = hash(gram);
    known[hash >>> 5] |= 1 << hash;
    int both = hash(gram, next);
    longer[both >>> 5] |= 1 << both;
  }

  /** Decides what counts. */
  public interface Sign {
    /** Whether the gram at this place counts. */
    boolean trigger(byte[] b, int at);

    /** The place, if this dot and the one seven bytes behind it count, else -1. */
    int dots(byte[] b, int at);

    /** Where between the bounds something counts that is no trigger's, or -1. */
    int unusual(byte[] b, int from, int to);
  }
}
