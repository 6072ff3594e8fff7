package innkeeper.logging.capture.ring;

import innkeeper.logging.index.Read;
import innkeeper.logging.index.ServerStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bytes that were read from a server's FIFOs and may not be in the log yet. It has one header,
 * and a buffer for each stream, in mapped files on tmpfs, so that they survive {@code kill -9}.
 * NAME.ring contains the header and stdout's bytes, NAME.ring-err those of stderr.
 */
public final class Ring {

  /** The suffix of a ring's name. */
  public static final String ENDING = ".ring";

  private final RingHeader header;
  private final List<StreamBuffer> buffers = new ArrayList<>();
  private long order;

  /** The place of one stream in the log. */
  public record Position(long start, long done, RingHeader.Mode mode) {}

  private Ring(RingHeader header) {
    this.header = header;
  }

  /**
   * Opens the ring of a predecessor, or creates a new one.
   *
   * @throws IOException if the file belongs to another user, or there is not enough memory
   */
  public static Ring open(Path path) throws IOException {
    OneStreamRing.convert(path);
    return of(
        RingFile.open(path, HeaderLayout.BYTES + StreamBuffer.QUIET),
        RingFile.open(errors(path), StreamBuffer.QUIET));
  }

  /**
   * Creates a ring in this process's memory only, for a host without tmpfs. It does not survive the
   * process.
   */
  public static Ring inMemory() throws IOException {
    return of(RingFile.inMemory(), RingFile.inMemory());
  }

  private static Ring of(RingFile out, RingFile err) throws IOException {
    Ring ring = new Ring(new RingHeader(out.map(0, HeaderLayout.BYTES)));
    ring.add(ServerStream.STDOUT, out, HeaderLayout.BYTES);
    ring.add(ServerStream.STDERR, err, 0);
    StreamBuffer stdout = ring.buffer(ServerStream.STDOUT);
    if (!ring.header.valid(ServerStream.STDOUT, stdout.capacity())) {
      ring.header.format();
    }
    for (StreamBuffer buffer : ring.buffers) {
      if (!ring.header.valid(buffer.stream(), buffer.capacity())) {
        buffer.forget();
      }
      buffer.load();
      ring.order = Math.max(ring.order, buffer.lastOrder());
    }
    ring.buffers.forEach(StreamBuffer::find);
    return ring;
  }

  private void add(ServerStream stream, RingFile file, long offset) throws IOException {
    buffers.add(new StreamBuffer(header, stream, file, offset, () -> ++order));
  }

  static Path errors(Path path) {
    return path.resolveSibling(path.getFileName() + "-err");
  }

  /** Deletes the files of a ring that no capture uses. */
  public static void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
    Files.deleteIfExists(errors(path));
  }

  public RingHeader header() {
    return header;
  }

  public StreamBuffer buffer(ServerStream stream) {
    return buffers.get(stream.ordinal());
  }

  public boolean survives() {
    return buffers.stream().allMatch(StreamBuffer::survives);
  }

  /** Returns whether the log contains all bytes that were read. */
  public boolean empty() {
    return buffers.stream().allMatch(buffer -> buffer.start() == buffer.end());
  }

  /** Returns the number of bytes that a replay reads, those of unfinished lines included. */
  public long heldBytes() {
    return buffers.stream().mapToLong(buffer -> buffer.end() - buffer.start()).sum();
  }

  /**
   * Returns the ends of the arrived bytes, by stream; the order of all reads up to there is known.
   */
  public long[] ends() {
    synchronized (header) {
      return new long[] {buffers.get(0).end(), buffers.get(1).end()};
    }
  }

  /**
   * Returns the earliest read that is not processed yet.
   *
   * @param upTo only reads that end at or before that place of their stream
   */
  public Optional<Read> next(long[] upTo) {
    synchronized (header) {
      Optional<Read> out = buffers.get(0).next(upTo[0]);
      Optional<Read> err = buffers.get(1).next(upTo[1]);
      boolean errors = err.isPresent() && (out.isEmpty() || err.get().order() < out.get().order());
      return errors ? err : out;
    }
  }

  public void passed(Read read) {
    buffer(read.stream()).passed();
  }

  /** Marks all read blocks whose bytes are not yet completely in the log as unprocessed. */
  public void rewind() {
    buffers.forEach(StreamBuffer::rewind);
  }

  /**
   * Records that the log contains all bytes before those places; the log ends at {@code place}.
   *
   * @param open the ordinal of the stream whose unfinished line is at the log's end; -1 if no line
   *     is unfinished
   */
  public void commit(List<Position> positions, long inode, long place, int open) {
    synchronized (header) {
      header.change(
          true,
          next -> {
            next.place(inode, place, 0).open(open);
            for (StreamBuffer buffer : buffers) {
              Position at = positions.get(buffer.stream().ordinal());
              buffer.commit(next, at);
            }
          });
    }
  }
}
