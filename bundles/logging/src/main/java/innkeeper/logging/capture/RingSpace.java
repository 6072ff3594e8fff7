package innkeeper.logging.capture;

import innkeeper.logging.capture.ring.StreamBuffer;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adapts the size of a stream's buffer to the pace of its reader. */
final class RingSpace {

  private static final Logger LOG = LoggerFactory.getLogger(RingSpace.class);

  private RingSpace() {}

  /**
   * Makes room for the next read. It is called between two reads of that stream.
   *
   * @return whether there is room
   */
  static boolean make(String log, StreamBuffer buffer, ReadPace pace) throws IOException {
    if (buffer.end() - buffer.start() <= StreamBuffer.LEAST_SLOT
        || buffer.room() < StreamBuffer.SLOT) {
      buffer.compact();
    }
    if (buffer.start() == buffer.end() && !pace.hasty()) {
      buffer.shrink();
    }
    if (pace.hasty() && buffer.capacity() < StreamBuffer.AHEAD) {
      grow(log, buffer, pace, StreamBuffer.AHEAD);
    } else if (pace.fast() && buffer.capacity() < StreamBuffer.BUSY
        || buffer.room() < StreamBuffer.LEAST_SLOT) {
      grow(log, buffer, pace, Math.max(StreamBuffer.BUSY, buffer.capacity() * 2));
    }
    return buffer.room() > 0;
  }

  private static void grow(String log, StreamBuffer buffer, ReadPace pace, int bytes) {
    try {
      buffer.grow(bytes);
    } catch (IOException e) {
      pace.slow();
      LOG.warn("no memory for a bigger ring log={} bytes={}", log, bytes, e);
    }
  }
}
