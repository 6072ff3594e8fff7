package innkeeper.store.write;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** When the write-ahead log is to be written back. Only on the writer's thread. */
final class CheckpointTimer {

  /** How often it is looked whether the files are where they were. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** After one that failed; and while somebody reads what came before. */
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
   * Something was written into the log.
   *
   * @param project whether it changed a definition or a desired state
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

  /** For how long nothing need be done, but for a look. */
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
   * The log was written back.
   *
   * @param whole whether all of it was; somebody who reads may have held up the rest
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
