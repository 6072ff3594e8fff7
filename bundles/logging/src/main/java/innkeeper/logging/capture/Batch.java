package innkeeper.logging.capture;

import innkeeper.redaction.ByteSink;
import java.io.IOException;

/**
 * Collects the clean pieces of one batch, so that the log gets them in one write; a big piece is
 * forwarded without a copy. Between batches it forwards all pieces directly.
 */
public final class Batch implements ByteSink {

  private final ByteSink log;
  private byte[] space;
  private int length;

  public Batch(ByteSink log) {
    this.log = log;
  }

  /** Begins to collect, in the given buffer. */
  public void begin(byte[] lent) {
    space = lent;
    length = 0;
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (space != null && length + count > space.length) {
      flush();
    }
    if (space == null || length == 0 && count > space.length / 2) {
      log.write(bytes, from, count);
      return;
    }
    System.arraycopy(bytes, from, space, length, count);
    length += count;
  }

  public void flush() throws IOException {
    int n = length;
    length = 0;
    if (n > 0) {
      log.write(space, 0, n);
    }
  }

  /**
   * Discards collected pieces that were not flushed, because the ring still contains their bytes.
   */
  public void end() {
    space = null;
    length = 0;
  }
}
