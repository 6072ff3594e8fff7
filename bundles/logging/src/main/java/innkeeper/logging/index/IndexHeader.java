package innkeeper.logging.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The header of a file of index/.
 *
 * @param id distinguishes the log's file from others, in positions; never 0
 * @param inode the inode of the log's file while it is not compressed
 * @param start the first offset that the index covers; more than 0 if an earlier index was lost
 * @param baseMillis a lower bound for the times of all lines
 */
record IndexHeader(int id, long inode, long start, long baseMillis) {

  static final int BYTES = 40;
  private static final long MAGIC = 0x31_58_45_44_4e_49_4b_49L; // "IKINDEX1"
  private static final int CHECKED = BYTES - Integer.BYTES;

  byte[] bytes() {
    ByteBuffer out = ByteBuffer.allocate(BYTES);
    out.putLong(MAGIC).putLong(inode).putLong(start).putLong(baseMillis).putInt(id);
    return out.putInt(check(out.array())).array();
  }

  /**
   * Parses a header.
   *
   * @throws IOException if the bytes do not begin with a header
   */
  static IndexHeader read(byte[] bytes) throws IOException {
    if (bytes.length < BYTES) {
      throw new IOException("it has only " + bytes.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (in.getLong() != MAGIC || in.getInt(CHECKED) != check(bytes)) {
      throw new IOException("it does not begin as an index does");
    }
    long inode = in.getLong();
    long start = in.getLong();
    long base = in.getLong();
    return new IndexHeader(in.getInt(), inode, start, base);
  }

  private static int check(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, CHECKED);
    return (int) crc.getValue();
  }
}
