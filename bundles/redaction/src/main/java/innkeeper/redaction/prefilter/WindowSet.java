package innkeeper.redaction.prefilter;

/**
 * A set of numbers, which may say now and then that it has one more: a Bloom filter that looks at
 * one word for each number. One thread at a time adds to it; others may look meanwhile, and see
 * what was added before they were told of it.
 */
public final class WindowSet {
  private static final long ODD = 0x9E3779B97F4A7C15L;
  private static final int BITS_EACH = 16;
  private static final int SMALLEST = 6;
  private static final int LARGEST = 18;

  private final long[] words;
  private final int shift;
  private int size;

  private WindowSet(long[] words, int size) {
    this.words = words;
    this.shift = Long.SIZE - Integer.numberOfTrailingZeros(words.length);
    this.size = size;
  }

  /** Without a number, with room for so many. */
  public static WindowSet forSize(int numbers) {
    int words = Math.max(1, numbers / (Long.SIZE / BITS_EACH));
    int power = 32 - Integer.numberOfLeadingZeros(words);
    return new WindowSet(new long[1 << Math.max(SMALLEST, Math.min(power, LARGEST))], 0);
  }

  /**
   * Where so many more are to be added: here, or in a new set if there is none yet. Null if that
   * would have it say yes too often.
   */
  public WindowSet roomFor(int more) {
    int room = words.length * (Long.SIZE / BITS_EACH);
    if (size + more > room && words.length < 1 << LARGEST) {
      return null;
    }
    return size == 0 ? forSize(more) : this;
  }

  int size() {
    return size;
  }

  public void add(long number) {
    long hash = number * ODD;
    words[(int) (hash >>> shift)] |= bits(hash);
    size++;
  }

  /** Whether it was added, or another that looks like it. */
  public boolean has(long number) {
    long hash = number * ODD;
    long word = words[(int) (hash >>> shift)];
    // Nearly always the first bit says no.
    return (word >>> (hash >>> 22) & 1) != 0 && (word & bits(hash)) == bits(hash);
  }

  /** Three of a word: bits of the hash that do not say which word it is. */
  private static long bits(long hash) {
    return 1L << (hash >>> 22) | 1L << (hash >>> 28) | 1L << (hash >>> 34);
  }
}
