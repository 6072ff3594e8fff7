package innkeeper.logging.capture;

import innkeeper.logging.capture.ring.StreamBuffer;
import java.nio.ByteBuffer;

/** The pace of one stream's reader, which decides how much memory and help it gets. */
final class ReadPace {

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

  /** Slows the reader down, because there was no memory for a bigger ring. */
  void slow() {
    fast = false;
    haste = 0;
  }

  boolean fast() {
    return fast;
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
