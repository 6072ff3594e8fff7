package innkeeper.redaction.text;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A set of bytes, as a pattern or a trigger's surroundings name it. */
public final class ByteSet {
  public static final ByteSet ANY = new ByteSet(new long[] {-1, -1, -1, -1});

  private static final ByteSet NONE = new ByteSet(new long[4]);

  /** A bit for each byte. */
  private final long[] bits;

  private final int hash;

  private ByteSet(long[] bits) {
    this.bits = bits;
    hash = Arrays.hashCode(bits);
  }

  private static ByteSet read(DataInput in) throws IOException {
    return new ByteSet(new long[] {in.readLong(), in.readLong(), in.readLong(), in.readLong()});
  }

  /** Those that {@link #writeAll} wrote. */
  public static List<ByteSet> readAll(DataInput in) throws IOException {
    List<ByteSet> sets = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      sets.add(read(in));
    }
    return sets;
  }

  public static void writeAll(DataOutput out, List<ByteSet> sets) throws IOException {
    out.writeInt(sets.size());
    for (ByteSet set : sets) {
      set.write(out);
    }
  }

  private void write(DataOutput out) throws IOException {
    for (long part : bits) {
      out.writeLong(part);
    }
  }

  public static ByteSet none() {
    return NONE;
  }

  /** One byte. */
  public static ByteSet exact(byte b) {
    return range(b & 0xff, b & 0xff);
  }

  /** All bytes of the classes, as {@link Bytes} names them. */
  public static ByteSet of(int classes) {
    long[] bits = new long[4];
    for (int c = 0; c < 256; c++) {
      if (Bytes.is((byte) c, classes)) {
        bits[c >>> 6] |= 1L << c;
      }
    }
    return new ByteSet(bits);
  }

  /** From {@code first} to {@code last}, both included. */
  public static ByteSet range(int first, int last) {
    long[] bits = new long[4];
    for (int c = first; c <= last; c++) {
      bits[c >>> 6] |= 1L << c;
    }
    return new ByteSet(bits);
  }

  public ByteSet or(ByteSet other) {
    long[] any = bits.clone();
    for (int i = 0; i < any.length; i++) {
      any[i] |= other.bits[i];
    }
    return new ByteSet(any);
  }

  public ByteSet and(ByteSet other) {
    long[] both = bits.clone();
    for (int i = 0; i < both.length; i++) {
      both[i] &= other.bits[i];
    }
    return new ByteSet(both);
  }

  /** All other bytes. */
  public ByteSet not() {
    long[] others = bits.clone();
    for (int i = 0; i < others.length; i++) {
      others[i] = ~others[i];
    }
    return new ByteSet(others);
  }

  /** Whether a byte is in both. */
  public boolean meets(ByteSet other) {
    return !and(other).equals(NONE);
  }

  public boolean has(byte b) {
    return (bits[(b & 0xff) >>> 6] >>> b & 1) != 0;
  }

  /** Its bytes in order. */
  public byte[] members() {
    byte[] members = new byte[256];
    int size = 0;
    for (int i = 0; i < bits.length; i++) {
      for (long left = bits[i]; left != 0; left &= left - 1) {
        members[size++] = (byte) (i << 6 | Long.numberOfTrailingZeros(left));
      }
    }
    return Arrays.copyOf(members, size);
  }

  @Override
  public boolean equals(Object other) {
    return other == this || other instanceof ByteSet set && Arrays.equals(bits, set.bits);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
