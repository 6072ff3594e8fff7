package innkeeper.logging.search;

import innkeeper.logging.file.Lines;
import innkeeper.logging.read.Segment;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;

/** Goes through a file's text in blocks that end at a line's end, and keeps what lies before. */
final class SlidingText {

  private static final int BLOCK = 1 << 20;

  final byte[] bytes;

  /** Where the first of the bytes lies in the text. */
  long base;

  private final Segment segment;
  private final int kept;
  private int length;
  private IOException failure;

  /** Takes the next block; the bytes before it are still there. */
  interface Taker {
    void take(int from, int to) throws IOException;
  }

  /**
   * @param kept so much before a block can be looked at again
   */
  SlidingText(Segment segment, int kept) {
    this.segment = segment;
    this.kept = kept;
    this.bytes = new byte[kept + BLOCK];
  }

  /**
   * From the block that holds {@code from} to the one that holds {@code to}, at most.
   *
   * @throws IOException why the rest cannot be read, after what can be
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

  /** A line longer than the buffer ends where the buffer does. */
  private int afterLastLine(int from) {
    int end = Lines.afterLast(bytes, from, length);
    return end == from ? length : end;
  }

  int lineStart(int at, int least) {
    return Lines.afterLast(bytes, least, at);
  }

  /** Where the next line begins. */
  int lineEnd(int at, int to) {
    return Lines.afterFirst(bytes, at, to);
  }
}
