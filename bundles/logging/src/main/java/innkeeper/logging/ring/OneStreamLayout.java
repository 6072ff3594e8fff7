package innkeeper.logging.ring;

import innkeeper.logging.ring.RingHeader.Mode;
import innkeeper.logging.ring.RingHeader.Of;
import java.nio.ByteBuffer;

/**
 * One page, for a server with one FIFO, as all releases read it: while a release is on trial, or
 * where nothing came from stderr's FIFO yet, the release before can go on with this ring. Offsets
 * in the file count from the data area's start. Reads need no table: with one stream their order is
 * that of their bytes.
 */
final class OneStreamLayout implements HeaderLayout {

  private static final ServerStream OUT = ServerStream.STDOUT;
  private static final int START = 0;
  private static final int END = 8;
  private static final int SLOT_END = 16;
  private static final int INODE = 24;
  private static final int PLACE = 32;
  private static final int SKIP = 40;
  private static final int MODE = 48;

  @Override
  public long magic() {
    return 0x31_47_4e_49_52_4b_4e_49L; // "INKRING1"
  }

  @Override
  public int bytes() {
    return 4096;
  }

  @Override
  public int recordBytes() {
    return 64;
  }

  @Override
  public int counts() {
    return 256;
  }

  @Override
  public HeaderRecord read(ByteBuffer map, int at) {
    long start = map.getLong(at + START);
    long end = map.getLong(at + END);
    long mode = map.getLong(at + MODE);
    return new HeaderRecord()
        .with(OUT, Of.START, start)
        .with(OUT, Of.DONE, start)
        .with(OUT, Of.END, end)
        .with(OUT, Of.SLOT_END, Math.max(end, map.getLong(at + SLOT_END)))
        .with(OUT, Of.MODE, mode)
        .place(map.getLong(at + INODE), map.getLong(at + PLACE), map.getLong(at + SKIP))
        .open(mode == Mode.WITHIN_LINE.ordinal() ? OUT.ordinal() : -1);
  }

  @Override
  public void write(ByteBuffer map, int at, HeaderRecord record) {
    write(map, at, record, OUT, Of.START);
    write(map, at, record, OUT, Of.END);
    write(map, at, record, OUT, Of.SLOT_END);
    map.putLong(at + INODE, record.inode);
    map.putLong(at + PLACE, record.place);
    map.putLong(at + SKIP, record.skip);
    map.putLong(at + MODE, record.get(OUT, Of.MODE));
  }

  @Override
  public void write(ByteBuffer map, int at, HeaderRecord record, ServerStream stream, Of field) {
    long value = record.get(stream, field) - record.get(stream, Of.BASE);
    switch (field) {
      case START -> map.putLong(at + START, value);
      case END -> map.putLong(at + END, value);
      case SLOT_END -> map.putLong(at + SLOT_END, value);
      default -> throw new IllegalArgumentException(field + " is not changed alone");
    }
  }

  @Override
  public Read read(ByteBuffer map, ServerStream stream, int slot) {
    return new Read(stream, 0, 0, 0);
  }

  @Override
  public void write(ByteBuffer map, int slot, Read read) {
    // The offsets say all there is to say.
  }
}
