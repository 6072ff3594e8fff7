package innkeeper.logging.capture;

import innkeeper.logging.index.Arrivals;
import innkeeper.logging.read.Batch;
import innkeeper.logging.ring.Read;
import innkeeper.logging.ring.Ring;
import innkeeper.logging.ring.RingHeader;
import innkeeper.logging.ring.ServerStream;
import innkeeper.logging.ring.StreamBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a server's bytes from the ring through the engines into the log: each read in the
 * order in which the reads returned. All under the writer's lock, but for {@link #took} and {@link
 * #ahead}.
 */
public final class CapturePipeline {

  /** What the next step has to begin with. */
  private enum State {
    /** Log and ring are to be compared, and what the log lacks is to be fed again. */
    REPLAY,
    /** The same, and each line becomes a mark: our own code failed on one of them. */
    MASKED_REPLAY,
    /** The engines have all that is processed, and the log what they gave. */
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
  private final Drops drops;
  private final Counts counts;
  private final Batch batch;
  private final Arrivals arrivals;
  private final List<StreamRedaction> streams;
  private final StreamPaces paces = new StreamPaces();
  private State state = State.REPLAY;
  private StreamJoin join;
  private ReplayFilter replay;

  /** Where the bytes end that were noted as having come. */
  private volatile long[] noted;

  /** When the oldest byte came that was not shown yet; empty if all that is held is shown. */
  private volatile Optional<Long> heldSince = Optional.empty();

  private volatile List<String> unfinished = List.of();

  /**
   * @param apart whether stdout and stderr come apart; a server with one FIFO joins them itself
   */
  CapturePipeline(
      ProjectEngine engine, LogWriter writer, Ring ring, ServerWatch server, boolean apart) {
    this.apart = apart;
    this.engine = engine;
    this.writer = writer;
    this.ring = ring;
    this.header = ring.header();
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

  /** The redacted beginnings of lines that no line end came for, one for each stream at most. */
  public List<String> unfinished() {
    return unfinished;
  }

  /** Where the bytes end that are noted, by stream. */
  long[] noted() {
    return noted;
  }

  /** Where the bytes end that have come, by stream. */
  long[] read() {
    return ring.ends();
  }

  /** Whether more comes than one thread can read and write. */
  boolean hasty(ServerStream stream) {
    return paces.of(stream).hasty();
  }

  /** The same of one that prints to this stream alone. */
  boolean floods(ServerStream stream) {
    return paces.floods(stream);
  }

  boolean arriving(ServerStream stream) {
    return ring.buffer(stream).arriving();
  }

  /** Whether stdout and stderr come apart. */
  boolean apart() {
    return apart;
  }

  /** Both streams have a reader from now on. */
  void attached() {
    paces.both();
  }

  /** Ends it; a late flush finds nothing to do. */
  void close() throws IOException {
    state = State.CLOSED;
    unfinished = List.of();
    writer.close();
  }

  /**
   * Takes over from whoever was here before.
   *
   * @param masked whether what lies in the ring is to become marks
   */
  void open(boolean masked) throws IOException {
    writer.ring(header, drops, arrivals);
    writer.open();
    state = masked ? State.MASKED_REPLAY : State.REPLAY;
    step(this::processAll);
    writer.attached();
    rest();
  }

  /** All is in the log, and more is not in sight. */
  private void rest() throws IOException {
    if (ring.empty() && !writer.dropping() && writer.file().lineEnd()) {
      writer.rest();
    }
  }

  private interface Work {
    void run(byte[] space) throws IOException;
  }

  /** If it fails, the log may have a part of what it gave: then a replay finds out how much. */
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
    Recovery found = Recovery.of(ring, writer);
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
        // The log has more lines than we hold raw: this one was written, and ended by us.
        stream.renew(end);
        replay.found();
      }
    }
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

  /** Where the next read of that stream goes. Called by its reader, between two reads. */
  ByteBuffer slot(ServerStream stream) throws IOException {
    StreamBuffer buffer = ring.buffer(stream);
    ReadPace pace = paces.of(stream);
    if (!RingSpace.make(writer.name(), buffer, pace)) {
      step(space -> streams.get(stream.ordinal()).giveUpReplay(space));
      buffer.compact();
    }
    return pace.slot(buffer.slot(pace.fast()));
  }

  /** A read has ended. The reader's own, without the lock. */
  void took(ServerStream stream, int bytes) {
    paces.took(ring.buffer(stream), noted[stream.ordinal()], bytes);
  }

  /**
   * Where the next read goes while this one is still being written, by another thread. Null if the
   * reader is to write first.
   */
  ByteBuffer ahead(ServerStream stream) {
    return paces.ahead(ring.buffer(stream));
  }

  /** What lies in the FIFO now was printed while no host ran, if this host is the first to look. */
  void waited(ServerStream stream, int bytes) {
    if (counts.inherited()) {
      ring.buffer(stream).late(bytes);
    }
  }

  /** Before it goes: what a woken read has brought. */
  void end() throws IOException {
    for (ServerStream stream : ServerStream.values()) {
      ring.buffer(stream).find();
    }
    catchUp();
    if (!ring.survives() && !ring.empty()) {
      step(this::finish);
    }
  }

  /** Brings what has come into the log. */
  void catchUp() throws IOException {
    long[] ends = note();
    if (state == State.READY && ring.next(ends).isEmpty()) {
      return;
    }
    resume();
    step(this::processAll);
  }

  /** The same on a thread that must not wait for the disk. Returns whether there was something. */
  boolean help() {
    if (state != State.READY || ring.next(ring.ends()).isEmpty()) {
      return false;
    }
    try {
      catchUp();
    } catch (IOException e) {
      // The disk takes nothing: the reader waits for it.
      return false;
    } catch (RuntimeException | StackOverflowError e) {
      poisoned(e);
      return false;
    }
    return true;
  }

  /**
   * Takes note of what has come, and of who prints it: a record that names new secrets was there
   * before the first byte of its server, so nothing beyond the ends that are returned may be fed.
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
    counts.update(lines(), redactions());
    unfinished = streams.stream().map(StreamRedaction::shown).filter(s -> !s.isEmpty()).toList();
    heldSince = ring.empty() ? Optional.empty() : heldSince;
    writer.settled();
  }

  /** Ends a drop, if the disk takes something again and the ring can say so. */
  private void resume() {
    if (state == State.READY && writer.dropping()) {
      writer.resume(this::commit);
    }
  }

  private List<Ring.Position> positions() {
    return streams.stream().map(StreamRedaction::position).toList();
  }

  private void commit() {
    ring.commit(positions(), writer.file().inode(), writer.file().bytes(), join.open());
    counts.keep(lines(), redactions());
  }

  /** Whether something is held that a pause should bring out. */
  boolean unsettled() {
    return heldSince.isPresent()
        || state == State.REPLAY
        || state == State.MASKED_REPLAY
        || writer.dropping();
  }

  /** Returns in how many nanoseconds to come again; 0 for not at all. */
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
   * Makes visible what may be shown of unfinished lines.
   *
   * @param ended whether the server has ended: then its lines are ended
   * @return whether all is in the log, or shown
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
      // The disk takes nothing. The ring has it all; the next try starts from there.
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
