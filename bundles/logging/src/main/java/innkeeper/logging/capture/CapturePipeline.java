package innkeeper.logging.capture;

import innkeeper.logging.capture.ring.Ring;
import innkeeper.logging.capture.ring.RingHeader;
import innkeeper.logging.capture.ring.StreamBuffer;
import innkeeper.logging.index.Arrivals;
import innkeeper.logging.index.Read;
import innkeeper.logging.index.ServerStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves a server's bytes from the ring through the engines into the log, in the order in which the
 * reads returned. The writer's lock guards each method whose comment does not say otherwise.
 */
public final class CapturePipeline {

  /** The first action of the next step. */
  private enum State {
    /** The step first compares log and ring, and feeds the bytes that the log lacks again. */
    REPLAY,
    /**
     * The step first compares log and ring as for {@link #REPLAY}, and replaces each line by a
     * mark, because our own code failed on one of the lines.
     */
    MASKED_REPLAY,
    /** The engines have all processed bytes, and the log has the engines' output. */
    READY,
    CLOSED
  }

  static final long PAUSE_NANOS = 100_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(CapturePipeline.class);
  private static final long RETRY_NANOS = 250_000_000L;

  private final ProjectEngine engine;
  private final LogWriter writer;
  private final Ring ring;
  private final RingHeader header;
  private final ServerWatch server;
  private final boolean apart;

  /** Whether an earlier capture committed the ring. */
  private final boolean successor;

  private final Drops drops;
  private final Counts counts;
  private final Batch batch;
  private final Arrivals arrivals;
  private final List<StreamRedaction> streams;
  private final StreamPaces paces = new StreamPaces();
  private State state = State.REPLAY;
  private StreamJoin join;
  private Recovery found;
  private ReplayFilter replay;

  /** The number of dropped lines before the replay. */
  private long droppedBefore;

  /** The ends of the bytes whose arrival was recorded, by stream. */
  private volatile long[] noted;

  /**
   * The arrival time of the oldest byte that is not displayed yet; empty if all held bytes are
   * displayed.
   */
  private volatile Optional<Long> heldSince = Optional.empty();

  private volatile List<String> unfinished = List.of();

  /**
   * Creates a pipeline; {@link #open} must be called first.
   *
   * @param apart whether stdout and stderr arrive separately; a server with one FIFO joins them
   *     itself
   */
  CapturePipeline(
      ProjectEngine engine, LogWriter writer, Ring ring, ServerWatch server, boolean apart) {
    this.apart = apart;
    this.engine = engine;
    this.writer = writer;
    this.ring = ring;
    this.header = ring.header();
    this.successor = header.inode() != 0;
    this.server = server;
    this.drops = new Drops(header);
    this.counts = new Counts(header, drops, writer.file()::written);
    this.batch = new Batch(writer);
    this.arrivals = new Arrivals(batch, apart);
    this.streams =
        Stream.of(ServerStream.values())
            .map(stream -> new StreamRedaction(engine, ring.buffer(stream), header))
            .toList();
    this.noted = ring.ends();
  }

  public Counts counts() {
    return counts;
  }

  /** Returns the redacted beginnings of unfinished lines, at most one for each stream. */
  public List<String> unfinished() {
    return unfinished;
  }

  /** Returns the ends of the bytes whose arrival was recorded, by stream. */
  long[] noted() {
    return noted;
  }

  /** Returns the ends of the bytes that have arrived, by stream. */
  long[] read() {
    return ring.ends();
  }

  /** Returns the paces of the readers. Any thread may call this. */
  StreamPaces paces() {
    return paces;
  }

  boolean arriving(ServerStream stream) {
    return ring.buffer(stream).arriving();
  }

  /** Returns whether stdout and stderr arrive separately. */
  boolean apart() {
    return apart;
  }

  /** Ends the pipeline; a late flush then does nothing. */
  void close() throws IOException {
    state = State.CLOSED;
    unfinished = List.of();
    writer.close();
  }

  /**
   * Continues the work of the previous pipeline of this ring.
   *
   * @param masked whether marks replace the lines in the ring
   */
  void open(boolean masked) throws IOException {
    writer.ring(header, drops, arrivals);
    writer.open();
    state = masked ? State.MASKED_REPLAY : State.REPLAY;
    long heldBytes = ring.heldBytes();
    step(this::processAll);
    writer.attached();
    if (successor) {
      reportReplay(heldBytes);
    }
    rest();
  }

  private void reportReplay(long heldBytes) {
    LOG.debug(
        "replay done log={} heldBytes={} endFound={} skippedLines={} skippedBytes={} writtenLines={}",
        writer.name(),
        heldBytes,
        found.endFound(),
        replay.skippedLines(),
        replay.skippedBytes(),
        replay.forwardedLines() - (drops.total() - droppedBefore));
  }

  /** Closes the log file if the log contains all bytes and no more are expected soon. */
  private void rest() throws IOException {
    if (ring.empty() && !writer.dropping() && writer.file().lineEnd()) {
      writer.rest();
    }
  }

  private interface Work {
    void run(byte[] space) throws IOException;
  }

  /**
   * Runs one step. If it fails, the log may contain a part of its output, and a replay determines
   * the rest.
   */
  private void step(Work work) throws IOException {
    BatchBuffers lent = BatchBuffers.borrow();
    boolean again = state != State.READY;
    boolean masked = state == State.MASKED_REPLAY;
    state = again ? state : State.REPLAY;
    batch.begin(lent.clean);
    arrivals.begin();
    try {
      if (again) {
        replay(masked, lent.raw);
      }
      work.run(lent.raw);
      batch.flush();
    } finally {
      batch.end();
      lent.giveBack();
    }
    state = State.READY;
    settled();
  }

  private void replay(boolean masked, byte[] space) throws IOException {
    ring.rewind();
    engine.rewind();
    writer.open();
    found = Recovery.of(ring, writer);
    droppedBefore = drops.total();
    replay = new ReplayFilter(arrivals, found.lines(), found.torn());
    join = new StreamJoin(replay, header.open());
    for (StreamRedaction stream : streams) {
      stream.begin(join, masked, space);
    }
    counts.begin(lines(), redactions());
    if (!ring.empty()) {
      heldSince = Optional.of(System.nanoTime());
    }
    processAll(space);
    for (StreamRedaction stream : streams) {
      long end = noted[streams.indexOf(stream)];
      if (replay.missing() > 0 && stream.unfinished(end)) {
        // The log has more lines than the ring has raw lines: this line was written, and the host
        // ended it.
        stream.renew(end);
        replay.found();
      }
    }
    replay.end();
  }

  private void processAll(byte[] space) throws IOException {
    long[] ends = note();
    for (Optional<Read> read = ring.next(ends); read.isPresent(); read = ring.next(ends)) {
      arrivals.from(read.get());
      streams.get(read.get().stream().ordinal()).process(read.get(), space);
      ring.passed(read.get());
    }
  }

  private long lines() {
    return streams.stream().mapToLong(StreamRedaction::lines).sum();
  }

  private long redactions() {
    return streams.stream().mapToLong(StreamRedaction::redactions).sum();
  }

  /** Returns the buffer for the next read of a stream. Its reader calls this between two reads. */
  ByteBuffer slot(ServerStream stream) throws IOException {
    StreamBuffer buffer = ring.buffer(stream);
    ReadPace pace = paces.of(stream);
    if (!pace.makeRoom(writer.name(), buffer)) {
      step(space -> streams.get(stream.ordinal()).giveUpReplay(space));
      buffer.compact();
    }
    return pace.slot(buffer);
  }

  /** Records the end of a read. Only the reader calls this, without the lock. */
  void took(ServerStream stream, int bytes) {
    paces.took(ring.buffer(stream), noted[stream.ordinal()], bytes);
  }

  /**
   * Returns the buffer for the next read while another thread writes the last one. Only the reader
   * calls this, without the lock. Returns null if the reader must write first.
   */
  ByteBuffer ahead(ServerStream stream) {
    return paces.ahead(ring.buffer(stream));
  }

  /**
   * Marks the bytes in the FIFO as printed while no host ran, if this host is the first reader of
   * the log.
   */
  void waited(ServerStream stream, int bytes) {
    if (counts.inherited()) {
      ring.buffer(stream).late(bytes);
    }
  }

  /** Writes the last bytes before the end, also those of a read that was in progress. */
  void end() throws IOException {
    for (ServerStream stream : ServerStream.values()) {
      ring.buffer(stream).find();
    }
    catchUp();
    if (!ring.survives() && !ring.empty()) {
      step(this::finish);
    }
  }

  /** Writes all arrived bytes to the log. */
  void catchUp() throws IOException {
    long[] ends = note();
    if (state == State.READY && ring.next(ends).isEmpty()) {
      return;
    }
    resume();
    step(this::processAll);
  }

  /**
   * Does the same on a thread that must not wait for the disk. Returns whether there were bytes.
   */
  boolean help() {
    if (state != State.READY || ring.next(ring.ends()).isEmpty()) {
      return false;
    }
    try {
      catchUp();
    } catch (IOException e) {
      // The disk accepts no bytes, so the reader waits for it.
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      poisoned(e);
      return false;
    }
    return true;
  }

  /**
   * Records the arrived bytes and the server that prints them. The record of a server with new
   * secrets exists before the server's first byte. So no byte beyond the returned ends may be fed.
   */
  private long[] note() {
    long[] ends = ring.ends();
    long[] before = noted;
    if (ends[0] != before[0] || ends[1] != before[1]) {
      if (heldSince.isEmpty()) {
        heldSince = Optional.of(System.nanoTime());
      }
      noted = ends;
      counts.arrived();
      server.refresh();
    }
    return ends;
  }

  private void settled() {
    engine.settle();
    commit();
    unfinished = streams.stream().map(StreamRedaction::shown).filter(s -> !s.isEmpty()).toList();
    heldSince = ring.empty() ? Optional.empty() : heldSince;
    writer.settled();
  }

  /** Ends a drop, if the disk accepts bytes again and the ring can record that. */
  private void resume() {
    if (state == State.READY && writer.dropping()) {
      writer.resume(this::commit);
    }
  }

  private void commit() {
    List<Ring.Position> positions = streams.stream().map(StreamRedaction::position).toList();
    ring.commit(positions, writer.file().inode(), writer.file().bytes(), join.open());
    counts.keep(lines(), redactions());
  }

  /** Returns whether bytes are held that must appear after a pause. */
  boolean unsettled() {
    return heldSince.isPresent()
        || state == State.REPLAY
        || state == State.MASKED_REPLAY
        || writer.dropping();
  }

  /** Returns the nanoseconds until the next call; 0 for no further call. */
  long settle() {
    if (state == State.CLOSED) {
      return 0;
    }
    long since = heldSince.orElse(System.nanoTime() - PAUSE_NANOS);
    long left = PAUSE_NANOS - (System.nanoTime() - since);
    if (left > 0) {
      return left;
    }
    if (unsettled()) {
      flush(false);
    }
    return unsettled() ? RETRY_NANOS : 0;
  }

  /**
   * Displays the permitted part of unfinished lines.
   *
   * @param ended whether the server has ended, so that its lines are ended too
   * @return whether all bytes are in the log, or displayed
   */
  boolean flush(boolean ended) {
    if (state == State.CLOSED) {
      return false;
    }
    try {
      resume();
      step(ended ? this::finish : this::showUnfinished);
      heldSince = Optional.empty();
      if (ended) {
        rest();
      }
      return true;
    } catch (IOException e) {
      // The disk accepts no bytes. The ring contains all of them, and the next attempt starts from
      // there.
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      poisoned(e);
      return false;
    }
  }

  private void showUnfinished(byte[] space) throws IOException {
    processAll(space);
    for (StreamRedaction stream : streams) {
      stream.show(noted[streams.indexOf(stream)], space);
    }
  }

  private void finish(byte[] space) throws IOException {
    showUnfinished(space);
    for (ServerStream which : ServerStream.values()) {
      StreamRedaction stream = streams.get(which.ordinal());
      arrivals.from(which);
      if (stream.finish(join.open())) {
        stream.renew(noted[which.ordinal()]);
      }
    }
  }

  private void poisoned(Throwable e) {
    LOG.warn("output could not be read, its lines are masked log={}", writer.name(), e);
    state = State.MASKED_REPLAY;
  }
}
