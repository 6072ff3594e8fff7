package innkeeper.supervisor.lifecycle;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Whether a server keeps ending: from the third unasked end within a quarter of an hour, until one
 * has passed without. Times are of one monotonic clock, in nanoseconds. Used by one thread at a
 * time.
 */
final class Flapping {

  static final Duration WINDOW = Duration.ofMinutes(15);
  private static final int ENDS = 3;

  /** The last ones, oldest first. */
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

  /** Forgets the ends, as a host does that starts after a clean stop. */
  void reset() {
    ends.clear();
    flapping = false;
  }

  /** Over once {@link #quietIn} was asked after a quiet quarter of an hour. */
  boolean now() {
    return flapping;
  }

  /** How long until it is over, if nothing ends; empty when it is. */
  Optional<Duration> quietIn(long nowNanos) {
    if (flapping) {
      Duration left = WINDOW.minusNanos(nowNanos - ends.getLast());
      flapping = !left.isNegative() && !left.isZero();
      return flapping ? Optional.of(left) : Optional.empty();
    }
    return Optional.empty();
  }

  /** How long ago each end was, oldest first; to be remembered over the host's death. */
  List<Long> agesMillis(long nowNanos) {
    return ends.stream().map(at -> (nowNanos - at) / 1_000_000).toList();
  }

  /** What was remembered, with the time that has passed since added. */
  void restore(boolean was, List<Long> agesMillis, long passedMillis, long nowNanos) {
    ends.clear();
    agesMillis.forEach(age -> ends.addLast(nowNanos - (age + passedMillis) * 1_000_000));
    flapping = was && !ends.isEmpty();
  }
}
