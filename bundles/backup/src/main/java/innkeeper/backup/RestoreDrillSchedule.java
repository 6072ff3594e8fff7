package innkeeper.backup;

import innkeeper.backup.file.BackupState;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The schedule of the restore drill: once a day, and one hour after a failed drill. Not
 * thread-safe.
 */
final class RestoreDrillSchedule {

  private static final Duration DAILY = Duration.ofHours(24);
  private static final Duration RETRY = Duration.ofHours(1);
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final Duration STEP = Duration.ofMinutes(5);

  private final Clock clock;
  private final LongSupplier nanos;
  private final long start;
  private long lastNanos;
  private boolean doneHere;

  RestoreDrillSchedule(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
  }

  boolean due(BackupState.State state) {
    long now = nanos.getAsLong();
    if (now - start < FIRST.toNanos()) {
      return false;
    }
    Duration every = state.rehearsalError().isEmpty() ? DAILY : RETRY;
    if (doneHere && now - lastNanos >= every.toNanos()) {
      return true;
    }
    return state
        .rehearsedAt()
        .map(at -> Duration.between(at, clock.instant()))
        .map(age -> age.compareTo(every) >= 0 || age.negated().compareTo(STEP) > 0)
        .orElse(true);
  }

  void done() {
    lastNanos = nanos.getAsLong();
    doneHere = true;
  }
}
