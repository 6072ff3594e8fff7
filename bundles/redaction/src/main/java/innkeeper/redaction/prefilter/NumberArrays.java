package innkeeper.redaction.prefilter;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes arrays of numbers, and reads them again. */
final class NumberArrays {
  private NumberArrays() {}

  static int[] ints(DataInput in) throws IOException {
    int[] ints = new int[in.readInt()];
    ByteBuffer.wrap(bytes(in, 4 * ints.length)).asIntBuffer().get(ints);
    return ints;
  }

  static char[] chars(DataInput in) throws IOException {
    char[] chars = new char[in.readInt()];
    ByteBuffer.wrap(bytes(in, 2 * chars.length)).asCharBuffer().get(chars);
    return chars;
  }

  static long[] longs(DataInput in) throws IOException {
    long[] longs = new long[in.readInt()];
    ByteBuffer.wrap(bytes(in, 8 * longs.length)).asLongBuffer().get(longs);
    return longs;
  }

  static byte[] bytes(DataInput in) throws IOException {
    return bytes(in, in.readInt());
  }

  private static byte[] bytes(DataInput in, int size) throws IOException {
    byte[] bytes = new byte[size];
    in.readFully(bytes);
    return bytes;
  }

  static void write(DataOutput out, long[] longs) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8 * longs.length);
    bytes.asLongBuffer().put(longs);
    write(out, longs.length, bytes.array());
  }

  static void write(DataOutput out, byte[] bytes) throws IOException {
    write(out, bytes.length, bytes);
  }

  static void write(DataOutput out, int[] ints) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 * ints.length);
    bytes.asIntBuffer().put(ints);
    write(out, ints.length, bytes.array());
  }

  static void write(DataOutput out, char[] chars) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(2 * chars.length);
    bytes.asCharBuffer().put(chars);
    write(out, chars.length, bytes.array());
  }

  private static void write(DataOutput out, int length, byte[] bytes) throws IOException {
    out.writeInt(length);
    out.write(bytes);
  }
}
