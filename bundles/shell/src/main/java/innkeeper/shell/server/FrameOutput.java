package innkeeper.shell.server;

import innkeeper.common.wire.Frame;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Sends output in frames. Closing it has no effect: the end of a session keeps the connection. */
final class FrameOutput extends OutputStream {

  private final Connection connection;
  private final byte type;

  /** The stream to flush first, so that both streams keep their order; may be null. */
  private final OutputStream before;

  private FrameOutput(Connection connection, byte type, OutputStream before) {
    this.connection = connection;
    this.type = type;
    this.before = before;
  }

  /** Returns a stream that sends its bytes when it is flushed or full. */
  static PrintStream stream(Connection connection, byte type, OutputStream before) {
    OutputStream out =
        new BufferedOutputStream(new FrameOutput(connection, type, before), Frame.CHUNK);
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (before != null) {
      before.flush();
    }
    for (int at = 0; at < length; at += Frame.CHUNK) {
      connection.send(type, bytes, from + at, Math.min(Frame.CHUNK, length - at));
    }
  }
}
