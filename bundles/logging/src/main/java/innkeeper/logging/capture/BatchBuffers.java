package innkeeper.logging.capture;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Buffers that a batch borrows, so that quiet servers own none. A few spare buffers are kept, and
 * the garbage collector takes the others.
 */
final class BatchBuffers {

  /**
   * The size of one full read and of the line that it continues, because a batch is one write to
   * the log.
   */
  static final int SIZE = 72 * 1024;

  private static final int SPARE = 1 + Runtime.getRuntime().availableProcessors();
  private static final ConcurrentLinkedDeque<BatchBuffers> SPARES = new ConcurrentLinkedDeque<>();

  final byte[] raw = new byte[SIZE];
  final byte[] clean = new byte[SIZE];
  final ByteBuffer out = ByteBuffer.allocateDirect(SIZE);

  private BatchBuffers() {}

  static BatchBuffers borrow() {
    BatchBuffers spare = SPARES.pollFirst();
    return spare == null ? new BatchBuffers() : spare;
  }

  void giveBack() {
    if (SPARES.size() < SPARE) {
      SPARES.addFirst(this);
    }
  }
}
