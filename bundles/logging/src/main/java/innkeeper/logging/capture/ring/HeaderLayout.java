package innkeeper.logging.capture.ring;

import innkeeper.logging.index.Read;
import innkeeper.logging.index.ServerStream;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The layout of a {@link RingHeader}, in two pages. The first page has two {@link HeaderRecord}s
 * and the counts; the second page is a table of the reads, by which a replay joins both streams.
 */
final class HeaderLayout {

  /** The first bytes of the file: INKRING2. */
  static final long MAGIC = 0x32_47_4e_49_52_4b_4e_49L;

  /** The offset of stdout's bytes. */
  static final int BYTES = 8192;

  static final int COUNTS = 384;

  private static final int READS = 4096;
  private static final int READ = 24;

  private HeaderLayout() {}

  private static int readAt(ServerStream stream, int slot) {
    return READS + (stream.ordinal() * RingHeader.MOST_READS + slot) * READ;
  }

  /** Returns one read of the table. */
  static Read read(ByteBuffer map, ServerStream stream, int slot) {
    int at = readAt(stream, slot);
    return new Read(stream, map.getLong(at), map.getLong(at + 8), map.getLong(at + 16));
  }

  static void write(ByteBuffer map, int slot, Read read) {
    int at = readAt(read.stream(), slot);
    map.putLong(at + 8, read.order());
    map.putLong(at + 16, read.arrivedMillis());
    VarHandle.releaseFence();
    map.putLong(at, read.end());
  }
}
