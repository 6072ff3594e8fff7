package innkeeper.redaction.prefilter;

/** A set of numbers, which may say now and then that it has one more. */
public final class HashBits {
  private static final long ODD = 0x9E3779B97F4A7C15L;

  private final long[] bits;
  private final int shift;

  /**
   * @param size two to the power of this is how many bits there are
   */
  public HashBits(int size) {
    this(new long[1 << size - 6], 64 - size);
  }

  private HashBits(long[] bits, int shift) {
    this.bits = bits;
    this.shift = shift;
  }

  /** Another that has the same. */
  public HashBits copy() {
    return new HashBits(bits.clone(), shift);
  }

  /** Has the number from now on. */
  public void add(long number) {
    long product = number * ODD;
    set((int) (product >>> shift));
    set((int) (product << 64 - shift >>> shift));
  }

  private void set(int hash) {
    bits[hash >>> 6] |= 1L << hash;
  }

  /** Whether it was added, or another whose two bits are set. */
  public boolean has(long number) {
    long product = number * ODD;
    return is((int) (product >>> shift)) && is((int) (product << 64 - shift >>> shift));
  }

  private boolean is(int hash) {
    return (bits[hash >>> 6] >>> hash & 1) != 0;
  }
}
