package innkeeper.supervisor.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Detects a server that ends too often. It is flapping from the third unrequested end within 15
 * minutes, until 15 minutes pass without one. Times come from one monotonic clock, in nanoseconds.
 * Used by one thread at a time.
 *
 * <p>Only ends after startSeconds count. Ends of jobs never count; an end with code 0 counts only
 * if {@code restart} is {@code always}. A clean stop of the host forgets all ends.
 */
final class Flapping {

  static final Duration WINDOW = Duration.ofMinutes(15);
  private static final int ENDS = 3;

  /** The times of the last ends, oldest first. */
  private final Deque<Long> ends = new ArrayDeque<>();

  private boolean flapping;

  void ended(long nowNanos) {
    quietIn(nowNanos);
    ends.addLast(nowNanos);
    if (ends.size() > ENDS) {
      ends.removeFirst();
    }
    flapping |= ends.size() == ENDS && nowNanos - ends.peekFirst() <= WINDOW.toNanos();
  }

  /** Forgets the ends, as a host does after a clean stop. */
  void reset() {
    ends.clear();
    flapping = false;
  }

  /**
   * Returns whether it is flapping. Only {@link #quietIn} ends that, when it is called after 15
   * quiet minutes.
   */
  boolean now() {
    return flapping;
  }

  /** Returns the time until flapping is over, if no further end follows; empty once it is over. */
  Optional<Duration> quietIn(long nowNanos) {
    if (flapping) {
      Duration left = WINDOW.minusNanos(nowNanos - ends.getLast());
      flapping = !left.isNegative() && !left.isZero();
      return flapping ? Optional.of(left) : Optional.empty();
    }
    return Optional.empty();
  }

  /** Returns the age of each end, oldest first, for the file that outlives the host. */
  List<Long> agesMillis(long nowNanos) {
    return ends.stream().map(at -> (nowNanos - at) / 1_000_000).toList();
  }

  /** Restores the remembered ends; the time that has passed since is added. */
  void restore(boolean was, List<Long> agesMillis, long passedMillis, long nowNanos) {
    ends.clear();
    agesMillis.forEach(age -> ends.addLast(nowNanos - (age + passedMillis) * 1_000_000));
    flapping = was && !ends.isEmpty();
  }
}
