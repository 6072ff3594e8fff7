package innkeeper.logging.capture;

import innkeeper.logging.capture.ring.StreamBuffer;
import innkeeper.logging.index.ServerStream;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Waits until the log contains the bytes that a FIFO held at one moment. It runs on any thread and
 * never blocks.
 */
final class DrainWait implements Runnable {

  private static final long AGAIN_NANOS = 2_000_000L;
  private static final long SLOWLY_NANOS = 20_000_000L;

  private final Capture capture;
  private final DelayedTasks idle;
  private final ServerWatch server;
  private final CompletableFuture<Void> done;
  private long[] targets;
  private int tries;

  DrainWait(Capture capture, DelayedTasks idle, ServerWatch server, CompletableFuture<Void> done) {
    this.capture = capture;
    this.idle = idle;
    this.server = server;
    this.done = done;
  }

  @Override
  public void run() {
    if (done.isDone()) {
      return;
    }
    if (capture.stopping()) {
      done.completeExceptionally(new IOException("logging stops before the log was drained"));
      return;
    }
    boolean drained;
    try {
      drained = tryNow();
    } catch (RuntimeException | Error e) {
      // A failure completes the future, so that its caller does not wait for ever.
      done.completeExceptionally(e);
      throw e;
    }
    if (drained) {
      done.complete(null);
    } else if (!idle.after(this, tries++ < 50 ? AGAIN_NANOS : SLOWLY_NANOS)) {
      done.completeExceptionally(new IOException("logging stops before the log was drained"));
    }
  }

  private boolean tryNow() {
    CapturePipeline pipeline = capture.pipeline();
    if (pipeline == null) {
      return false;
    }
    long[] unread;
    try {
      // The FIFO is read before the ring: bytes that leave the FIFO meanwhile are then seen in the
      // ring.
      unread = capture.unread();
    } catch (IOException closed) {
      return false;
    }
    if (!capture.writer().lock.tryLock()) {
      return false;
    }
    try {
      if (targets == null) {
        long[] read = pipeline.read();
        targets =
            new long[] {
              read[0] + StreamBuffer.SLOT + unread[0], read[1] + StreamBuffer.SLOT + unread[1]
            };
      }
      long[] noted = pipeline.noted();
      boolean quiet = true;
      for (ServerStream stream : ServerStream.values()) {
        int i = stream.ordinal();
        boolean busy = unread[i] > 0 || pipeline.arriving(stream);
        if (busy && noted[i] < targets[i]) {
          return false;
        }
        quiet &= !busy;
      }
      return pipeline.flush(quiet && server.exited());
    } finally {
      capture.writer().lock.unlock();
    }
  }
}
