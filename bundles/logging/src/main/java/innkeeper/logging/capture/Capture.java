package innkeeper.logging.capture;

import innkeeper.api.thread.WatchedThread;
import innkeeper.logging.ring.Ring;
import innkeeper.logging.ring.ServerStream;
import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one server's output for as long as its FIFO is there: this thread sleeps in read(2) of
 * stdout's, {@link ErrorsReader} in that of stderr's. What becomes of the bytes is {@link
 * CapturePipeline}'s affair. Whatever ends it — a stop, a swap, a kill — the successor goes on from
 * the ring.
 */
public final class Capture implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Capture.class);
  private static final long STACK_BYTES = 192 * 1024;
  private static final long PAUSE_NANOS = 250_000_000L;
  private static final int MOST_STARVED = 20;

  private final String name;
  private final Path path;
  private final Path ringPath;
  private final Engine engine;
  private final LogWriter writer;
  private final ServerWatch server;
  private final DelayedTasks idle;
  private final Thread thread;
  private final Helper helper;
  private Ring memory;

  /** The thread's own: how often in a row memory ran out before anything was read. */
  private int starved;

  private volatile boolean stopping;
  private volatile boolean retiring;
  private volatile Fifo fifo;

  /** Null while stderr has no FIFO of its own. */
  private volatile ErrorsReader errors;

  /** Why the thread that reads stderr ended. */
  private volatile Throwable errorsFailed;

  private volatile CapturePipeline pipeline;
  private volatile String trouble = "";

  /**
   * @param path of the FIFO's name; it may be another that the server writes to, see {@link Source}
   * @param ringPath where unwritten output lies, in memory; null if there is no such place
   */
  Capture(
      Path path,
      Path ringPath,
      Engine engine,
      LogWriter writer,
      ServerWatch server,
      DelayedTasks idle) {
    this.name = writer.name();
    this.path = path;
    this.ringPath = ringPath;
    this.engine = engine;
    this.writer = writer;
    this.server = server;
    this.idle = idle;
    helper = new Helper(name, STACK_BYTES);
    thread = new WatchedThread("log " + name, STACK_BYTES, this);
  }

  /**
   * @throws OutOfMemoryError if the system gives no thread; it may then be called again
   */
  void start() {
    thread.start();
  }

  /** Says that it is to end; {@link #join} waits for it. */
  void stop() {
    stopping = true;
    writer.stop();
    LockSupport.unpark(thread);
    closeFifos();
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
    thread.join(Math.max(1, millis));
    return !thread.isAlive();
  }

  public LogWriter writer() {
    return writer;
  }

  public CapturePipeline pipeline() {
    return pipeline;
  }

  /** Why nothing is captured; empty when all is well. */
  String trouble() {
    return trouble;
  }

  /** Whether it is still on its way to its FIFO. */
  boolean opening() {
    return fifo == null && !stopping;
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
    ErrorsReader err = errors;
    return stream == ServerStream.STDOUT ? fifo : err == null ? null : err.fifo();
  }

  @Override
  public void run() {
    boolean masked = false;
    while (!stopping) {
      Thread former = ReaderLock.take(path.toString());
      if (former != null) {
        trouble = "its former reader has not ended yet";
        await(former);
        continue;
      }
      try {
        masked = session(masked);
      } catch (StoppedException e) {
        LOG.info("capture stopped, unwritten output is kept log={} why={}", name, e.getMessage());
      } catch (IOException e) {
        failed(e);
      } catch (OutOfMemoryError e) {
        // Seldom the bytes' fault: only what fails again and again is masked.
        masked = ++starved > MOST_STARVED;
        failed(e);
      } catch (RuntimeException | Error e) {
        // Whatever the bytes did to us, they do not get through: the next try masks them.
        masked = true;
        failed(e);
      } finally {
        closeFifos();
        ReaderLock.release(path.toString());
      }
    }
  }

  private void await(Thread former) {
    try {
      former.join(100);
    } catch (InterruptedException e) {
      stopping = true;
    }
  }

  private void failed(Throwable e) {
    if (stopping) {
      return;
    }
    String why = e.getMessage() == null ? e.toString() : e.getMessage();
    if (!why.equals(trouble)) {
      trouble = why;
      LOG.warn("capture failed, trying again log={}", name, e);
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** From the opening of the FIFOs to their end. Returns whether the next one must mask. */
  private boolean session(boolean masked) throws IOException {
    server.refresh();
    errorsFailed = null;
    try (Fifo in = Fifo.open(path.getParent(), name, ServerStream.STDOUT)) {
      fifo = in;
      Ring ring = ring(readsErrors());
      CapturePipeline now = new CapturePipeline(engine, writer, ring, server);
      try {
        StreamReader.patiently(writer, this::stopping, () -> now.open(masked, true));
        pipeline = now;
        trouble = "";
        starved = 0;
        openErrors();
        settleLater();
        reader(ServerStream.STDOUT, in, now, this::stopping).run();
        endErrors();
        // A read that was woken may have brought something all the same.
        StreamReader.patiently(writer, this::stopping, now::end);
      } finally {
        pipeline = null;
        endErrors();
        close(now);
        forget(ring);
      }
    } finally {
      fifo = null;
    }
    if (errorsFailed != null) {
      throw new IOException("stderr could not be read: " + errorsFailed.getMessage(), errorsFailed);
    }
    return false;
  }

  private void close(CapturePipeline now) throws IOException {
    writer.lock.lock();
    try {
      now.close();
    } finally {
      writer.lock.unlock();
    }
  }

  private StreamReader reader(
      ServerStream stream, Fifo from, CapturePipeline now, BooleanSupplier leaving) {
    return new StreamReader(
        stream, from, now, writer, leaving, () -> helper.wake(() -> help(now)), this::settleLater);
  }

  /**
   * Takes up stderr's FIFO, if there is one and none is read yet: with a session, and when the
   * first wrapper comes that makes one.
   */
  void openErrors() {
    synchronized (helper) {
      CapturePipeline now = pipeline;
      if (now == null || errors != null || stopping || retiring) {
        return;
      }
      try {
        if (!readsErrors()) {
          return;
        }
        if (!now.takesBoth()) {
          // The session begins anew, with a ring for both.
          closeFifos();
          return;
        }
        ErrorsReader begun =
            new ErrorsReader(
                path.getParent(),
                name,
                STACK_BYTES,
                self ->
                    reader(ServerStream.STDERR, self.fifo(), now, () -> stopping || self.leaving()),
                this::errorsFailed);
        errors = begun;
        now.attached();
        begun.start();
      } catch (IOException | OutOfMemoryError e) {
        errorsFailed(e);
      }
    }
  }

  /** The session begins anew, with both. */
  private void errorsFailed(Throwable why) {
    errorsFailed = why;
    closeFifos();
  }

  private void endErrors() throws IOException {
    ErrorsReader ending;
    synchronized (helper) {
      ending = errors;
      if (ending == null) {
        return;
      }
      ending.close();
    }
    try {
      ending.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    errors = null;
  }

  private boolean readsErrors() throws IOException {
    return RunFormat.hasErrors(path.getParent())
        && Source.find(path.getParent(), name, ServerStream.STDERR).isPresent();
  }

  private Ring ring(boolean both) throws IOException {
    if (memory == null && ringPath != null) {
      try {
        return Ring.open(ringPath, both);
      } catch (IOException e) {
        LOG.warn("unwritten output is in this process only, a crash loses it log={}", name, e);
      }
    }
    if (memory == null) {
      memory = Ring.inMemory();
    }
    return memory;
  }

  /** On the helper's thread, while the readers read on. */
  private boolean help(CapturePipeline now) {
    writer.lock.lock();
    try {
      return now.help();
    } finally {
      writer.lock.unlock();
      settleLater();
    }
  }

  private void settleLater() {
    CapturePipeline now = pipeline;
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
    CapturePipeline now = pipeline;
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
    Fifo now = fifo;
    if (now == null) {
      throw new IOException("the FIFO is not open");
    }
    Fifo err = fifo(ServerStream.STDERR);
    return new long[] {now.available(), err == null ? 0 : err.available()};
  }

  boolean stopping() {
    return stopping;
  }

  private void closeFifos() {
    for (ServerStream stream : ServerStream.values()) {
      Fifo now = fifo(stream);
      if (now != null) {
        try {
          now.close();
        } catch (IOException e) {
          LOG.warn("FIFO could not be closed log={} stream={}", name, stream, e);
        }
      }
    }
  }
}
