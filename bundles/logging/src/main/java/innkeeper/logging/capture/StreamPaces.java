package innkeeper.logging.capture;

import innkeeper.logging.capture.ring.StreamBuffer;
import innkeeper.logging.index.ServerStream;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The paces of a server's two readers, which decide whether they continue to read before the last
 * bytes are written.
 */
final class StreamPaces {

  private static final long TOGETHER_NANOS = 1_000_000_000L;

  private final List<ReadPace> paces = List.of(new ReadPace(), new ReadPace());

  /** Whether both streams have a reader. */
  private volatile boolean both;

  void both() {
    both = true;
  }

  ReadPace of(ServerStream stream) {
    return paces.get(stream.ordinal());
  }

  /**
   * Returns whether only that stream prints, and more than one thread can read and write. If both
   * streams print, the order of the reads is the order of their lines, so no bytes should wait in a
   * FIFO.
   */
  boolean floods(ServerStream stream) {
    return of(stream).hasty() && !otherPrints(stream);
  }

  /**
   * Returns whether reading before writing pays. It also pays if both streams print, because a read
   * then returns when its bytes arrive.
   */
  boolean readsAhead(ServerStream stream) {
    return of(stream).hasty() || both && (of(stream).beginning() || otherPrints(stream));
  }

  private boolean otherPrints(ServerStream stream) {
    return paces.get(1 - stream.ordinal()).readWithin(TOGETHER_NANOS);
  }

  /** Records a read of some bytes; the bytes up to {@code noted} were processed before. */
  void took(StreamBuffer buffer, long noted, int bytes) {
    boolean more = buffer.end() > noted;
    buffer.took(bytes);
    of(buffer.stream()).took(bytes, more);
  }

  /**
   * Returns the buffer for a read before this one is processed; null if it must be processed first.
   */
  ByteBuffer ahead(StreamBuffer buffer) {
    if (!readsAhead(buffer.stream())) {
      return null;
    }
    ReadPace pace = of(buffer.stream());
    ByteBuffer slot = buffer.ahead(pace.hasty() ? StreamBuffer.SLOT : StreamBuffer.LEAST_SLOT);
    return slot == null ? null : pace.slot(slot);
  }
}
