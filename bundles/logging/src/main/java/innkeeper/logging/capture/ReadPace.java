package innkeeper.logging.capture;

import innkeeper.logging.capture.ring.StreamBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pace of one stream's reader, which decides how much memory and help it gets. */
final class ReadPace {

  private static final Logger LOG = LoggerFactory.getLogger(ReadPace.class);
  private static final int MOST_HASTE = 32;

  /** The number of first reads during which a reader waits for code that is not compiled yet. */
  private static final int FIRST_READS = 32;

  /**
   * A measure of how often the reads brought more than could be written, up to {@link #MOST_HASTE}.
   */
  private volatile int haste;

  private volatile int reads;
  private volatile long lastReadNanos;

  /** Whether a read has filled its slot. Only the reader uses it. */
  private boolean fast;

  private int slotBytes;

  /** Returns the slot for the next read between two reads. */
  ByteBuffer slot(StreamBuffer buffer) {
    return slot(buffer.slot(fast));
  }

  /** Stores the size of the next read's buffer. */
  ByteBuffer slot(ByteBuffer slot) {
    slotBytes = slot.remaining();
    return slot;
  }

  void took(int bytes, boolean more) {
    boolean behind = bytes == StreamBuffer.SLOT || more;
    fast |= bytes == slotBytes;
    haste = behind ? Math.min(haste + 1, MOST_HASTE) : Math.max(0, haste - 1);
    reads = Math.min(reads + 1, FIRST_READS);
    lastReadNanos = System.nanoTime();
  }

  /**
   * Makes room in the buffer for the next read, and adapts the buffer's size to the pace. It is
   * called between two reads of that stream.
   *
   * @return whether there is room
   */
  boolean makeRoom(String log, StreamBuffer buffer) throws IOException {
    if (buffer.end() - buffer.start() <= StreamBuffer.LEAST_SLOT
        || buffer.room() < StreamBuffer.SLOT) {
      buffer.compact();
    }
    if (buffer.start() == buffer.end() && !hasty()) {
      buffer.shrink();
    }
    if (hasty() && buffer.capacity() < StreamBuffer.AHEAD) {
      grow(log, buffer, StreamBuffer.AHEAD);
    } else if (fast && buffer.capacity() < StreamBuffer.BUSY
        || buffer.room() < StreamBuffer.LEAST_SLOT) {
      grow(log, buffer, Math.max(StreamBuffer.BUSY, buffer.capacity() * 2));
    }
    return buffer.room() > 0;
  }

  private void grow(String log, StreamBuffer buffer, int bytes) {
    try {
      buffer.grow(bytes);
    } catch (IOException e) {
      fast = false;
      haste = 0;
      LOG.warn("no memory for a bigger ring log={} bytes={}", log, bytes, e);
    }
  }

  /** Returns whether reading and writing on two threads pays. */
  boolean hasty() {
    return haste > MOST_HASTE / 2;
  }

  boolean beginning() {
    return reads < FIRST_READS;
  }

  boolean readWithin(long nanos) {
    return reads > 0 && System.nanoTime() - lastReadNanos < nanos;
  }
}
