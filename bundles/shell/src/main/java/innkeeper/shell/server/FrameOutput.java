package innkeeper.shell.server;

import innkeeper.shell.wire.Frame;
import java.io.IOException;
import java.io.OutputStream;

/** Output in frames: gathered until flushed or full. */
final class FrameOutput extends OutputStream {

  private final Connection connection;
  private final byte type;

  /** What must be sent before, so that both streams keep their order; null for none. */
  private final OutputStream before;

  private final byte[] buffer = new byte[Frame.CHUNK];
  private int used;

  FrameOutput(Connection connection, byte type, OutputStream before) {
    this.connection = connection;
    this.type = type;
    this.before = before;
  }

  @Override
  public synchronized void write(int b) throws IOException {
    if (used == buffer.length) {
      drain();
    }
    buffer[used++] = (byte) b;
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    int at = from;
    int left = length;
    while (left > 0) {
      if (used == buffer.length) {
        drain();
      }
      int part = Math.min(left, buffer.length - used);
      System.arraycopy(bytes, at, buffer, used, part);
      used += part;
      at += part;
      left -= part;
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    drain();
  }

  /** A session's end does not end the connection. */
  @Override
  public void close() throws IOException {
    flush();
  }

  private void drain() throws IOException {
    if (used > 0) {
      if (before != null) {
        before.flush();
      }
      int length = used;
      used = 0;
      connection.send(type, buffer, 0, length);
    }
  }
}
