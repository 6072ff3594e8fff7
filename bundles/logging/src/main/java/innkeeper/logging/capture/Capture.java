package innkeeper.logging.capture;

import innkeeper.logging.capture.fifo.Fifo;
import innkeeper.logging.capture.fifo.FifoPoller;
import innkeeper.logging.capture.fifo.ServerFifos;
import innkeeper.logging.capture.ring.Ring;
import innkeeper.logging.index.ServerStream;
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
 * Reads one server's output while its FIFO exists, in successive {@link CaptureSession}s. {@link
 * CapturePipeline} processes the bytes. After a stop, a bundle swap or a kill, the successor
 * continues from the ring.
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

  /** The number of consecutive times that memory ran out before a byte was read. */
  private int starved;

  /** Whether marks replace the bytes in the ring, because our own code failed on them. */
  private boolean masked;

  private volatile boolean stopping;
  private volatile boolean retiring;
  private volatile CaptureSession session;
  private volatile String trouble = "";

  /**
   * Creates a capture; {@link #start} starts it.
   *
   * @param path the name of the FIFO; the server may write to another FIFO, see {@link FifoSource}
   * @param ringPath the file in memory for unwritten output; null if no directory in memory exists
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

  /** Asks the capture to end; {@link #join} waits for its end. */
  void stop() {
    stopping = true;
    writer.stop();
    CaptureSession now = session;
    if (now != null) {
      now.leave();
    }
  }

  /**
   * Asks the capture to end after it has read all bytes in its FIFO, because another FIFO replaces
   * it.
   *
   * @param then called once, on any thread
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

  /** Returns the pipeline; null while no session reads. */
  public CapturePipeline pipeline() {
    CaptureSession now = session;
    return now == null ? null : now.pipeline();
  }

  /** Returns the reason why no output is captured; empty if the capture works. */
  String trouble() {
    return trouble;
  }

  /** Returns whether the capture has not opened its FIFO yet. */
  boolean opening() {
    return fifo(ServerStream.STDOUT) == null && !stopping;
  }

  /** Checks for a new incarnation now, and not only with its first output. */
  void refresh() {
    server.refresh();
  }

  /** Returns whether the capture reads that FIFO, or no FIFO of that stream yet. */
  boolean mayRead(ServerStream stream, long inode) {
    Fifo now = fifo(stream);
    return now == null || now.inode() == inode;
  }

  /** Returns the FIFO of a stream; null if the capture does not read that stream. */
  private Fifo fifo(ServerStream stream) {
    CaptureSession now = session;
    return now == null ? null : now.fifo(stream);
  }

  /** Begins a session, on a thread of the pool like all later steps. */
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

  /**
   * Compares ring and log before the first read, so that the log contains the content of the ring.
   */
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

  /** Ends a session, or the attempt to begin one, and schedules the next. */
  private void over(Throwable why) {
    session = null;
    ReaderLock.release(path.toString(), poller.thread());
    if (stopping) {
      ended.complete(null);
    } else if (why == null) {
      start();
    } else {
      if (why instanceof OutOfMemoryError) {
        // The bytes are seldom the reason for a lack of memory, so they are masked only after
        // repeated failures.
        masked = ++starved > MOST_STARVED;
      } else {
        // Our own code failed on these bytes, so the next attempt masks them.
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
   * Opens stderr's FIFO if it exists and is not read yet: at the beginning of a session, and when
   * the first wrapper that creates such a FIFO starts.
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
        // The next session records the stream of each line.
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

  /** Marks the bytes that a server of an earlier host printed after the end of that host. */
  private void noteWaiting(CaptureSession now, ServerStream stream, Fifo fifo) throws IOException {
    if (server.olderThanHost()) {
      now.pipeline().waited(stream, fifo.available());
    }
  }

  private boolean hasErrors() throws IOException {
    return new ServerFifos(path.getParent(), name).find(ServerStream.STDERR).isPresent();
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

  /** Deletes a ring that is empty and whose FIFO was removed. */
  private void forget(Ring ring) throws IOException {
    if (ring.survives() && ring.empty() && !Files.exists(path)) {
      Ring.delete(ringPath);
    }
  }

  /** Displays an unfinished line, ends a drop, and retries failed work, on the shared thread. */
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

  /** Returns a future that completes when the log contains all bytes that are in the FIFOs now. */
  public CompletableFuture<Void> drained() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    new DrainWait(this, idle, server, done).run();
    return done;
  }

  /** Returns the number of bytes in each FIFO, by stream. */
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
