package innkeeper.logging.capture;

import innkeeper.api.project.LogPolicy;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.logging.capture.ring.RingHeader;
import innkeeper.logging.file.Lines;
import innkeeper.logging.index.ActiveIndex;
import innkeeper.logging.index.Arrivals;
import innkeeper.redaction.ByteSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one project's log. It writes only redacted bytes, in whole lines if possible, and rotates
 * the log before its bound. While the disk accepts no bytes, it waits or drops lines.
 */
public final class LogWriter implements RotatableLog, ByteSink {

  private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
  private static final long RETRY_NANOS = 200_000_000L;
  private static final int MOST_ROOM = 8;
  private static final long ROOM = 1 << 20;
  private static final IOException NO_SPACE = new IOException("No space left on device");

  /** Guards file, ring and the capture's stream: one batch, flush or rotation runs at a time. */
  final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final String name;
  private final LogFile file;
  private final RotationClient rotation;
  private final RotationHold rotationHold;
  private final LongSupplier defaultMaxBytes;
  private final Runnable waitChanged;
  private volatile LogPolicy policy = LogPolicy.DEFAULT;
  private volatile boolean stopping;
  private volatile boolean attaching;
  private volatile String trouble = "";
  private volatile boolean partial;
  private long retryAt;
  private volatile Drops drops;
  private final ActiveIndex index;

  /** The arrival times of the bytes that are written. */
  private Arrivals arrivals;

  /**
   * Creates a writer; {@link #ring} must be called before the first write.
   *
   * @param waitChanged called when the log begins to wait for the disk, and when it no longer
   *     waits; returns at once
   */
  LogWriter(
      String name,
      Path path,
      ActiveIndex index,
      Supplier<Optional<Rotator>> rotator,
      LongSupplier defaultMaxBytes,
      Runnable waitChanged) {
    this.name = name;
    this.file = new LogFile(path);
    this.index = index;
    this.rotation = new RotationClient(rotator);
    this.rotationHold = new RotationHold(name, file, index, lock, changed, this::announce);
    this.defaultMaxBytes = defaultMaxBytes;
    this.waitChanged = waitChanged;
  }

  /** Connects the writer to the ring whose content it writes. */
  void ring(RingHeader ringHeader, Drops account, Arrivals times) {
    arrivals = times;
    rotationHold.ring(ringHeader);
    drops = account;
    file.trust(ringHeader.inode());
  }

  void policy(LogPolicy wanted) {
    policy = wanted;
  }

  public LogFile file() {
    return file;
  }

  /** Returns the index, which contains the arrival times of the file's lines. */
  public ActiveIndex index() {
    return index;
  }

  /** Returns the reason why the log cannot be written now; empty if it can. */
  public String trouble() {
    return trouble;
  }

  /**
   * Returns the reason why the server waits for the disk, without a path; empty if it does not
   * wait.
   */
  public String waiting() {
    String why = trouble;
    if (why.isEmpty() || dropping()) {
      return "";
    }
    return why.contains("/") ? "its log cannot be written" : why;
  }

  public boolean dropping() {
    Drops now = drops;
    return now != null && now.dropping();
  }

  /** Returns whether the file's last line is unfinished, as a line of more than one MiB may be. */
  public boolean partial() {
    return partial;
  }

  /** Runs the listener after each batch and each rotation, on the writer's thread. */
  public void listen(Runnable listener) {
    listeners.add(listener);
  }

  public void unlisten(Runnable listener) {
    listeners.remove(listener);
  }

  void announce() {
    if (file.lineEnd()) {
      changed.signalAll();
    }
    for (Runnable listener : listeners) {
      listener.run();
    }
  }

  /** Ends any wait for the disk. */
  void stop() {
    stopping = true;
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Records that all pending bytes were written. */
  void settled() {
    if (!trouble.isEmpty() && !dropping()) {
      LOG.info("log is written again log={}", name);
      trouble = "";
      waitChanged.run();
    }
    partial = !file.lineEnd();
    announce();
  }

  /** Records that log and ring were compared. */
  void attached() {
    attaching = false;
  }

  /** Prepares the writer for a new capture. */
  void restart() {
    stopping = false;
    attaching = true;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Path path() {
    return file.path();
  }

  @Override
  public long bytes() {
    return file.bytes();
  }

  @Override
  public long maxBytes() {
    return policy.maxBytes();
  }

  @Override
  public int maxFiles() {
    return policy.maxFiles();
  }

  /** Opens the log, so that no byte is read before it can be written. */
  void open() throws IOException {
    try {
      file.open();
      index.opened(file.inode(), file.bytes(), file.changedMillis());
    } catch (IOException e) {
      troubled(e);
      throw e;
    }
  }

  /** Closes the file, because no byte is expected soon. */
  void rest() throws IOException {
    index.leave();
    file.rest();
  }

  /** Closes the log, because no byte follows. */
  void close() throws IOException {
    if (!trouble.isEmpty()) {
      waitChanged.run();
    }
    index.leave();
    file.close();
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    int at = from;
    int to = from + length;
    while (at < to) {
      if (drops.dropping()) {
        drops.take(bytes, at, to - at, false);
        arrivals.skip(to - at);
        return;
      }
      int end = to;
      try {
        file.open();
        end = file.lineEnd() ? turnAhead(bytes, at, to) : Lines.afterFirst(bytes, at, to);
      } catch (IOException e) {
        refused(e);
      }
      if (!drops.dropping()) {
        at = put(bytes, at, end);
      }
      if (drops.dropping()) {
        drops.take(bytes, at, to - at, !file.lineEnd());
        arrivals.skip(to - at);
        return;
      }
    }
  }

  /**
   * Calls the rotator, at the end of a line, and returns the end of the bytes that fit into the
   * present file.
   */
  private int turnAhead(byte[] bytes, int from, int to) {
    long most = policy.maxBytes() > 0 ? policy.maxBytes() : defaultMaxBytes.getAsLong();
    long room = most - file.bytes();
    int end = to;
    if (to - from > room) {
      end = room <= 0 ? from : Lines.afterLast(bytes, from, from + (int) room);
      if (end == from) {
        end = Lines.afterFirst(bytes, from, to);
      }
    }
    if (!rotationHold.rotating()) {
      rotation.before(this, end - from);
    }
    return end;
  }

  private int put(byte[] bytes, int from, int to) throws IOException {
    BatchBuffers bench = BatchBuffers.borrow();
    ByteBuffer out = bench.out;
    int at = from;
    int freed = 0;
    try {
      while (at < to && !drops.dropping()) {
        out.clear();
        out.put(bytes, at, Math.min(out.capacity(), to - at)).flip();
        try {
          file.open();
          append(out, bytes, at);
          at += out.position();
        } catch (IOException e) {
          at += out.position();
          if (freed++ >= MOST_ROOM || !rotation.makeRoom(this, e, to - at)) {
            freed = 0;
            refused(e);
          }
        }
      }
      return at;
    } finally {
      bench.giveBack();
    }
  }

  private void append(ByteBuffer out, byte[] bytes, int from) throws IOException {
    try {
      file.append(out);
    } finally {
      int n = out.position();
      if (n > 0) {
        index.appended(file.inode(), file.bytes() - n, bytes, from, n, arrivals);
      }
    }
  }

  /**
   * Begins to drop lines, or throws. The ring contains all bytes, and a replay continues after the
   * written ones.
   */
  private void refused(IOException why) throws IOException {
    if (policy.whenFull() == LogPolicy.WhenFull.DROP) {
      LOG.warn("log cannot be written, lines are dropped log={} why={}", name, why.getMessage());
      trouble = why.getMessage();
      retryAt = System.nanoTime() + RETRY_NANOS;
      drops.take(new byte[0], 0, 0, !file.lineEnd());
    } else {
      troubled(why);
      throw why;
    }
  }

  private void troubled(IOException why) {
    String before = trouble;
    trouble = String.valueOf(why.getMessage());
    if (before.isEmpty()) {
      LOG.warn("log cannot be written, its server waits log={} why={}", name, why.getMessage());
    }
    if (!before.equals(trouble)) {
      waitChanged.run();
    }
  }

  /** Returns whether another attempt is useless, because the disk is still full. */
  boolean isFull(IOException why) {
    lock.lock();
    try {
      return RotationClient.noSpace(this, why)
          && file.crumbsOnly()
          && !rotation.makeRoom(this, why, ROOM);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tries to end a drop: it writes the torn line's rest, then the record of the dropped lines. The
   * ring must be committed up to this moment, so that a replay never takes the record for a
   * server's line.
   */
  void resume(Runnable commit) {
    if (!drops.dropping() || stopping || System.nanoTime() < retryAt) {
      return;
    }
    if (file.crumbsOnly()) {
      rotation.makeRoom(this, NO_SPACE, ROOM);
      retryAt = System.nanoTime() + RETRY_NANOS;
      return;
    }
    try {
      file.open();
      ByteBuffer rest = ByteBuffer.wrap(drops.rest());
      try {
        file.append(rest);
      } finally {
        drops.restWritten(rest.position());
      }
      commit.run();
      byte[] note = drops.note();
      if (note.length > 0) {
        turnAhead(note, 0, note.length);
        file.append(ByteBuffer.wrap(note));
        index.appended(file.inode(), file.bytes() - note.length, note);
      }
      drops.over();
      commit.run();
      trouble = "";
      announce();
      LOG.info("log is written again log={}", name);
    } catch (IOException e) {
      trouble = String.valueOf(e.getMessage());
      rotation.makeRoom(this, e, ROOM);
      retryAt = System.nanoTime() + RETRY_NANOS;
    }
  }

  Drops drops() {
    return drops;
  }

  @Override
  public void hold(Turn turn) throws IOException {
    rotationHold.run(turn, () -> attaching);
  }
}
