package innkeeper.rotation;

import java.time.Instant;
import java.util.Optional;

/**
 * The back-off after a failed rotation: 0.1 seconds, then twice as long each time, up to one
 * second. A log therefore rotates within a second after disk space is free again. Times are
 * measured with a monotonic clock. Thread-safe.
 */
final class BackOff {

  private static final long FIRST_NANOS = 100_000_000L;
  private static final long LONGEST_NANOS = 1_000_000_000L;

  /** A failed rotation: its message, the time of the first failure, and the number of attempts. */
  record Failure(String message, Instant since, long attempts) {}

  private record Wait(Failure failure, long untilNanos, long lengthNanos) {}

  private volatile Optional<Wait> wait = Optional.empty();

  boolean mayTry(long nowNanos) {
    Optional<Wait> w = wait;
    return w.isEmpty() || nowNanos - w.get().untilNanos() >= 0;
  }

  /**
   * @return whether this failure is new: the first one, or one with another message than before
   */
  synchronized boolean failed(String message, long nowNanos, Instant now) {
    Optional<Wait> before = wait;
    long length = before.map(w -> Math.min(LONGEST_NANOS, w.lengthNanos() * 2)).orElse(FIRST_NANOS);
    Failure failure =
        new Failure(
            message,
            before.map(w -> w.failure().since()).orElse(now),
            before.map(w -> w.failure().attempts() + 1).orElse(1L));
    wait = Optional.of(new Wait(failure, nowNanos + length, length));
    return before.isEmpty() || !before.get().failure().message().equals(message);
  }

  /**
   * @return the failure that has ended now; empty if the last attempt succeeded too
   */
  synchronized Optional<Failure> succeeded() {
    Optional<Failure> before = failure();
    wait = Optional.empty();
    return before;
  }

  Optional<Failure> failure() {
    return wait.map(Wait::failure);
  }
}
