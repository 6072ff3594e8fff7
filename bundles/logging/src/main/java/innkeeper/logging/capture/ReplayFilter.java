package innkeeper.logging.capture;

import innkeeper.logging.file.Lines;
import innkeeper.redaction.ByteSink;
import java.io.IOException;

/**
 * Forwards a replay's output from the end of the log on. It skips the whole lines that the log
 * contains, then the written part of the next line. It counts lines, not bytes, because the rules
 * may have changed.
 */
final class ReplayFilter implements ByteSink {

  private final ByteSink sink;
  private final long logged;
  private long lines;
  private byte[] torn;
  private int seen;
  private long skippedBytes;
  private long forwardedLines;
  private boolean over;

  /**
   * Creates a filter in front of a sink.
   *
   * @param lines the number of whole lines that the log already contains
   * @param torn the written part of the next line
   */
  ReplayFilter(ByteSink sink, long lines, byte[] torn) {
    this.sink = sink;
    this.logged = lines;
    this.lines = lines;
    this.torn = torn;
  }

  /** Returns the number of lines that the log contains and the replay has not reached. */
  long missing() {
    return lines;
  }

  /** Counts one of these lines as found. */
  void found() {
    lines--;
  }

  /** Ends the replay; lines of later bytes are not counted. */
  void end() {
    over = true;
  }

  /** Returns the number of whole lines that were skipped. */
  long skippedLines() {
    return logged - lines;
  }

  /** Returns the number of bytes of these lines, and of the written part of the next line. */
  long skippedBytes() {
    return skippedBytes;
  }

  /** Returns the number of line ends that the replay forwarded. */
  long forwardedLines() {
    return forwardedLines;
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
        // The whole part was found, or the text has changed: the rest is new.
        torn = new byte[0];
      }
    }
    skippedBytes += at - from;
    if (at < to) {
      if (!over) {
        forwardedLines += Lines.count(bytes, at, to);
      }
      sink.write(bytes, at, to - at);
    }
  }
}
