package innkeeper.logging.index;

import java.util.Arrays;

/**
 * Writes the entries of an index. Each begins with a tag, which is not 0, and ends with a check
 * byte; offsets and times are differences to the entry before, as variable-length numbers.
 *
 * <ul>
 *   <li>chunk: the lines from here on arrived at this time, from this stream
 *   <li>streams: one bit for each line end of the chunk before, whose lines are of both streams
 *   <li>end: the log was written up to here; bytes before the next chunk have no times
 * </ul>
 */
final class Entries {

  static final int CHUNK = 0x10;
  static final int STREAMS = 0x20;
  static final int END = 0x30;
  static final int KIND = 0xF0;

  /** The bits of a chunk's tag that contain the stream. */
  static final int STREAM = 0x03;

  /** The bit of a chunk's tag for lines that were printed while no host ran. */
  static final int LATE = 0x04;

  /** The bit of an end's tag for unknown streams in the chunk before. */
  static final int MIXED_UP = 0x01;

  private byte[] bytes = new byte[64];
  private int length;
  private int entry;

  int length() {
    return length;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  void clear() {
    length = 0;
    if (bytes.length > 4096) {
      bytes = new byte[64];
    }
  }

  void chunk(int stream, boolean late, long offset, long millis) {
    begin(CHUNK | stream | (late ? LATE : 0));
    number(offset);
    number(millis);
    end();
  }

  void streams(byte[] bits, int count) {
    begin(STREAMS);
    number(count);
    for (int i = 0; i < bytesOf(count); i++) {
      put(bits[i]);
    }
    end();
  }

  void end(boolean mixedUp, long offset) {
    begin(END | (mixedUp ? MIXED_UP : 0));
    number(offset);
    end();
  }

  static int bytesOf(int bits) {
    return (bits + 7) / 8;
  }

  static byte check(byte[] bytes, int from, int to) {
    int sum = 0x5A;
    for (int i = from; i < to; i++) {
      sum = 31 * sum + bytes[i];
    }
    return (byte) (sum ^ sum >>> 8);
  }

  private void begin(int tag) {
    entry = length;
    put((byte) tag);
  }

  private void end() {
    put(check(bytes, entry, length));
  }

  private void number(long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    put((byte) rest);
  }

  private void put(byte one) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    bytes[length++] = one;
  }
}
