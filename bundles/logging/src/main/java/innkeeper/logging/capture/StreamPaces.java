package innkeeper.logging.capture;

import innkeeper.logging.ring.ServerStream;
import innkeeper.logging.ring.StreamBuffer;
import java.nio.ByteBuffer;
import java.util.List;

/** How fast both readers of a server are, and so whether they read ahead of the writing. */
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
   * Whether more of that stream alone comes than one thread can read and write. Of both, the reads
   * tell the order: then nothing should lie unread.
   */
  boolean floods(ServerStream stream) {
    return of(stream).hasty() && !otherPrints(stream);
  }

  /** Where that pays, and where both streams print: reads then return when their bytes come. */
  boolean readsAhead(ServerStream stream) {
    return of(stream).hasty() || both && (of(stream).beginning() || otherPrints(stream));
  }

  private boolean otherPrints(ServerStream stream) {
    return paces.get(1 - stream.ordinal()).readWithin(TOGETHER_NANOS);
  }

  /** A read brought so many bytes; those up to {@code noted} were processed before. */
  void took(StreamBuffer buffer, long noted, int bytes) {
    boolean more = buffer.end() > noted;
    buffer.took(bytes);
    of(buffer.stream()).took(bytes, more);
  }

  /** Where the next read goes before this one is processed; null if that has to come first. */
  ByteBuffer ahead(StreamBuffer buffer) {
    if (!readsAhead(buffer.stream())) {
      return null;
    }
    ReadPace pace = of(buffer.stream());
    ByteBuffer slot = buffer.ahead(pace.hasty() ? StreamBuffer.SLOT : StreamBuffer.LEAST_SLOT);
    return slot == null ? null : pace.slot(slot);
  }
}
