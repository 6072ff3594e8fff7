package innkeeper.shell.server;

import innkeeper.shell.cli.Keyboard;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;

/** A file of the client, its standard input or its keys, as the bytes arrive. */
final class Input extends InputStream implements Keyboard {

  /** The most bytes kept here; further data stays in the kernel's buffers, and the client waits. */
  private static final int HELD = 256 * 1024;

  private final Connection connection;
  private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
  private int held;
  private int at;
  private boolean ended;
  private String wrong = "";

  Input(Connection connection) {
    this.connection = connection;
  }

  synchronized void offer(byte[] piece) {
    if (piece.length > 0 && !ended) {
      pieces.add(piece);
      held += piece.length;
      if (held > HELD) {
        connection.pause(true);
      }
      notifyAll();
    }
  }

  /**
   * @param why the reason why the input could not be read to its end, or ""
   */
  synchronized void end(String why) {
    ended = true;
    wrong = why;
    notifyAll();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
  }

  @Override
  public synchronized int poll(long milliseconds) throws InterruptedException {
    long end = System.nanoTime() + milliseconds * 1_000_000;
    long left = milliseconds;
    while (pieces.isEmpty() && !ended && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    if (pieces.isEmpty()) {
      return ended ? END : NONE;
    }
    int key = pieces.peek()[at] & 255;
    taken(1);
    return key;
  }

  @Override
  public synchronized int read(byte[] bytes, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (pieces.isEmpty() && !ended) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        InterruptedIOException given = new InterruptedIOException("given up");
        given.initCause(e);
        throw given;
      }
    }
    if (pieces.isEmpty()) {
      if (!wrong.isEmpty()) {
        throw new IOException(wrong);
      }
      return -1;
    }
    byte[] first = pieces.peek();
    int part = Math.min(length, first.length - at);
    System.arraycopy(first, at, bytes, from, part);
    taken(part);
    return part;
  }

  /** Drops bytes of the first piece that were read. The client sends again if there is room. */
  private void taken(int bytes) {
    at += bytes;
    if (at == pieces.peek().length) {
      at = 0;
      boolean paused = held > HELD;
      held -= pieces.remove().length;
      if (paused && held <= HELD) {
        connection.pause(false);
      }
    }
  }

  @Override
  public synchronized int available() {
    return pieces.isEmpty() ? 0 : pieces.peek().length - at;
  }

  /** Drops the input, because its reader has finished. Further data is accepted and ignored. */
  @Override
  public synchronized void close() {
    if (held > HELD) {
      connection.pause(false);
    }
    pieces.clear();
    held = 0;
    at = 0;
    ended = true;
  }
}
