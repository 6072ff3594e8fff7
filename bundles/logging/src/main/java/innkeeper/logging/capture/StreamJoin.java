package innkeeper.logging.capture;

import innkeeper.logging.index.ServerStream;
import innkeeper.redaction.ByteSink;
import java.io.IOException;

/**
 * Joins the clean output of both streams. Whole lines follow one another in the order of their
 * arrival. Only a line of more than one MiB comes in parts. If the other stream has a line
 * meanwhile, the join ends the written part there. So no line is inserted into a line of the other
 * stream.
 */
final class StreamJoin {

  static final int NONE = -1;

  private static final byte[] LINE_END = {'\n'};

  private final ByteSink out;
  private int open;

  /**
   * Creates a join in front of a sink.
   *
   * @param open the ordinal of the stream whose unfinished line came last, or {@link #NONE}
   */
  StreamJoin(ByteSink out, int open) {
    this.out = out;
    this.open = open;
  }

  int open() {
    return open;
  }

  void write(ServerStream stream, byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return;
    }
    if (open != NONE && open != stream.ordinal()) {
      out.write(LINE_END, 0, 1);
    }
    out.write(bytes, from, length);
    open = bytes[from + length - 1] == '\n' ? NONE : stream.ordinal();
  }
}
