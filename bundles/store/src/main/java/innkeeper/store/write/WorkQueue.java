package innkeeper.store.write;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What waits for the writer. The monitor guards all fields. */
final class WorkQueue {

  private final Deque<Task<?>> waiting = new ArrayDeque<>();
  private boolean closed;
  private long runningSince;

  /** False once it is closed: whatever was taken in before is still done. */
  synchronized boolean add(Task<?> task) {
    if (closed) {
      return false;
    }
    waiting.add(task);
    notifyAll();
    return true;
  }

  /** Waits for work, at most so long; empty when there is none. */
  synchronized List<Task<?>> take(int most, long nanos) {
    long end = System.nanoTime() + nanos;
    long left = nanos;
    while (waiting.isEmpty() && !closed && left > 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException e) {
        // Nobody but the queue ends the writer: a closed queue does.
        continue;
      } finally {
        left = end - System.nanoTime();
      }
    }
    // Its whole size: memory that is short in the middle would lose a task that somebody waits for.
    List<Task<?>> batch = new ArrayList<>(most);
    while (batch.size() < most && !waiting.isEmpty()) {
      batch.add(waiting.poll());
    }
    runningSince = batch.isEmpty() ? 0 : batch.get(0).since();
    return batch;
  }

  /** Closed, and all of it taken. */
  synchronized boolean over() {
    return closed && waiting.isEmpty();
  }

  synchronized void done() {
    runningSince = 0;
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized long waitingNanos() {
    long since = runningSince != 0 || waiting.isEmpty() ? runningSince : waiting.peek().since();
    return since == 0 ? 0 : Math.max(1, System.nanoTime() - since);
  }
}
