package innkeeper.backup;

import innkeeper.api.backup.BackupManifest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * When the next backup is due: an interval after the newest one, by the wall clock (which goes on
 * while the machine sleeps) or by the monotonic one (which no one can set back), whichever says so
 * first. However long the host was away, one backup makes up for it. For one thread.
 */
final class Schedule {

  /** The host is left in peace while it starts. */
  private static final Duration FIRST = Duration.ofSeconds(30);

  /** A newest backup further in the future than this means the clock was set back. */
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
   * How long until a backup is due; zero or less: now.
   *
   * @param interval zero for only on demand
   * @return empty for only on demand
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

  /** When that is, for people. */
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
