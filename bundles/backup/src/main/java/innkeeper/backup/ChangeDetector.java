package innkeeper.backup;

import innkeeper.api.store.Snapshots;
import java.util.Optional;

/**
 * The check whether the database has changed since the last backup. The audit entries of this
 * bundle do not count.
 */
final class ChangeDetector {

  private record Mark(long revision, long written) {}

  private final AuditWriter record;
  private volatile Optional<Mark> mark = Optional.empty();

  ChangeDetector(AuditWriter record) {
    this.record = record;
  }

  /**
   * Records the present state of the database. The returned action must be run if the backup
   * succeeds.
   */
  Runnable before(Snapshots snapshots) {
    Optional<Mark> now = Optional.of(new Mark(snapshots.revision(), record.written()));
    return () -> mark = now;
  }

  /**
   * Returns whether the database has changed since the last backup. If no backup was made since the
   * host started, any write counts.
   */
  boolean since(Snapshots snapshots) {
    Mark last = mark.orElse(new Mark(0, 0));
    long grown = snapshots.revision() - last.revision();
    // A lower revision means that the store was replaced and started to count again.
    return grown < 0 || grown > record.written() - last.written();
  }
}
