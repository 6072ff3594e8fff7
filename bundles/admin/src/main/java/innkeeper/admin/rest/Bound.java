package innkeeper.admin.rest;

import innkeeper.admin.http.Problem;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits how many requests do expensive work at once. */
public final class Bound {

  private final Semaphore free;
  private final long patienceSeconds;
  private final String refusal;

  /** A task that reads logs and answers. */
  interface Task {
    void run() throws IOException;
  }

  /**
   * @param most how many requests work at once
   * @param patienceSeconds how long a further request waits
   * @param refusal the detail of the problem after that wait
   */
  public Bound(int most, long patienceSeconds, String refusal) {
    this.free = new Semaphore(most);
    this.patienceSeconds = patienceSeconds;
    this.refusal = refusal;
  }

  /**
   * Runs the task when fewer tasks than the limit run.
   *
   * @throws Problem if too many tasks run already
   */
  void run(Task task) throws IOException {
    if (!acquired()) {
      throw new Problem(Problem.Kind.TOO_MANY_STREAMS, refusal);
    }
    try {
      task.run();
    } finally {
      free.release();
    }
  }

  private boolean acquired() {
    try {
      return free.tryAcquire(patienceSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
