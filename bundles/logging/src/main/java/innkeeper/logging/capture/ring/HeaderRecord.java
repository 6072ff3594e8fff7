package innkeeper.logging.capture.ring;

import innkeeper.logging.capture.ring.RingHeader.Mode;
import innkeeper.logging.capture.ring.RingHeader.Of;
import innkeeper.logging.index.ServerStream;

/** The fields of a {@link RingHeader} that change together. */
final class HeaderRecord {

  final long[][] streams = new long[ServerStream.values().length][Of.values().length];

  /** The log file in which the output of the uncommitted bytes begins. */
  long inode;

  long place;

  /** The number of lines of the uncommitted bytes' output that are in older files. */
  long skip;

  /**
   * The ordinal of the stream whose unfinished line is at the log's end; -1 if no line is
   * unfinished.
   */
  int open = -1;

  HeaderRecord copy() {
    HeaderRecord copy = new HeaderRecord();
    for (int i = 0; i < streams.length; i++) {
      copy.streams[i] = streams[i].clone();
    }
    return copy.place(inode, place, skip).open(open);
  }

  long get(ServerStream stream, Of field) {
    return streams[stream.ordinal()][field.ordinal()];
  }

  HeaderRecord with(ServerStream stream, Of field, long value) {
    streams[stream.ordinal()][field.ordinal()] = value;
    return this;
  }

  HeaderRecord place(long file, long at, long lines) {
    inode = file;
    place = at;
    skip = lines;
    return this;
  }

  HeaderRecord open(int stream) {
    open = stream;
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
