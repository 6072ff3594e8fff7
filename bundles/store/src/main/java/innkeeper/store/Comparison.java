package innkeeper.store;

import innkeeper.store.guard.Bind;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import innkeeper.store.write.ChainHead;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The comparison of bot.db with the state that the last host recorded in bind.json. It finds
 * changes that another program made since then.
 */
final class Comparison {

  private Comparison() {}

  /**
   * @param bind the last known state of bot.db
   * @param left the same state as it was on disk before this start
   * @param last the end of the audit chain
   * @param defined the channelIds of the projects in bot.db
   * @return the differences, one line each, for the audit record
   */
  static List<String> remarks(
      Connection connection, Bind bind, Optional<Bind> left, ChainHead last, Set<String> defined)
      throws SQLException {
    // The recorded projects and chain end are exact only if the last host closed bot.db. While a
    // host runs, bind.json lags behind.
    Optional<Bind> closed = left.filter(b -> b.state() == Bind.State.CLOSED);
    List<String> remarks = new ArrayList<>();
    missing(connection, bind, last)
        .or(() -> closed.flatMap(b -> added(b, last)))
        .map(Gap::detail)
        .ifPresent(remarks::add);
    Set<String> gone = closed.flatMap(Bind::projects).map(TreeSet::new).orElseGet(TreeSet::new);
    gone.removeAll(defined);
    if (!gone.isEmpty()) {
      remarks.add("projects were removed while no host ran: " + String.join(", ", gone));
    }
    return remarks;
  }

  /**
   * Returns a gap if the last known audit entry is missing or has another hash. The audit record is
   * append-only, so that entry must still exist.
   */
  private static Optional<Gap> missing(Connection connection, Bind bind, ChainHead last)
      throws SQLException {
    if (bind.auditSeq() == 0) {
      return Optional.empty();
    }
    Optional<AuditRow> there = AuditTable.at(connection, bind.auditSeq());
    if (there.isPresent() && there.get().hash().equals(bind.auditHash())) {
      return Optional.empty();
    }
    return Optional.of(
        there.isPresent()
            ? Gap.rewritten(bind.auditSeq(), bind.auditHash())
            : Gap.missing(last.seq() + 1, bind.auditSeq(), bind.auditHash()));
  }

  /**
   * Returns a gap if the chain has grown since bot.db was closed. Another program can append a link
   * that fits, but no host was running to do it.
   */
  private static Optional<Gap> added(Bind closed, ChainHead last) {
    return last.seq() > closed.auditSeq()
        ? Optional.of(Gap.added(closed.auditSeq() + 1, last.seq()))
        : Optional.empty();
  }
}
