package innkeeper.logging.capture;

import innkeeper.logging.ring.ServerStream;
import innkeeper.redaction.ByteSink;
import java.io.IOException;

/**
 * Joins the clean output of both streams. Whole lines follow one another as they come. Only a line
 * of more than a mebibyte comes in parts; if the other stream has a line meanwhile, the part that
 * is out ends there, so that no line of one stream is torn by the other.
 */
final class StreamJoin {

  static final int NONE = -1;

  private static final byte[] LINE_END = {'\n'};

  private final ByteSink out;
  private int open;

  /**
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
