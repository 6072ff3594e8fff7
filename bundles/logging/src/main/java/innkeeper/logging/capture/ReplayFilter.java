package innkeeper.logging.capture;

import innkeeper.logging.file.Lines;
import innkeeper.redaction.ByteSink;
import java.io.IOException;

/**
 * Lets a replay's output through from where the log ends: leaves out whole lines that are there,
 * then of one line as much as is there. Counts lines, not bytes: the rules may have changed.
 */
final class ReplayFilter implements ByteSink {

  private final ByteSink sink;
  private long lines;
  private byte[] torn;
  private int seen;

  /**
   * @param lines whole lines that are in the log already
   * @param torn what is there of the next one
   */
  ReplayFilter(ByteSink sink, long lines, byte[] torn) {
    this.sink = sink;
    this.lines = lines;
    this.torn = torn;
  }

  /** Lines that the log has and the replay has not shown. */
  long missing() {
    return lines;
  }

  /** One of those is accounted for. */
  void found() {
    lines--;
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    int at = from;
    int to = from + length;
    while (lines > 0 && at < to) {
      int after = Lines.afterFirst(bytes, at, to);
      if (bytes[after - 1] == '\n') {
        lines--;
      }
      at = after;
    }
    while (torn.length > 0 && at < to) {
      if (seen < torn.length && bytes[at] == torn[seen]) {
        seen++;
        at++;
      } else {
        // All of it is there, or it is another text now: what follows is new.
        torn = new byte[0];
      }
    }
    if (at < to) {
      sink.write(bytes, at, to - at);
    }
  }
}
