package innkeeper.backup;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A schedule of the backups or of the restore drills: an interval after the last one. Two clocks
 * are used, and the earlier time applies. The wall clock also counts while the machine sleeps, and
 * the monotonic clock cannot be set back. After any downtime of the host, only one that was missed
 * is made up for. Not thread-safe.
 */
final class Schedule {

  /** The tolerance in the future. A last time beyond it means that the clock was set back. */
  private static final Duration STEP = Duration.ofMinutes(5);

  private static final Duration RETRY = Duration.ofMinutes(1);
  private static final Duration LONGEST_RETRY = Duration.ofHours(1);

  private final Clock clock;
  private final LongSupplier nanos;
  private final long start;
  private final Duration first;
  private Optional<Instant> known = Optional.empty();
  private long knownNanos;
  private int failures;
  private long failedNanos;

  /**
   * @param first the delay of the first backup, so that it does not slow down the host's start
   */
  Schedule(Clock clock, LongSupplier nanos, Duration first) {
    this.clock = clock;
    this.nanos = nanos;
    this.first = first;
    this.start = nanos.getAsLong();
  }

  /**
   * Returns the time until the next backup; zero or less means now.
   *
   * @param interval the time between two backups; zero if they are made only on demand
   * @param last the time of the last one
   * @return the time; empty if they are made only on demand
   */
  Optional<Duration> left(Duration interval, Optional<Instant> last) {
    if (interval.isZero() || interval.isNegative()) {
      return Optional.empty();
    }
    Duration left = last.map(at -> sinceLast(interval, at)).orElse(Duration.ZERO);
    Duration begin = min(first, interval).minusNanos(nanos.getAsLong() - start);
    return Optional.of(max(max(left, begin), retry(interval)));
  }

  void failed() {
    failures++;
    failedNanos = nanos.getAsLong();
  }

  void succeeded() {
    failures = 0;
  }

  private Duration sinceLast(Duration interval, Instant last) {
    Duration age = Duration.between(last, clock.instant());
    if (!known.equals(Optional.of(last))) {
      known = Optional.of(last);
      knownNanos = nanos.getAsLong() - min(interval, max(age, Duration.ZERO)).toNanos();
    }
    if (age.negated().compareTo(STEP) > 0) {
      return Duration.ZERO;
    }
    Duration byMonotonic = interval.minusNanos(nanos.getAsLong() - knownNanos);
    return min(interval.minus(age), byMonotonic);
  }

  private Duration retry(Duration interval) {
    if (failures == 0) {
      return Duration.ZERO;
    }
    Duration wait = RETRY.multipliedBy(1L << Math.min(failures - 1, 10));
    return min(min(wait, LONGEST_RETRY), interval).minusNanos(nanos.getAsLong() - failedNanos);
  }

  /** Returns the point in time for display. */
  static Instant at(Instant now, Duration left) {
    return now.plus(max(left, Duration.ZERO));
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
