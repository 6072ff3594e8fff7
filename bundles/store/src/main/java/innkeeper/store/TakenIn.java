package innkeeper.store;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.store.guard.ApplicationId;
import innkeeper.store.guard.Bind;
import innkeeper.store.guard.Intent;
import innkeeper.store.guard.Layout;
import innkeeper.store.restore.CarriedEntries;
import innkeeper.store.restore.Loss;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import innkeeper.store.write.Transaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit entry of each taken-in database: a replaced bot.db that the guard accepted. Its key is
 * the intent's id in table {@code taken_in}, so that a repeated start does not write the entry
 * twice.
 */
final class TakenIn {

  private static final Logger LOG = LoggerFactory.getLogger(TakenIn.class);

  private TakenIn() {}

  static boolean recorded(Connection connection, Intent intent) throws SQLException {
    return Sql.number(connection, "SELECT count(*) FROM taken_in WHERE id = ?", intent.id()) > 0;
  }

  /**
   * @param before the last known state of the previous database
   * @param defined the channelIds of the projects in the taken-in database
   * @return the loss as text; "" if no loss is known
   */
  static String record(
      Transaction transaction, Layout layout, Intent intent, Bind before, Set<String> defined)
      throws SQLException {
    Loss missing = Loss.of(transaction.connection(), before, defined);
    long carried =
        intent.carry()
            ? CarriedEntries.append(layout.backups().resolve(intent.safety()), transaction)
            : 0;
    Loss lost = new Loss(missing.projects(), Math.max(0, missing.entries() - carried));
    StringBuilder detail = new StringBuilder(what(intent));
    if (before.auditSeq() > 0) {
      detail.append("; the record before had reached entry at least ").append(before.auditSeq());
      detail.append(", hash ").append(before.auditHash());
    }
    if (carried > 0) {
      detail.append("; entries carried over: ").append(carried);
    }
    if (!intent.safety().isEmpty()) {
      detail.append("; what was there before: ").append(intent.safety());
    }
    if (!lost.words().isEmpty()) {
      detail.append("; ").append(lost.words());
    }
    boolean restored = intent.kind() != Intent.Kind.UNSTAMPED;
    long seq =
        transaction
            .appendClean(
                new AuditDraft(
                    restored ? "database.restore" : "database.replace",
                    "",
                    new Actor(Actor.Via.RESTORE, intent.uid(), ""),
                    restored && lost.words().isEmpty() ? "ok" : "warned",
                    detail.toString()))
            .seq();
    Sql.update(
        transaction.connection(),
        "INSERT INTO taken_in (id, audit_seq) VALUES (?, ?)",
        intent.id(),
        seq);
    return lost.words();
  }

  /** Returns the audit entry of the database that was taken in last. */
  static Optional<AuditRow> last(Connection connection) throws SQLException {
    return AuditTable.at(connection, Sql.number(connection, "SELECT max(audit_seq) FROM taken_in"));
  }

  private static String what(Intent intent) {
    return switch (intent.kind()) {
      case COPIED ->
          "backup " + intent.name() + " was copied to bot.db's place, sha256 " + intent.sha256();
      case ORDERED ->
          "backup " + intent.name() + " was restored by command, sha256 " + intent.sha256();
      case UNSTAMPED ->
          "an unstamped database, application_id "
              + ApplicationId.hex(intent.found())
              + ", was put in bot.db's place";
    };
  }

  /**
   * Writes the event to the host's log too, because the audit record was replaced together with the
   * database.
   */
  static void log(Intent intent, String lost, Path quarantine) {
    Path aside = quarantine.resolve(intent.quarantine());
    if (Files.isDirectory(aside)) {
      LOG.warn("database taken in {} quarantine={}", what(intent), intent.quarantine());
    } else {
      LOG.warn("database taken in {}", what(intent));
    }
    if (!lost.isEmpty()) {
      LOG.error("database taken in lacks something: {}", lost);
    }
  }
}
