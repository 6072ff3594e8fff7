package innkeeper.store.write;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Computes when the next checkpoint is due, that is, when the WAL must be copied into bot.db. For
 * use on the writer's thread only.
 */
final class CheckpointTimer {

  /** The interval between checks that the files are unchanged. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** The delays after a failed checkpoint, and after one that a running reader blocked in part. */
  private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long HELD_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final CheckpointPolicy pace;
  private final LongSupplier nanos;
  private boolean unwritten;
  private long writtenAt;
  private boolean changed;
  private long changedAt;
  private long notBefore;

  /**
   * @param nanos the monotonic clock
   */
  CheckpointTimer(CheckpointPolicy pace, LongSupplier nanos) {
    this.pace = pace;
    this.nanos = nanos;
    this.notBefore = nanos.getAsLong();
  }

  /**
   * Records a write into the WAL.
   *
   * @param project whether the write changed a definition or a desired state
   */
  void written(boolean project) {
    writtenAt = nanos.getAsLong();
    unwritten = true;
    if (project && !changed) {
      changed = true;
      changedAt = writtenAt;
    }
  }

  boolean now() {
    return unwritten && left() <= 0;
  }

  /** Returns the time until the next checkpoint, or until the next check of the files. */
  long nanosToNext() {
    return Math.max(SHORTEST_NANOS, Math.min(unwritten ? left() : LOOK_NANOS, LOOK_NANOS));
  }

  private long left() {
    long now = nanos.getAsLong();
    long left = writtenAt + pace.quiet().toNanos() - now;
    if (changed) {
      left = Math.min(left, changedAt + pace.changed().toNanos() - now);
    }
    return Math.max(left, notBefore - now);
  }

  /**
   * Records a checkpoint.
   *
   * @param whole whether the whole WAL was copied; a running reader may have blocked a part
   */
  void writtenBack(boolean whole) {
    unwritten &= !whole;
    changed &= !whole;
    notBefore = nanos.getAsLong() + (whole ? 0 : HELD_UP_NANOS);
  }

  void failed() {
    notBefore = nanos.getAsLong() + FAILED_NANOS;
  }
}
