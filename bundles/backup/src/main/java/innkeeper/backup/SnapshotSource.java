package innkeeper.backup;

import innkeeper.api.backup.Backups.BackupException;
import innkeeper.api.store.Snapshots;
import java.time.Duration;
import java.util.Optional;

/** The store's snapshots, which may be away for a moment while the store is replaced. */
final class SnapshotSource {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Optional<Snapshots> snapshots = Optional.empty();

  synchronized void set(Snapshots next) {
    snapshots = Optional.of(next);
    notifyAll();
  }

  /** Only if it is still that one: its successor may have come first. */
  synchronized void unset(Snapshots gone) {
    if (snapshots.isPresent() && snapshots.get() == gone) {
      snapshots = Optional.empty();
    }
  }

  synchronized Optional<Snapshots> now() {
    return snapshots;
  }

  /**
   * @throws BackupException if the store does not come back
   */
  synchronized Snapshots await() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (snapshots.isEmpty()) {
        long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        if (left <= 0) {
          throw new BackupException(
              "backup failed at snapshot: the store is away; try again when it serves", null);
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackupException("backup failed at snapshot: interrupted, the host is stopping", e);
    }
    return snapshots.get();
  }
}
