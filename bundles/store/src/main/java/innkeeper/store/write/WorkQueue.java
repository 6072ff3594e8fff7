package innkeeper.store.write;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The queue of the writer. The monitor guards all fields. */
final class WorkQueue {

  private final Deque<Task<?>> waiting = new ArrayDeque<>();
  private boolean closed;
  private long runningSince;

  /**
   * Adds a task; returns false if the queue is closed. Tasks that were added before are still
   * executed.
   */
  synchronized boolean add(Task<?> task) {
    if (closed) {
      return false;
    }
    waiting.add(task);
    notifyAll();
    return true;
  }

  /**
   * Waits for tasks for at most the given time; returns an empty list on a timeout, or when the
   * queue is closed and empty.
   */
  synchronized List<Task<?>> take(int most, long nanos) {
    long end = System.nanoTime() + nanos;
    long left = nanos;
    while (waiting.isEmpty() && !closed && left > 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException e) {
        // Only a closed queue ends the writer; an interrupt does not.
        continue;
      } finally {
        left = end - System.nanoTime();
      }
    }
    // The full capacity is allocated first. An OutOfMemoryError in the loop would lose a task whose
    // caller waits.
    List<Task<?>> batch = new ArrayList<>(most);
    while (batch.size() < most && !waiting.isEmpty()) {
      batch.add(waiting.poll());
    }
    runningSince = batch.isEmpty() ? 0 : batch.get(0).since();
    return batch;
  }

  /** Returns whether the queue is closed and empty. */
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
