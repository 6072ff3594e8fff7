package innkeeper.logging.reading.search;

import innkeeper.logging.file.Lines;
import innkeeper.logging.reading.lines.Segment;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;

/**
 * Reads a file in blocks that end at line ends. A fixed number of bytes before the current block
 * remains available.
 */
final class SlidingText {

  private static final int BLOCK = 1 << 20;

  final byte[] bytes;

  /** The offset of the first of the bytes in the text. */
  long base;

  private final Segment segment;
  private final int kept;
  private int length;
  private IOException failure;

  /** Receives the next block; the bytes before it are still available. */
  interface Taker {
    void take(int from, int to) throws IOException;
  }

  /**
   * Creates a reader of one file.
   *
   * @param kept the number of bytes before a block that remain available
   */
  SlidingText(Segment segment, int kept) {
    this.segment = segment;
    this.kept = kept;
    this.bytes = new byte[kept + BLOCK];
  }

  /**
   * Reads the blocks from the one with {@code from} to at most the one with {@code to}.
   *
   * @throws IOException with the reason why the rest cannot be read, after all readable blocks were
   *     delivered
   */
  void run(long from, long to, BooleanSupplier cancelled, Taker taker) throws IOException {
    base = Math.max(0, from - kept);
    int taken = 0;
    try (InputStream in = segment.stream(base)) {
      boolean more = true;
      while (more && !cancelled.getAsBoolean() && base + taken < to) {
        more = fill(in);
        int end = more ? afterLastLine(taken) : length;
        taker.take(taken, end);
        int gone = Math.max(0, end - kept);
        System.arraycopy(bytes, gone, bytes, 0, length - gone);
        length -= gone;
        base += gone;
        taken = end - gone;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private boolean fill(InputStream in) {
    int n = 0;
    while (n >= 0 && length < bytes.length) {
      try {
        n = in.read(bytes, length, bytes.length - length);
      } catch (IOException e) {
        failure = e;
        return false;
      }
      length += Math.max(0, n);
    }
    return n >= 0;
  }

  /**
   * Returns the end of the last line; a line longer than the buffer ends at the end of the buffer.
   */
  private int afterLastLine(int from) {
    int end = Lines.afterLast(bytes, from, length);
    return end == from ? length : end;
  }

  int lineStart(int at, int least) {
    return Lines.afterLast(bytes, least, at);
  }

  /** Returns the beginning of the next line. */
  int lineEnd(int at, int to) {
    return Lines.afterFirst(bytes, at, to);
  }
}
