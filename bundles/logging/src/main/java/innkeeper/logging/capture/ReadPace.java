package innkeeper.logging.capture;

import innkeeper.logging.ring.StreamBuffer;
import java.nio.ByteBuffer;

/** How fast one stream's reader is, and so how much memory and help it gets. */
final class ReadPace {

  private static final int MOST_HASTE = 32;

  /** A reader that has read this little waits for code that is not compiled yet. */
  private static final int FIRST_READS = 32;

  /** How often of late there was more than could be written, up to {@link #MOST_HASTE}. */
  private volatile int haste;

  private volatile int reads;
  private volatile long lastReadNanos;

  /** Whether a read has filled its slot. The reader's own. */
  private boolean fast;

  private int slotBytes;

  /** The next read goes there. */
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

  /** There was no memory for a bigger ring. */
  void slow() {
    fast = false;
    haste = 0;
  }

  boolean fast() {
    return fast;
  }

  /** Whether it pays to read on while another thread writes. */
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
