package innkeeper.logging.read;

import innkeeper.redaction.ByteSink;
import java.io.IOException;

/**
 * Gathers the clean pieces of one batch, so that the log gets them in one write; a big piece passes
 * without a copy. Between batches it hands everything through.
 */
public final class Batch implements ByteSink {

  private final ByteSink log;
  private byte[] space;
  private int length;

  public Batch(ByteSink log) {
    this.log = log;
  }

  /** From here on it gathers, in that space. */
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

  /** What was gathered and not flushed is forgotten: its bytes lie in the ring still. */
  public void end() {
    space = null;
    length = 0;
  }
}
