package innkeeper.redaction;

import innkeeper.redaction.learn.ShownText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Gathers clean bytes so that the sink sees few big pieces; hands a wholly clean piece through. */
final class OutputBuffer {
  static final int BIG = 32 * 1024;
  private final ByteSink sink;
  private final ShownText shown;
  private byte[] held;
  private int length;

  /**
   * @param shown told of all that goes out; null if nobody asks
   */
  OutputBuffer(ByteSink sink, ShownText shown) {
    this.sink = sink;
    this.shown = shown;
    held = new byte[0];
  }

  /** Without a sink: all is kept for {@link #text}. */
  OutputBuffer(int expected) {
    sink = null;
    shown = null;
    held = new byte[Math.min(expected, BIG)];
  }

  void add(byte[] b, int from, int to) {
    int n = to - from;
    if (n <= 0) {
      return;
    }
    show(b, from, to);
    if (sink != null && length + n > BIG) {
      flush();
      if (n >= BIG / 2) {
        pass(b, from, n);
        return;
      }
    }
    if (length + n > held.length) {
      int size = Math.max(length + n, 2 * held.length);
      held = Arrays.copyOf(held, sink != null ? Math.min(Math.max(size, 1024), BIG) : size);
    }
    System.arraycopy(b, from, held, length, n);
    length += n;
  }

  /** The last piece of a write: without a copy if nothing was gathered. */
  void last(byte[] b, int from, int to) {
    if (sink != null && length == 0 && to > from) {
      show(b, from, to);
      pass(b, from, to - from);
    } else {
      add(b, from, to);
    }
  }

  private void show(byte[] b, int from, int to) {
    if (shown != null) {
      shown.add(b, from, to);
    }
  }

  void flush() {
    if (length > 0 && sink != null) {
      int n = length;
      length = 0;
      pass(held, 0, n);
    }
  }

  private void pass(byte[] b, int from, int n) {
    try {
      sink.write(b, from, n);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text() {
    return new String(held, 0, length, StandardCharsets.UTF_8);
  }
}
