package innkeeper.supervisor.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Computes the pause before the next restart. The first restart is immediate. Later pauses double
 * from 500 ms to 30 s, each ± 20 %. After 10 tries in 10 minutes there are no more. Times come from
 * one monotonic clock, in nanoseconds. Used by one thread at a time.
 */
public final class Backoff {

  static final int MAX_TRIES = 10;
  static final Duration WINDOW = Duration.ofMinutes(10);
  static final Duration STABLE = Duration.ofSeconds(60);
  private static final long FIRST_MS = 500;
  private static final long CAP_MS = 30_000;
  private static final double JITTER = 0.2;

  /** The longest possible pause. */
  static final Duration LONGEST = Duration.ofMillis(Math.round(CAP_MS * (1 + JITTER)));

  private final DoubleSupplier random;
  private final Deque<Long> tries = new ArrayDeque<>();

  /**
   * @param random from 0 to 1
   */
  public Backoff(DoubleSupplier random) {
    this.random = random;
  }

  /** Forgets all tries, after an operator's start or when a server proved stable. */
  void reset() {
    tries.clear();
  }

  /** Notes how long the server that ended had run. */
  public void ran(Duration uptime) {
    if (uptime.compareTo(STABLE) >= 0) {
      reset();
    }
  }

  /** Counts one more try and returns the pause before it; empty when no try is left. */
  public Optional<Duration> next(long nowNanos) {
    while (!tries.isEmpty() && nowNanos - tries.peekFirst() > WINDOW.toNanos()) {
      tries.removeFirst();
    }
    if (tries.size() >= MAX_TRIES) {
      return Optional.empty();
    }
    int before = tries.size();
    tries.addLast(nowNanos);
    if (before == 0) {
      return Optional.of(Duration.ZERO);
    }
    long millis = Math.min(CAP_MS, FIRST_MS << Math.min(before - 1, 10));
    double factor = 1 - JITTER + 2 * JITTER * random.getAsDouble();
    return Optional.of(Duration.ofMillis(Math.round(millis * factor)));
  }

  /** Returns the number of tries within the window. */
  public int tries() {
    return tries.size();
  }

  /** Returns the age of each try, oldest first, for the file that outlives the host. */
  List<Long> agesMillis(long nowNanos) {
    return tries.stream().map(at -> (nowNanos - at) / 1_000_000).toList();
  }

  /** Restores the tries from {@link #agesMillis}; the time that has passed since is added. */
  void restore(List<Long> agesMillis, long passedMillis, long nowNanos) {
    tries.clear();
    for (long age : agesMillis) {
      tries.addLast(nowNanos - (age + Math.max(0, passedMillis)) * 1_000_000);
    }
  }
}
