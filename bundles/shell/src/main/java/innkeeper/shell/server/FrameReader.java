package innkeeper.shell.server;

import innkeeper.common.wire.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Assembles frames from the pieces that arrive. */
final class FrameReader {

  private static final int HEADER = 5;

  private final ByteBuffer header = ByteBuffer.allocate(HEADER);
  private ByteBuffer payload;

  /**
   * Returns the next complete frame. Call it until it returns empty.
   *
   * @throws IOException if the frame is longer than the protocol allows
   */
  Optional<Frame> next(ByteBuffer in) throws IOException {
    move(in, header);
    if (header.hasRemaining()) {
      return Optional.empty();
    }
    if (payload == null) {
      int length = header.getInt(1);
      if (length < 0 || length > Frame.MAX) {
        throw new IOException("a frame of " + length + " bytes; allowed: to " + Frame.MAX);
      }
      payload = ByteBuffer.allocate(length);
    }
    move(in, payload);
    if (payload.hasRemaining()) {
      return Optional.empty();
    }
    Frame frame = new Frame(header.get(0), payload.array());
    header.clear();
    payload = null;
    return Optional.of(frame);
  }

  private static void move(ByteBuffer from, ByteBuffer to) {
    int length = Math.min(from.remaining(), to.remaining());
    to.put(from.slice(from.position(), length));
    from.position(from.position() + length);
  }
}
