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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the audit record that differs from the state recorded in bind.json. The hashes alone
 * cannot show such a gap. If another program removes the last entries, or appends entries with
 * correct hashes, the chain is still valid. So a start writes the gap into the audit record, in the
 * format defined here.
 *
 * @param seq the first entry of the gap
 * @param detail the sentence in the audit entry that reports the gap
 */
record Gap(long seq, String detail) {

  /** The action of the audit entry that reports a gap. */
  static final String ACTION = "database.suspect";

  private static final Pattern DETAIL = Pattern.compile("audit entr(?:y|ies) (\\d{1,18})[ ,].*");

  /**
   * Compares bot.db with the state that the last host recorded in bind.json. It finds changes that
   * another program made since then.
   *
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
            ? new Gap(
                bind.auditSeq(),
                "audit entry %d had hash %s when it was last seen and is another one now"
                    .formatted(bind.auditSeq(), bind.auditHash()))
            : new Gap(
                last.seq() + 1,
                "audit entries %d to %d, the last with hash %s, were in the record when it was last seen and are missing now"
                    .formatted(last.seq() + 1, bind.auditSeq(), bind.auditHash())));
  }

  /**
   * Returns a gap if the chain has grown since bot.db was closed. Another program can append a link
   * that fits, but no host was running to do it.
   */
  private static Optional<Gap> added(Bind closed, ChainHead last) {
    return last.seq() > closed.auditSeq()
        ? Optional.of(
            new Gap(
                closed.auditSeq() + 1,
                "audit entries %d to %d were added while no host ran"
                    .formatted(closed.auditSeq() + 1, last.seq())))
        : Optional.empty();
  }

  /** Returns the gap that an audit entry reports; empty if it reports none. */
  static Optional<Gap> told(AuditRow link) {
    Matcher matcher = DETAIL.matcher(link.detail());
    return link.action().equals(ACTION) && matcher.matches()
        ? Optional.of(new Gap(Long.parseLong(matcher.group(1)), link.detail()))
        : Optional.empty();
  }
}
