package innkeeper.logging.capture;

import innkeeper.logging.file.Lines;
import innkeeper.logging.read.Batch;
import innkeeper.redaction.Engine;
import innkeeper.redaction.RedactingStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a server's bytes from the ring through the engine into the log. All under the writer's
 * lock. The ring's {@code start} is where a replay may begin, {@code fed} is how far the engine has
 * got; an unfinished line is fed only when the server pauses in it.
 */
public final class CapturePipeline {

  static final long PAUSE_NANOS = 100_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(CapturePipeline.class);
  private static final int MOST_HASTE = 32;
  private static final long RETRY_NANOS = 250_000_000L;
  private static final byte[] MASKED = "[REDACTED]\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BLOCK =
      "-----BEGIN PRIVATE KEY-----\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LINE_END = {'\n'};

  private final Engine engine;
  private final LogWriter writer;
  private final Ring ring;
  private final RingHeader header;
  private final ServerWatch server;
  private final Thread owner;
  private final Drops drops;
  private final Counts counts;
  private final Batch batch;
  private RedactingStream stream;
  private ReplayFilter resume;
  private int fed;
  private boolean masking;
  private boolean busy;
  private boolean broken;
  private boolean poisoned;
  private boolean closed;
  private boolean fast;
  private boolean flushed;
  private int slotBytes;

  /** How often of late there was more than could be written, up to {@link #MOST_HASTE}. */
  private volatile int haste;

  private volatile long taken;

  /** When the oldest byte came that was not shown yet. */
  private volatile long heldSince = System.nanoTime();

  CapturePipeline(Engine engine, LogWriter writer, Ring ring, ServerWatch server, Thread owner) {
    this.engine = engine;
    this.writer = writer;
    this.ring = ring;
    this.header = ring.header();
    this.server = server;
    this.owner = owner;
    this.drops = new Drops(header);
    this.counts = new Counts(header, drops);
    this.batch = new Batch(writer);
  }

  public Counts counts() {
    return counts;
  }

  boolean survives() {
    return ring.survives();
  }

  /** Bytes that were noted as having come. */
  long taken() {
    return taken;
  }

  /** Bytes that have come. */
  long read() {
    return ring.taken();
  }

  boolean arriving() {
    return ring.arriving();
  }

  /** While its thread waits for the disk in the middle of a batch, others must not touch it. */
  void busy(boolean now) {
    busy = now;
  }

  /** Ends it; a late flush finds nothing to do. */
  ByteBuffer close() throws IOException {
    closed = true;
    writer.file().close();
    return null;
  }

  /** Takes over from whoever was here before. */
  void open(boolean masked) throws IOException {
    writer.ring(header, drops);
    writer.open(owner);
    poisoned = masked;
    taken = ring.taken();
    recover();
    writer.attached();
    rest();
  }

  /** All is in the log, and more is not in sight. */
  private void rest() throws IOException {
    if (ring.end() == ring.start() && !writer.dropping() && writer.file().lineEnd()) {
      writer.file().rest();
    }
  }

  private void recover() throws IOException {
    boolean masked = poisoned;
    broken = true;
    Recovery found = Recovery.of(ring, writer);
    resume = new ReplayFilter(batch, found.lines(), found.torn());
    stream = engine.stream(resume);
    fed = ring.start();
    masking = header.mode() == RingHeader.WITHIN_LINE;
    if (header.mode() != RingHeader.NEUTRAL || masked) {
      resume.mute(true);
      stream.write(BLOCK, 0, BLOCK.length);
      resume.mute(false);
    }
    broken = false;
    counts.begin(stream);
    if (masked) {
      mask();
    } else {
      feed(note());
    }
    if (resume.missing() > 0) {
      // The log has more lines than we hold raw: all of it was written, and ended by us.
      renew();
    }
    poisoned = false;
    settled();
  }

  /** For bytes that our own code could not digest: a mark for each of their lines. */
  private void mask() throws IOException {
    int end = ring.lastLineEnd(fed, ring.end()) + 1;
    BatchBuffers bench = BatchBuffers.borrow();
    try {
      while (fed < end) {
        int n = Math.min(bench.raw.length, end - fed);
        ring.copy(fed, bench.raw, n);
        for (int lines = Lines.count(bench.raw, 0, n); lines > 0; lines--) {
          resume.write(MASKED, 0, MASKED.length);
          counts.masked();
        }
        fed += n;
      }
    } finally {
      bench.giveBack();
    }
    masking = fed < ring.end();
    fed = ring.end();
  }

  ByteBuffer slot() throws IOException {
    makeRoom();
    ByteBuffer slot = ring.slot(fast);
    slotBytes = slot.remaining();
    return slot;
  }

  /** A read has ended. The reader's own, without the lock. */
  void took(int bytes) {
    boolean behind = bytes == Ring.SLOT || ring.taken() > taken;
    ring.took(bytes);
    fast |= bytes == slotBytes;
    haste = behind ? Math.min(haste + 1, MOST_HASTE) : Math.max(0, haste - 1);
  }

  /** Whether it pays to read on while another thread writes. */
  boolean hasty() {
    return haste > MOST_HASTE / 2;
  }

  /** Where the next read goes while this one is still being written; null if there is no room. */
  ByteBuffer ahead() {
    ByteBuffer slot = ring.ahead();
    if (slot != null) {
      slotBytes = slot.remaining();
    }
    return slot;
  }

  /** Before it goes: what a woken read has brought. */
  void end() throws IOException {
    ring.find();
    catchUp();
    if (!ring.survives() && ring.end() > ring.start()) {
      feed(ring.end());
      stream.finish();
    }
  }

  /** Brings what has come into the log. */
  void catchUp() throws IOException {
    long before = taken;
    int end = note();
    if (broken) {
      recover();
      return;
    }
    if (taken == before) {
      return;
    }
    if (writer.dropping() && fed == ring.start()) {
      writer.resume(this::commit);
    }
    int whole = ring.lastLineEnd(fed, end) + 1;
    if (whole > 0) {
      feed(whole);
      heldSince = System.nanoTime();
    } else if (end - fed >= BatchBuffers.SIZE) {
      feed(end);
    }
    settled();
  }

  /** The same on a thread that must not wait for the disk. Returns whether there was something. */
  boolean help() {
    if (busy || closed || broken || ring.taken() == taken) {
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
   * before the first byte of its server, so nothing beyond the end that is returned may be fed.
   */
  private int note() {
    long all;
    int end;
    synchronized (header) {
      all = ring.taken();
      end = ring.end();
    }
    long bytes = all - taken;
    if (bytes > 0) {
      if (flushed || fed == end - bytes) {
        heldSince = System.nanoTime();
      }
      taken = all;
      counts.arrived();
      flushed = false;
      server.refresh();
    }
    return end;
  }

  private void feed(int to) throws IOException {
    broken = true;
    BatchBuffers bench = BatchBuffers.borrow();
    batch.begin(bench.clean);
    try {
      while (fed < to) {
        int n = Math.min(bench.raw.length, to - fed);
        ring.copy(fed, bench.raw, n);
        if (fed + n < to) {
          // Cut where a line ends: the engine would keep the rest of it apart.
          int whole = Lines.afterLast(bench.raw, 0, n);
          n = whole > 0 ? whole : n;
        }
        feed(bench.raw, n);
        fed += n;
      }
      batch.flush();
    } finally {
      batch.end();
      bench.giveBack();
    }
    broken = false;
  }

  private void feed(byte[] bytes, int length) throws IOException {
    int from = 0;
    if (masking) {
      from = Lines.afterFirst(bytes, 0, length);
      if (bytes[from - 1] != '\n') {
        return;
      }
      resume.write(MASKED, 0, MASKED.length);
      masking = false;
    }
    if (from < length) {
      stream.write(bytes, from, length - from);
    }
  }

  private void settled() {
    commit();
    counts.update(stream);
    writer.partial(false);
    writer.announce();
  }

  private void commit() {
    if (!masking && stream.neutral()) {
      ring.commit(fed, RingHeader.NEUTRAL, writer.file().inode(), writer.file().bytes(), 0);
      fed = ring.start();
      counts.keep(stream);
    }
  }

  private void makeRoom() throws IOException {
    if (ring.end() - ring.start() <= Ring.LEAST_SLOT || ring.room() < Ring.SLOT) {
      fed -= ring.compact();
    }
    if (ring.end() == 0 && ring.capacity() > Ring.BUSY && !hasty()) {
      ring.shrink();
    }
    if (hasty() && ring.capacity() < Ring.AHEAD) {
      grow(Ring.AHEAD);
    } else if (fast && ring.capacity() < Ring.BUSY || ring.room() < Ring.LEAST_SLOT) {
      grow(Math.max(Ring.BUSY, ring.capacity() * 2));
    }
    if (ring.room() == 0) {
      giveUpReplay();
    }
  }

  private void grow(int bytes) {
    int wanted = Math.min(Ring.MOST, bytes);
    if (wanted <= ring.capacity()) {
      return;
    }
    try {
      ring.grow(wanted);
    } catch (IOException e) {
      fast = false;
      haste = 0;
      LOG.warn("no memory for a bigger ring log={} bytes={}", writer.name(), wanted, e);
    }
  }

  /**
   * A line or key block longer than the ring: its beginning can no longer be held for a replay. If
   * we are killed within it, the successor shows the rest of it as a mark.
   */
  private void giveUpReplay() throws IOException {
    if (fed < ring.end()) {
      feed(ring.end());
    }
    // Half of it is given free in any case, else nothing could be moved to the front.
    int at = (int) (fed - Math.min(stream.heldBytes(), ring.capacity() / 2));
    ring.commit(
        at,
        writer.file().lineEnd() && stream.heldBytes() == 0
            ? RingHeader.WITHIN_BLOCK
            : RingHeader.WITHIN_LINE,
        writer.file().inode(),
        writer.file().bytes(),
        0);
    fed = ring.end() == 0 ? 0 : fed;
    fed -= ring.compact();
  }

  /** Whether something is held that a pause should bring out. */
  boolean unsettled() {
    return !flushed && ring.end() > ring.start() || broken || writer.dropping();
  }

  /** Returns in how many nanoseconds to come again; 0 for not at all. */
  long settle() {
    if (closed) {
      return 0;
    }
    if (busy) {
      return PAUSE_NANOS;
    }
    long left = PAUSE_NANOS - (System.nanoTime() - heldSince);
    if (left > 0 && unsettled()) {
      return left;
    }
    if (unsettled()) {
      flush(false);
    }
    return broken || writer.dropping() ? RETRY_NANOS : 0;
  }

  /**
   * Brings out what may be shown of an unfinished line.
   *
   * @param ended whether the server has ended: then all of it, and its line is ended
   * @return whether all is in the log
   */
  boolean flush(boolean ended) {
    if (busy || closed) {
      return false;
    }
    try {
      if (broken) {
        recover();
      }
      if (writer.dropping() && fed == ring.start()) {
        writer.resume(this::commit);
      }
      feed(note());
      broken = true;
      stream.flushPartial();
      flushed = true;
      if (ended) {
        finish();
      }
      broken = false;
      settled();
      writer.partial(!writer.file().lineEnd());
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

  private void poisoned(Throwable e) {
    LOG.warn("output could not be read, its lines are masked log={}", writer.name(), e);
    poisoned = true;
    broken = true;
  }

  private void finish() throws IOException {
    boolean within = masking || !stream.neutral();
    stream.finish();
    if (masking) {
      resume.write(MASKED, 0, MASKED.length - 1);
    }
    if (!writer.file().lineEnd()) {
      resume.write(LINE_END, 0, 1);
    }
    if (within) {
      renew();
    }
  }

  private void renew() {
    counts.keep(stream);
    resume = new ReplayFilter(batch, 0, new byte[0]);
    stream = engine.stream(resume);
    masking = false;
    fed = ring.end();
    counts.begin(stream);
    commit();
  }
}
