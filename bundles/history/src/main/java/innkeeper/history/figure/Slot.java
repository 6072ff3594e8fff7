package innkeeper.history.figure;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * One slot of a ring: a time, values, and a checksum. NaN is a value that was not sampled. The
 * checksum detects a slot that was written in part or never.
 */
record Slot(long second, float[] values) {

  private static final long MOST_SECONDS = 0xFFFF_FFFFL;

  void put(ByteBuffer into) {
    int from = into.position();
    into.putInt((int) second);
    for (float value : values) {
      into.putFloat(value);
    }
    into.putInt(checksum(into, from, into.position()));
  }

  /**
   * Returns the slot at the buffer's position, which moves past it; null if the checksum is wrong.
   */
  static Slot read(ByteBuffer from, int count) {
    int begin = from.position();
    long second = from.getInt() & MOST_SECONDS;
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = from.getFloat();
    }
    int end = from.position();
    int checksum = from.getInt();
    return second != 0 && checksum == checksum(from, begin, end) ? new Slot(second, values) : null;
  }

  private static int checksum(ByteBuffer buffer, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(buffer.array(), from, to - from);
    return (int) crc.getValue();
  }
}
