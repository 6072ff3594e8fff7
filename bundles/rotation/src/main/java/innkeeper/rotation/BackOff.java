package innkeeper.rotation;

import java.time.Instant;
import java.util.Optional;

/**
 * When a failed turn is tried again: after a tenth of a second, then twice as long each time, at
 * most a second, so that a log rotates within a second of space coming back. Measured by a
 * monotonic clock. Safe for many threads.
 */
final class BackOff {

  private static final long FIRST_NANOS = 100_000_000L;
  private static final long LONGEST_NANOS = 1_000_000_000L;

  /** A turn that failed and what it said. */
  record Failure(String message, Instant since, long attempts) {}

  private record Wait(Failure failure, long untilNanos, long lengthNanos) {}

  private volatile Optional<Wait> wait = Optional.empty();

  boolean mayTry(long nowNanos) {
    Optional<Wait> w = wait;
    return w.isEmpty() || nowNanos - w.get().untilNanos() >= 0;
  }

  /**
   * @return whether this is news: the first failure, or another one than before
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
   * @return what had failed until now
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
