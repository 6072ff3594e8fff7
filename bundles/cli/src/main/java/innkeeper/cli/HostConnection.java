package innkeeper.cli;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;

/** The connection to the host. One thread receives; any thread may send. */
final class HostConnection implements AutoCloseable {

  final ByteChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(64 * 1024).flip();

  HostConnection(ByteChannel channel) {
    this.channel = channel;
  }

  /**
   * Sends the greeting over any channel.
   *
   * @return null if the host did not take the request
   */
  static HostConnection greet(ByteChannel channel, Hello hello) throws IOException {
    HostConnection link = new HostConnection(channel);
    byte[] payload = hello.encode();
    link.send(Frame.HELLO, payload, 0, payload.length);
    Frame answer = link.receive();
    return answer == null || answer.type() != Frame.TAKEN ? null : link;
  }

  void send(byte type, String text) throws IOException {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    send(type, payload, 0, payload.length);
  }

  void send(byte type, byte[] payload, int from, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(Frame.encode(type, payload, from, length));
    synchronized (channel) {
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    }
  }

  /** Returns the next frame; null at the end of the connection. */
  Frame receive() throws IOException {
    if (!fill(5, true)) {
      return null;
    }
    byte type = in.get();
    int length = in.getInt();
    if (length < 0 || length > Frame.MAX) {
      throw new IOException("a frame of " + length + " bytes is not one of innkeeper's");
    }
    byte[] payload = new byte[length];
    int got = 0;
    while (got < length) {
      fill(1, false);
      int part = Math.min(in.remaining(), length - got);
      in.get(payload, got, part);
      got += part;
    }
    return new Frame(type, payload);
  }

  private boolean fill(int bytes, boolean mayEnd) throws IOException {
    while (in.remaining() < bytes) {
      in.compact();
      int read = channel.read(in);
      in.flip();
      if (read < 0) {
        if (mayEnd && !in.hasRemaining()) {
          return false;
        }
        throw new EOFException("it ended within a frame");
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
