package innkeeper.redaction.prefilter;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Writes an array of numbers, and reads it again. */
final class Ints {
  private Ints() {}

  static int[] read(DataInput in) throws IOException {
    int[] ints = new int[in.readInt()];
    byte[] bytes = new byte[4 * ints.length];
    in.readFully(bytes);
    ByteBuffer.wrap(bytes).asIntBuffer().get(ints);
    return ints;
  }

  static void write(DataOutput out, int[] ints) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 * ints.length);
    bytes.asIntBuffer().put(ints);
    out.writeInt(ints.length);
    out.write(bytes.array());
  }
}
