package innkeeper.logging.capture;

import innkeeper.logging.fifo.Fifo;
import innkeeper.logging.fifo.FifoPoller;
import innkeeper.logging.fifo.ServerFifos;
import innkeeper.logging.ring.Ring;
import innkeeper.logging.ring.ServerStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one server's output for as long as its FIFO is there, in one {@link CaptureSession} after
 * another. What becomes of the bytes is {@link CapturePipeline}'s affair. Whatever ends it — a
 * stop, a swap, a kill — the successor goes on from the ring.
 */
public final class Capture {

  private static final Logger LOG = LoggerFactory.getLogger(Capture.class);
  private static final long PAUSE_NANOS = 250_000_000L;
  private static final long LOCKED_NANOS = 50_000_000L;
  private static final int MOST_STARVED = 20;

  private final String name;
  private final Path path;
  private final Path ringPath;
  private final ProjectEngine engine;
  private final LogWriter writer;
  private final ServerWatch server;
  private final DelayedTasks idle;
  private final ReaderPool pool;
  private final FifoPoller poller;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private Ring memory;

  /** How often in a row memory ran out before anything was read. */
  private int starved;

  /** Whether what lies in the ring is to become marks: our own code failed on it. */
  private boolean masked;

  private volatile boolean stopping;
  private volatile boolean retiring;
  private volatile CaptureSession session;
  private volatile String trouble = "";

  /**
   * @param path of the FIFO's name; it may be another that the server writes to, see {@link
   *     FifoSource}
   * @param ringPath where unwritten output lies, in memory; null if there is no such place
   */
  Capture(
      Path path,
      Path ringPath,
      ProjectEngine engine,
      LogWriter writer,
      ServerWatch server,
      DelayedTasks idle,
      ReaderPool pool,
      FifoPoller poller) {
    this.name = writer.name();
    this.path = path;
    this.ringPath = ringPath;
    this.engine = engine;
    this.writer = writer;
    this.server = server;
    this.idle = idle;
    this.pool = pool;
    this.poller = poller;
  }

  void start() {
    pool.execute(this::begin);
  }

  /** Says that it is to end; {@link #join} waits for it. */
  void stop() {
    stopping = true;
    writer.stop();
    CaptureSession now = session;
    if (now != null) {
      now.leave();
    }
  }

  /**
   * It is to end, for another FIFO is to be read: once it has read all that lies in its own.
   *
   * @param then called once, on whichever thread
   */
  void retire(Runnable then) {
    retiring = true;
    new RetirementWait(this, idle, then).run();
  }

  boolean retiring() {
    return retiring;
  }

  boolean join(long millis) throws InterruptedException {
    try {
      ended.get(Math.max(1, millis), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      LOG.debug("capture has not ended yet log={}", name, e);
      return false;
    }
  }

  public LogWriter writer() {
    return writer;
  }

  /** Null while nothing is read. */
  public CapturePipeline pipeline() {
    CaptureSession now = session;
    return now == null ? null : now.pipeline();
  }

  /** Why nothing is captured; empty when all is well. */
  String trouble() {
    return trouble;
  }

  /** Whether it is still on its way to its FIFO. */
  boolean opening() {
    return fifo(ServerStream.STDOUT) == null && !stopping;
  }

  /** Looks for a new incarnation now rather than with its first output. */
  void refresh() {
    server.refresh();
  }

  /** Whether it reads that FIFO, or none for that stream as yet. */
  boolean mayRead(ServerStream stream, long inode) {
    Fifo now = fifo(stream);
    return now == null || now.inode() == inode;
  }

  /** Null while it reads none. */
  private Fifo fifo(ServerStream stream) {
    CaptureSession now = session;
    return now == null ? null : now.fifo(stream);
  }

  /** On a thread of the pool, as is all that follows from it. */
  private void begin() {
    if (stopping) {
      ended.complete(null);
      return;
    }
    try {
      if (!ReaderLock.take(path.toString(), poller.thread())) {
        trouble = "its former reader has not ended yet";
        pool.later(this::begin, LOCKED_NANOS);
        return;
      }
    } catch (OutOfMemoryError none) {
      failed(none);
      pool.later(this::begin, PAUSE_NANOS);
      return;
    }
    try {
      open();
    } catch (IOException | RuntimeException | Error e) {
      over(e);
    }
  }

  private void open() throws IOException {
    server.refresh();
    Fifo out = Fifo.open(path.getParent(), name, ServerStream.STDOUT, poller.calls());
    try {
      Ring ring = ring();
      CapturePipeline pipeline = new CapturePipeline(engine, writer, ring, server, hasErrors());
      compare(
          new CaptureSession(pipeline, writer, pool, poller, this::settleLater, e -> over(e, ring)),
          out);
    } catch (IOException | RuntimeException | Error e) {
      out.close();
      throw e;
    }
  }

  /** Nothing is read before the log has what the ring holds. */
  private void compare(CaptureSession next, Fifo out) throws IOException {
    if (stopping) {
      out.close();
      next.pipeline().close();
      over(null);
    } else if (pool.attempt(
        writer,
        this::stopping,
        () -> next.pipeline().open(masked),
        () -> compareAgain(next, out))) {
      masked = false;
      starved = 0;
      trouble = "";
      session = next;
      noteWaiting(next, ServerStream.STDOUT, out);
      next.read(ServerStream.STDOUT, out);
      openErrors();
      settleLater();
      if (stopping) {
        next.leave();
      }
    }
  }

  private void compareAgain(CaptureSession next, Fifo out) {
    try {
      compare(next, out);
    } catch (IOException | RuntimeException | Error e) {
      over(e);
    }
  }

  private void over(Throwable why, Ring ring) {
    session = null;
    try {
      forget(ring);
    } catch (IOException e) {
      LOG.warn("ring could not be removed log={}", name, e);
    }
    over(why);
  }

  /** A session has ended, or could not begin. */
  private void over(Throwable why) {
    session = null;
    ReaderLock.release(path.toString(), poller.thread());
    if (stopping) {
      ended.complete(null);
    } else if (why == null) {
      start();
    } else {
      if (why instanceof OutOfMemoryError) {
        // Seldom the bytes' fault: only what fails again and again is masked.
        masked = ++starved > MOST_STARVED;
      } else {
        // Whatever the bytes did to us, they do not get through: the next try masks them.
        masked |= !(why instanceof IOException);
      }
      failed(why);
      pool.later(this::begin, PAUSE_NANOS);
    }
  }

  private void failed(Throwable e) {
    String why = e.getMessage() == null ? e.toString() : e.getMessage();
    if (!why.equals(trouble)) {
      trouble = why;
      LOG.warn("capture failed, trying again log={}", name, e);
    }
  }

  /**
   * Takes up stderr's FIFO, if there is one and none is read yet: with a session, and when the
   * first wrapper comes that makes one.
   */
  void openErrors() {
    CaptureSession now = session;
    if (now == null || now.fifo(ServerStream.STDERR) != null || stopping || retiring) {
      return;
    }
    try {
      if (!hasErrors()) {
        return;
      }
      if (!now.pipeline().apart()) {
        // The next session notes for each line the stream that it came from.
        now.leave();
        return;
      }
      Fifo err = Fifo.open(path.getParent(), name, ServerStream.STDERR, poller.calls());
      noteWaiting(now, ServerStream.STDERR, err);
      now.read(ServerStream.STDERR, err);
    } catch (IOException e) {
      failed(e);
      now.leave();
    }
  }

  /** What a server of an earlier host has printed since that host ended. */
  private void noteWaiting(CaptureSession now, ServerStream stream, Fifo fifo) throws IOException {
    if (server.olderThanHost()) {
      now.pipeline().waited(stream, fifo.available());
    }
  }

  private boolean hasErrors() throws IOException {
    return ServerFifos.of(path.getParent(), name).find(ServerStream.STDERR).isPresent();
  }

  private Ring ring() throws IOException {
    if (memory == null && ringPath != null) {
      try {
        return Ring.open(ringPath);
      } catch (IOException e) {
        LOG.warn("unwritten output is in this process only, a crash loses it log={}", name, e);
      }
    }
    if (memory == null) {
      memory = Ring.inMemory();
    }
    return memory;
  }

  private void settleLater() {
    CapturePipeline now = pipeline();
    if (now != null && now.unsettled()) {
      idle.later(this::settle, CapturePipeline.PAUSE_NANOS, this);
    }
  }

  /** A ring whose FIFO was taken away and that holds nothing has done its work. */
  private void forget(Ring ring) throws IOException {
    if (ring.survives() && ring.empty() && !Files.exists(path)) {
      Ring.delete(ringPath);
    }
  }

  /** On the shared thread: shows an unfinished line, ends a drop, tries again what failed. */
  private void settle() {
    CapturePipeline now = pipeline();
    if (now == null || stopping) {
      return;
    }
    long wait = 10_000_000L;
    boolean failed = true;
    try {
      if (writer.lock.tryLock()) {
        try {
          wait = now.settle();
        } finally {
          writer.lock.unlock();
        }
      }
      failed = false;
    } finally {
      if (failed || wait > 0) {
        idle.later(this::settle, failed ? PAUSE_NANOS : wait, this);
      }
    }
  }

  /** Completes when all that lies in the FIFOs now is in the log. */
  public CompletableFuture<Void> drained() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    new DrainWait(this, idle, server, done).run();
    return done;
  }

  /** Bytes that lie in each FIFO, by stream. */
  long[] unread() throws IOException {
    Fifo out = fifo(ServerStream.STDOUT);
    if (out == null) {
      throw new IOException("the FIFO is not open");
    }
    Fifo err = fifo(ServerStream.STDERR);
    return new long[] {out.available(), err == null ? 0 : err.available()};
  }

  boolean stopping() {
    return stopping;
  }
}
