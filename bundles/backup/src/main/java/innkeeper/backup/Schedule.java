package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The schedule of the backups: an interval after the newest one. Two clocks are used, and the
 * earlier time applies. The wall clock also counts while the machine sleeps, and the monotonic
 * clock cannot be set back. After any downtime of the host, only one missed backup is made. Not
 * thread-safe.
 */
final class Schedule {

  /** The delay of the first backup, so that it does not slow down the start of the host. */
  private static final Duration FIRST = Duration.ofSeconds(30);

  /** The tolerance in the future. A newest backup beyond it means that the clock was set back. */
  private static final Duration STEP = Duration.ofMinutes(5);

  private static final Duration RETRY = Duration.ofMinutes(1);
  private static final Duration LONGEST_RETRY = Duration.ofHours(1);

  private final Clock clock;
  private final LongSupplier nanos;
  private final long start;
  private String newest = "";
  private long newestNanos;
  private int failures;
  private long failedNanos;

  Schedule(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
  }

  /**
   * Returns the time until the next backup; zero or less means now.
   *
   * @param interval the time between backups; zero if backups are made only on demand
   * @return the time; empty if backups are made only on demand
   */
  Optional<Duration> left(Duration interval, Optional<BackupManifest> last) {
    if (interval.isZero() || interval.isNegative()) {
      return Optional.empty();
    }
    Duration left = last.map(backup -> sinceLast(interval, backup)).orElse(Duration.ZERO);
    Duration first = min(FIRST, interval).minusNanos(nanos.getAsLong() - start);
    return Optional.of(max(max(left, first), retry(interval)));
  }

  void failed() {
    failures++;
    failedNanos = nanos.getAsLong();
  }

  void succeeded() {
    failures = 0;
  }

  private Duration sinceLast(Duration interval, BackupManifest last) {
    Duration age = Duration.between(last.createdAt(), clock.instant());
    if (!newest.equals(last.name())) {
      newest = last.name();
      newestNanos = nanos.getAsLong() - min(interval, max(age, Duration.ZERO)).toNanos();
    }
    if (age.negated().compareTo(STEP) > 0) {
      return Duration.ZERO;
    }
    Duration byMonotonic = interval.minusNanos(nanos.getAsLong() - newestNanos);
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
