package innkeeper.logging.capture.ring;

import innkeeper.logging.capture.ring.RingHeader.Of;
import innkeeper.logging.index.Read;
import innkeeper.logging.index.ServerStream;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The places of the fields of a {@link RingHeader}, in two pages. The second page is a table of the
 * reads, by which a replay joins both streams.
 */
final class HeaderLayout {

  /** The first bytes of the file: INKRING2. */
  static final long MAGIC = 0x32_47_4e_49_52_4b_4e_49L;

  /** The offset of stdout's bytes. */
  static final int BYTES = 8192;

  static final int RECORD_BYTES = 128;
  static final int COUNTS = 384;

  private static final int STREAM = 48;
  private static final int INODE = 96;
  private static final int PLACE = 104;
  private static final int SKIP = 112;
  private static final int OPEN = 120;
  private static final int READS = 4096;
  private static final int READ = 24;

  private HeaderLayout() {}

  static HeaderRecord read(ByteBuffer map, int at) {
    HeaderRecord record = new HeaderRecord();
    for (ServerStream stream : ServerStream.values()) {
      for (Of field : Of.values()) {
        record.with(stream, field, map.getLong(fieldAt(at, stream, field)));
      }
    }
    return record
        .place(map.getLong(at + INODE), map.getLong(at + PLACE), map.getLong(at + SKIP))
        .open((int) map.getLong(at + OPEN) - 1);
  }

  static void write(ByteBuffer map, int at, HeaderRecord record) {
    for (ServerStream stream : ServerStream.values()) {
      for (Of field : Of.values()) {
        write(map, at, record, stream, field);
      }
    }
    map.putLong(at + INODE, record.inode);
    map.putLong(at + PLACE, record.place);
    map.putLong(at + SKIP, record.skip);
    map.putLong(at + OPEN, record.open + 1L);
  }

  /** Writes one field of the record in force. */
  static void write(ByteBuffer map, int at, HeaderRecord record, ServerStream stream, Of field) {
    map.putLong(fieldAt(at, stream, field), record.get(stream, field));
  }

  private static int fieldAt(int record, ServerStream stream, Of field) {
    return record + stream.ordinal() * STREAM + field.ordinal() * 8;
  }

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
