package innkeeper.shell.server;

import innkeeper.common.wire.Frame;
import java.io.IOException;
import java.io.OutputStream;

/** Sends output in frames; it buffers bytes until it is flushed or full. */
final class FrameOutput extends OutputStream {

  private final Connection connection;
  private final byte type;

  /** The stream to flush first, so that both streams keep their order; may be null. */
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

  /** Flushes only, because the end of a session does not end the connection. */
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
