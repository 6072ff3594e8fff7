package innkeeper.admin.rest;

import innkeeper.admin.http.Problem;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many requests read logs at once. An answer with 4 MiB of lines takes some 20 MiB of
 * heap while it is built.
 */
final class LogReads {

  private static final long PATIENCE_SECONDS = 2;

  private final Semaphore bound =
      new Semaphore((int) Math.max(1, Runtime.getRuntime().maxMemory() >> 25));

  /** A task that reads a log and answers. */
  interface Read {
    void run() throws IOException;
  }

  /**
   * Runs the task when fewer tasks than the limit run.
   *
   * @throws Problem if too many requests read logs already
   */
  void run(Read read) throws IOException {
    if (!acquired()) {
      throw new Problem(
          Problem.Kind.TOO_MANY_STREAMS, "Too many ask for the ends of logs at once; try again.");
    }
    try {
      read.run();
    } finally {
      bound.release();
    }
  }

  private boolean acquired() {
    try {
      return bound.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
