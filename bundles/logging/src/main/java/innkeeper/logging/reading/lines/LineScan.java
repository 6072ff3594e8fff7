package innkeeper.logging.reading.lines;

import innkeeper.logging.file.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Splits a part of a file into lines, within a bound of memory. */
final class LineScan {

  interface Sink {
    /**
     * Receives one line.
     *
     * @param offset the beginning of the line
     * @param bytes contains the line from {@code from} to {@code to}; only its beginning if it is
     *     too long
     * @param after the beginning of the next line
     * @return whether to continue
     */
    boolean line(long offset, byte[] bytes, int from, int to, long after) throws IOException;
  }

  /** The number of bytes that are read at least, to find the end of the last line. */
  private static final int PAGE = 4096;

  private final int mostBytes;
  private final byte[] block = new byte[64 * 1024];
  private byte[] rest = new byte[1024];
  private int held;

  LineScan(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * Passes the lines that begin before the end to the sink.
   *
   * @param in a stream whose next byte is at {@code from}, where a line begins
   * @param partial whether a last line without an end counts as a line
   * @throws IOException if the stream throws it; the beginning of a line was passed on before
   */
  void run(InputStream in, long from, long end, boolean partial, Sink sink) throws IOException {
    long at = from;
    long begin = from;
    held = 0;
    while (begin < end) {
      int n;
      try {
        n = in.read(block, 0, (int) Math.min(block.length, Math.max(PAGE, end - at)));
      } catch (IOException e) {
        if (at > begin && !sink.line(begin, rest, 0, held, at)) {
          return;
        }
        throw e;
      }
      if (n <= 0) {
        break;
      }
      int done = 0;
      while (done < n && begin < end) {
        int to = Lines.afterFirst(block, done, n);
        boolean whole = block[to - 1] == '\n';
        int length = to - done - (whole ? 1 : 0);
        long after = at + to;
        if (whole && held == 0) {
          if (!sink.line(begin, block, done, done + Math.min(length, mostBytes), after)) {
            return;
          }
        } else {
          hold(done, Math.min(length, mostBytes - held));
          if (whole && !sink.line(begin, rest, 0, held, after)) {
            return;
          }
        }
        if (whole) {
          held = 0;
          begin = after;
        }
        done = to;
      }
      at += n;
    }
    if (partial && begin < end && at > begin) {
      sink.line(begin, rest, 0, held, at);
    }
  }

  private void hold(int from, int length) {
    if (held + length > rest.length) {
      rest = Arrays.copyOf(rest, Math.max(held + length, Math.min(mostBytes, 2 * rest.length)));
    }
    System.arraycopy(block, from, rest, held, length);
    held += length;
  }
}
