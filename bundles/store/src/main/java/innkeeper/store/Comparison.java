package innkeeper.store;

import innkeeper.store.audit.Gap;
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

/** What is in bot.db, beside what the last host saw in it: somebody may have been at it since. */
final class Comparison {

  private Comparison() {}

  /**
   * @param bind what was last known of it
   * @param left the same as it was on disk before this start
   * @param last the record's end
   * @param defined the projects
   * @return what is not as it was, one line each, for the record
   */
  static List<String> remarks(
      Connection connection, Bind bind, Optional<Bind> left, ChainHead last, Set<String> defined)
      throws SQLException {
    // While a host ran, what was last known lags behind.
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

  /** The record is only ever added to: what it ended in when it was last seen must be in it. */
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

  /** Whoever knows how can add a link that fits; but not while nobody writes. */
  private static Optional<Gap> added(Bind closed, ChainHead last) {
    return last.seq() > closed.auditSeq()
        ? Optional.of(Gap.added(closed.auditSeq() + 1, last.seq()))
        : Optional.empty();
  }
}
