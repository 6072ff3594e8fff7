package innkeeper.logging.reading.lines;

import innkeeper.logging.file.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The last lines of a stream that can only be read from its beginning, within a bound of memory.
 */
final class Unpacked {

  private final int mostLines;
  private final int mostBytes;
  private final ArrayDeque<byte[]> last = new ArrayDeque<>();
  private byte[] rest = {};
  private long held;
  private long bytes;

  Unpacked(int mostLines, int mostBytes) {
    this.mostLines = mostLines;
    this.mostBytes = mostBytes;
  }

  /** Reads a stream; if it throws, the lines read before are kept. */
  void read(InputStream in) throws IOException {
    byte[] block = new byte[64 * 1024];
    try {
      for (int n = in.read(block); n > 0; n = in.read(block)) {
        take(block, n);
      }
    } finally {
      if (rest.length > 0) {
        last.addLast(rest);
        bytes++;
      }
    }
  }

  private void take(byte[] block, int length) {
    bytes += length;
    int from = 0;
    while (from < length) {
      int to = Lines.afterFirst(block, from, length);
      if (block[to - 1] != '\n') {
        break;
      }
      last.addLast(join(block, from, to - 1));
      held += last.getLast().length;
      rest = new byte[0];
      from = to;
      while (last.size() > mostLines || held > mostBytes && last.size() > 1) {
        held -= last.removeFirst().length;
      }
    }
    rest = from < length ? join(block, from, length) : rest;
    if (rest.length > mostBytes) {
      // The line is too long to be displayed; its end is kept, so that it counts as one line.
      rest = Arrays.copyOfRange(rest, rest.length - mostBytes, rest.length);
    }
  }

  private byte[] join(byte[] block, int from, int to) {
    byte[] line = Arrays.copyOf(rest, rest.length + to - from);
    System.arraycopy(block, from, line, rest.length, to - from);
    return line;
  }

  /** Returns the number of bytes, including an end of the last line. */
  long bytes() {
    return bytes;
  }

  /** Takes the newest line; null if all lines were taken. */
  byte[] last() {
    return last.pollLast();
  }
}
