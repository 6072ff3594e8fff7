package innkeeper.backup;

import innkeeper.api.store.Snapshots;
import java.util.Optional;

/** Whether the database was written to since the last backup, our own audit entries aside. */
final class ChangeDetector {

  private record Mark(long revision, long written) {}

  private final AuditWriter record;
  private volatile Optional<Mark> mark = Optional.empty();

  ChangeDetector(AuditWriter record) {
    this.record = record;
  }

  /** The database as it is now, to be kept if the backup of it succeeds. */
  Runnable before(Snapshots snapshots) {
    Optional<Mark> now = Optional.of(new Mark(snapshots.revision(), record.written()));
    return () -> mark = now;
  }

  /** True as well when no backup was made since the host started and something was written. */
  boolean since(Snapshots snapshots) {
    Mark last = mark.orElse(new Mark(0, 0));
    long grown = snapshots.revision() - last.revision();
    // Less than before: the store was replaced and counts anew.
    return grown < 0 || grown > record.written() - last.written();
  }
}
