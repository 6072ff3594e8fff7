package innkeeper.logging.capture.ring;

import innkeeper.logging.capture.ring.RingHeader.Mode;
import innkeeper.logging.capture.ring.RingHeader.Of;
import innkeeper.logging.index.ServerStream;
import java.nio.ByteBuffer;

/**
 * The fields of a {@link RingHeader} that change together, in the order of the file: those of each
 * stream, then those of the log.
 */
final class HeaderRecord {

  static final int BYTES = 128;

  private static final int STREAM = Of.values().length;
  private static final int INODE = 2 * STREAM;
  private static final int PLACE = INODE + 1;
  private static final int SKIP = INODE + 2;
  private static final int OPEN = INODE + 3;

  private final long[] fields;

  private HeaderRecord(long[] fields) {
    this.fields = fields;
  }

  static HeaderRecord read(ByteBuffer map, int at) {
    long[] fields = new long[BYTES / Long.BYTES];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = map.getLong(at + i * Long.BYTES);
    }
    return new HeaderRecord(fields);
  }

  void write(ByteBuffer map, int at) {
    for (int i = 0; i < fields.length; i++) {
      map.putLong(at + i * Long.BYTES, fields[i]);
    }
  }

  HeaderRecord copy() {
    return new HeaderRecord(fields.clone());
  }

  long get(ServerStream stream, Of field) {
    return fields[stream.ordinal() * STREAM + field.ordinal()];
  }

  HeaderRecord with(ServerStream stream, Of field, long value) {
    fields[stream.ordinal() * STREAM + field.ordinal()] = value;
    return this;
  }

  long inode() {
    return fields[INODE];
  }

  long place() {
    return fields[PLACE];
  }

  long skip() {
    return fields[SKIP];
  }

  HeaderRecord place(long file, long at, long lines) {
    fields[INODE] = file;
    fields[PLACE] = at;
    fields[SKIP] = lines;
    return this;
  }

  /** Returns the ordinal of a stream, or -1. The file has one more, so that 0 means none. */
  int open() {
    return (int) fields[OPEN] - 1;
  }

  HeaderRecord open(int stream) {
    fields[OPEN] = stream + 1L;
    return this;
  }

  boolean valid(ServerStream stream, int capacity) {
    return get(stream, Of.BASE) >= 0
        && get(stream, Of.BASE) <= get(stream, Of.START)
        && get(stream, Of.START) <= get(stream, Of.DONE)
        && get(stream, Of.DONE) <= get(stream, Of.END)
        && get(stream, Of.END) - get(stream, Of.BASE) <= capacity
        && get(stream, Of.MODE) >= 0
        && get(stream, Of.MODE) < Mode.values().length;
  }
}
