package innkeeper.logging.capture;

import innkeeper.api.thread.WatchedThread;
import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one server's output for as long as its FIFO is there: one thread that sleeps in read(2).
 * What it does with the bytes is {@link CapturePipeline}'s affair. Whatever ends it — a stop, a
 * swap, a kill — the successor goes on from the ring.
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
    closeFifo();
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

  /** Whether it reads the FIFO that has the name now. */
  boolean reads(long inode) {
    Fifo now = fifo;
    return now != null && now.inode() == inode;
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
        closeFifo();
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

  /** From the opening of the FIFO to its end. Returns whether the next one must mask. */
  private boolean session(boolean masked) throws IOException {
    server.refresh();
    try (Fifo in = Fifo.open(path.getParent(), name)) {
      fifo = in;
      Ring ring = ring();
      CapturePipeline now = new CapturePipeline(engine, writer, ring, server, thread);
      try {
        locked(
            now,
            () -> {
              now.open(masked);
              return null;
            });
        pipeline = now;
        trouble = "";
        starved = 0;
        settleLater(now);
        read(in, now);
      } finally {
        pipeline = null;
        locked(now, now::close);
        forget(ring);
      }
    } finally {
      fifo = null;
    }
    return false;
  }

  private Ring ring() {
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

  private void read(Fifo in, CapturePipeline now) throws IOException {
    ByteBuffer slot = locked(now, now::slot);
    while (!stopping) {
      int n;
      try {
        n = in.read(slot);
      } catch (ClosedChannelException e) {
        break;
      }
      if (n <= 0) {
        continue;
      }
      now.took(n);
      slot = now.hasty() ? now.ahead() : null;
      if (slot != null) {
        helper.wake(() -> help(now));
        continue;
      }
      slot =
          locked(
              now,
              () -> {
                now.catchUp();
                return now.slot();
              });
      settleLater(now);
    }
    // A read that was woken may have brought something all the same.
    locked(
        now,
        () -> {
          now.end();
          return null;
        });
  }

  /** On the helper's thread, while ours reads on. */
  private boolean help(CapturePipeline now) {
    writer.lock.lock();
    try {
      return now.help();
    } finally {
      writer.lock.unlock();
      settleLater(now);
    }
  }

  private void settleLater(CapturePipeline now) {
    if (now.unsettled()) {
      idle.later(this::settle, CapturePipeline.PAUSE_NANOS, this);
    }
  }

  /** A ring whose FIFO was taken away and that holds nothing has done its work. */
  private void forget(Ring ring) throws IOException {
    if (ring.survives() && ring.end() == ring.start() && !Files.exists(path)) {
      Files.deleteIfExists(ringPath);
    }
  }

  private interface Step {
    ByteBuffer run() throws IOException;
  }

  private ByteBuffer locked(CapturePipeline now, Step step) throws IOException {
    writer.lock.lock();
    try {
      now.busy(true);
      return step.run();
    } finally {
      now.busy(false);
      writer.lock.unlock();
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

  /** Completes when all that lies in the FIFO now is in the log. */
  public CompletableFuture<Void> drained() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    new DrainWait(this, idle, server, done).run();
    return done;
  }

  int unread() throws IOException {
    Fifo now = fifo;
    if (now == null) {
      throw new IOException("the FIFO is not open");
    }
    return now.available();
  }

  boolean stopping() {
    return stopping;
  }

  private void closeFifo() {
    Fifo now = fifo;
    if (now != null) {
      try {
        now.close();
      } catch (IOException e) {
        LOG.warn("FIFO could not be closed log={}", name, e);
      }
    }
  }
}
