package innkeeper.store.restore;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import innkeeper.store.write.Transaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The audit entries that the restored backup lacks. A restore must not erase history. The next
 * start therefore reads them from the safety backup of the restore, and appends them as new entries
 * with the action {@code audit.recover}. Each new entry names the number and time of the original.
 */
public final class CarriedEntries {

  static final String ACTION = "audit.recover";
  private static final int PAGE = 1000;

  private CarriedEntries() {}

  /** Returns the last entry that both audit records share; 0 if they share none. */
  static long common(Connection current, Connection backup) throws SQLException {
    Optional<AuditRow> last = AuditTable.last(backup);
    long low = 0;
    long high = last.map(AuditRow::seq).orElse(0L);
    // The hashes form a chain: if two entries are equal, all entries before them are equal too.
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      Optional<String> here = AuditTable.at(current, middle).map(AuditRow::hash);
      Optional<String> there = AuditTable.at(backup, middle).map(AuditRow::hash);
      if (here.isPresent() && here.equals(there)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * Appends the later entries of the safety backup; returns their number. A safety backup that was
   * removed or damaged must not stop the start; it is recorded as failed.
   */
  public static long append(Path safety, Transaction transaction) throws SQLException {
    long count = 0;
    try {
      long last = read(safety, old -> common(old, transaction.connection()));
      List<AuditRow> rows = next(safety, last);
      while (!rows.isEmpty()) {
        for (AuditRow row : rows) {
          transaction.appendClean(draft(row));
        }
        count += rows.size();
        rows = next(safety, rows.get(rows.size() - 1).seq());
      }
    } catch (UnreadableException e) {
      transaction.appendClean(
          new AuditDraft(
              ACTION,
              "",
              Actor.of(Actor.Via.RESTORE),
              "failed",
              "the later entries in "
                  + safety.getFileName()
                  + " could not be read: "
                  + e.getMessage()));
    }
    return count;
  }

  /** Reports that the safety backup cannot be read. */
  private static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private static <T> T read(Path safety, Sql.Query<T> query) throws UnreadableException {
    try (Connection old = Connections.immutable(safety)) {
      return query.run(old);
    } catch (SQLException e) {
      throw new UnreadableException(e);
    }
  }

  private static List<AuditRow> next(Path safety, long seq) throws UnreadableException {
    return read(safety, old -> AuditTable.next(old, PAGE, seq));
  }

  private static AuditDraft draft(AuditRow row) {
    String detail = row.detail();
    if (!row.action().equals(ACTION)) {
      detail =
          "seq=%d ts=%s action=%s hash=%s: %s"
              .formatted(row.seq(), row.ts(), row.action(), row.hash(), detail);
    }
    return new AuditDraft(
        ACTION,
        row.channelId(),
        new Actor(via(row), row.uid(), row.program()),
        row.outcome(),
        detail);
  }

  private static Actor.Via via(AuditRow row) {
    try {
      return Actor.Via.of(row.via());
    } catch (IllegalArgumentException e) {
      return Actor.Via.RESTORE;
    }
  }
}
