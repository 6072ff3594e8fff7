package innkeeper.redaction.prefilter;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;

/**
 * Four bytes of a text, but for what differs between lines that are alike: all digits are the same,
 * and letters of either case are.
 */
final class Gram {
  static final int LENGTH = 4;

  /** So many bytes are looked at together; a gram is looked for at the first and the third. */
  static final int STRETCH = 8;

  static final long ONES = 0x0101010101010101L;
  static final long HIGHS = 0x80 * ONES;

  private static final long ZEROS = '0' * ONES;

  /** What is left of a letter of either case. */
  static final long FOLDS = 0x5f * ONES;

  private static final ByteSet DIGITS = ByteSet.of(Bytes.DIGIT);
  private static final int FOLD = (int) FOLDS;

  private Gram() {}

  /** The same bytes with zeros for digits. */
  static long plain(long bytes) {
    long t = bytes ^ ZEROS;
    // The high bit of each byte that is a digit.
    long digits = ~((t & ~HIGHS) + (0x80 - 10) * ONES | t) & HIGHS;
    return bytes & ~((digits >>> 3) - (digits >>> 7));
  }

  /** The gram at the beginning of plain bytes. */
  static int of(long plain) {
    return (int) plain & FOLD;
  }

  /** One byte of a gram. */
  static byte of(byte b) {
    return (byte) (plain(b & 0xff) & FOLD);
  }

  /** What the bytes of a set are in a gram, each once. */
  static byte[] bytes(ByteSet set) {
    ByteSet bytes = ByteSet.none();
    for (byte b : set.members()) {
      bytes = bytes.or(ByteSet.exact(of(b)));
    }
    return bytes.members();
  }

  /** Whether the set has a byte that is this plain one. */
  static boolean alike(ByteSet set, byte plain) {
    return plain == '0' ? set.meets(DIGITS) : set.has(plain);
  }

  /** Not zero if a byte below blanks stands there that is neither a tab nor a line's end. */
  static long controls(long bytes) {
    // No byte borrows from the next one.
    long b = bytes | HIGHS;
    return ~bytes & HIGHS & ~(b - 9 * ONES & (b - ' ' * ONES | ~(b - 11 * ONES)));
  }
}
