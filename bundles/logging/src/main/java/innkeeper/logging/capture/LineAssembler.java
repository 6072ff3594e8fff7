package innkeeper.logging.capture;

import innkeeper.logging.file.Lines;
import innkeeper.logging.index.ServerStream;
import innkeeper.redaction.ByteSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Forwards the whole lines of one stream's redacted output. It keeps the present part of the
 * unfinished line, so that it can be displayed.
 */
final class LineAssembler implements ByteSink {

  private static final int IDLE = 1024;

  private final ServerStream stream;
  private final StreamJoin join;
  private byte[] held = new byte[0];
  private int length;
  private boolean muted;

  /** The kept bytes as text; null until the next request after a change. */
  private String text = "";

  LineAssembler(ServerStream stream, StreamJoin join) {
    this.stream = stream;
    this.join = join;
  }

  /**
   * Sets whether lines are discarded, because the log already contains them; only the unfinished
   * line is kept.
   */
  void mute(boolean now) {
    muted = now;
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    int to = from + count;
    int whole = Lines.afterLast(bytes, from, to);
    if (whole > from) {
      if (length > 0) {
        // The line is forwarded in one piece: if the join had to end another line, it must see the
        // end of this line.
        int first = Lines.afterFirst(bytes, from, whole);
        hold(bytes, from, first);
        passOn();
        pass(bytes, first, whole);
      } else {
        pass(bytes, from, whole);
      }
    }
    hold(bytes, whole, to);
  }

  private void pass(byte[] bytes, int from, int to) throws IOException {
    if (!muted) {
      join.write(stream, bytes, from, to - from);
    }
  }

  private void hold(byte[] bytes, int from, int to) {
    int n = to - from;
    if (n > 0) {
      if (length + n > held.length) {
        held = Arrays.copyOf(held, Math.max(length + n, 2 * held.length));
      }
      System.arraycopy(bytes, from, held, length, n);
      length += n;
      text = null;
    }
  }

  /** Forwards the present part of the unfinished line, which is too long to be kept. */
  void passOn() throws IOException {
    int n = length;
    forget();
    pass(held, 0, n);
    if (held.length > IDLE) {
      held = new byte[0];
    }
  }

  void forget() {
    length = 0;
    text = "";
  }

  /** Returns the part of the unfinished line that may be displayed; "" for an empty part. */
  String unfinished() {
    if (text == null) {
      text = new String(held, 0, length, StandardCharsets.UTF_8);
    }
    return text;
  }
}
