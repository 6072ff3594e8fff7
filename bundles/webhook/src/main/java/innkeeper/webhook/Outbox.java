package innkeeper.webhook;

import innkeeper.api.thread.WatchedThread;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Alarms on their way: in order, one at a time, on one thread. Bounded: when it is full the oldest
 * goes, and the next that arrives says how many did. Whoever raises an alarm never waits.
 */
final class Outbox implements AutoCloseable {

  static final int MOST = 256;
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final long FIRST_PAUSE_MILLIS = 1000;
  private static final long LONGEST_PAUSE_MILLIS = 60_000;

  /** How things stand. */
  record Standing(int waiting, long delivered, long dropped, String lastError) {}

  private record Entry(Alarm alarm, long sinceNanos) {}

  private final Post post;
  private final Duration giveUp;
  private final LongSupplier nanos;

  /** Guards all below. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private final Deque<Entry> waiting = new ArrayDeque<>();
  private boolean closed;
  private long delivered;
  private long dropped;
  private long untold;
  private String lastError = "";

  /** Sends one. */
  interface Post {

    /** What came of it. */
    enum Outcome {
      DELIVERED,
      LATER,
      NEVER
    }

    /**
     * @param error "" where it was delivered; never with a secret in it
     */
    record Answer(Outcome outcome, String error) {}

    /**
     * @param dropped alarms given up since the last that was delivered
     */
    Answer send(Alarm alarm, long dropped) throws InterruptedException;
  }

  Outbox(Post post, Duration giveUp, LongSupplier nanos) {
    this.post = post;
    this.giveUp = giveUp;
    this.nanos = nanos;
  }

  Thread start() {
    Thread thread = new WatchedThread("webhook", this::run);
    thread.start();
    return thread;
  }

  void add(Alarm alarm) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (waiting.size() >= MOST) {
        drop(waiting.poll());
      }
      waiting.add(new Entry(alarm, nanos.getAsLong()));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void drop(Entry entry) {
    dropped++;
    untold++;
    LOG.warn("alarm given up event={} subject={}", entry.alarm.event(), entry.alarm.subject());
  }

  Standing standing() {
    lock.lock();
    try {
      return new Standing(waiting.size(), delivered, dropped, lastError);
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      long pause = FIRST_PAUSE_MILLIS;
      while (true) {
        Optional<Entry> entry = next();
        if (entry.isEmpty()) {
          return;
        }
        pause = deliver(entry.get()) ? FIRST_PAUSE_MILLIS : rest(pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The oldest, left in its place; empty when closed. */
  private Optional<Entry> next() throws InterruptedException {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.await();
      }
      return closed ? Optional.empty() : Optional.of(waiting.peek());
    } finally {
      lock.unlock();
    }
  }

  /** Whether the next may be sent at once. */
  private boolean deliver(Entry entry) throws InterruptedException {
    long told;
    lock.lock();
    try {
      told = untold;
    } finally {
      lock.unlock();
    }
    Post.Answer answer = post.send(entry.alarm, told);
    lock.lock();
    try {
      boolean failedBefore = !lastError.isEmpty();
      lastError = answer.error();
      switch (answer.outcome()) {
        case DELIVERED -> {
          delivered++;
          untold -= told;
          waiting.remove(entry);
          return true;
        }
        case NEVER -> {
          LOG.warn("alarm refused by its receiver error={}", answer.error());
          if (waiting.remove(entry)) {
            drop(entry);
          }
          return true;
        }
        default -> {
          if (!failedBefore) {
            LOG.warn("alarm not delivered, tried again error={}", answer.error());
          }
          if (nanos.getAsLong() - entry.sinceNanos > giveUp.toNanos() && waiting.remove(entry)) {
            drop(entry);
          }
          return false;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the pause after this one. */
  private long rest(long millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis);
    return Math.min(LONGEST_PAUSE_MILLIS, millis * 2);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (!waiting.isEmpty()) {
        LOG.warn("alarms given up at the stop count={}", waiting.size());
      }
      waiting.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
