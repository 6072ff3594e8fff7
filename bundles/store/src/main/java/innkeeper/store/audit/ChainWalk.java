package innkeeper.store.audit;

import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A walk along the chain that can be continued. Stops at the first link that does not fit. Not safe
 * for many threads.
 */
public final class ChainWalk {

  private long seq;
  private String hash = AuditRow.ZEROS;
  private long brokenAt;
  private String reason = "";
  private Optional<Gap> told = Optional.empty();

  /** Goes on for at most so many rows; whether it has reached the end or a break. */
  public boolean go(Connection connection, long most) throws SQLException {
    if (!whole()) {
      return true;
    }
    try (PreparedStatement select = AuditTable.after(connection, seq);
        ResultSet rows = select.executeQuery()) {
      long left = most;
      while (rows.next()) {
        if (left-- == 0) {
          return false;
        }
        if (!fits(AuditTable.link(rows))) {
          return true;
        }
      }
      return true;
    }
  }

  private boolean fits(AuditRow link) {
    if (link.seq() != seq + 1) {
      return breaks(seq + 1, "entry " + (seq + 1) + " is missing; the next is " + link.seq());
    }
    if (!link.prevHash().equals(hash)) {
      return breaks(
          link.seq(), "entry " + link.seq() + " does not continue the hash of the one before it");
    }
    if (!link.hash().equals(link.digest())) {
      return breaks(link.seq(), "entry " + link.seq() + " is not what was hashed");
    }
    seq = link.seq();
    hash = link.hash();
    told = told.or(() -> Gap.told(link));
    return true;
  }

  private boolean breaks(long at, String why) {
    brokenAt = at;
    reason = why;
    return false;
  }

  /** What comes next cannot be read. */
  public void unreadable(String why) {
    if (whole()) {
      breaks(seq + 1, "what comes after entry " + seq + " cannot be read: " + why);
    }
  }

  /** The end was reached, but it is known that the record went on to {@code last}. */
  public void expectEnd(long last, String lastHash) {
    if (whole() && seq < last) {
      breaks(seq + 1, "entries " + (seq + 1) + " to " + last + " are missing at the end");
    } else if (whole() && seq == last && !hash.equals(lastHash)) {
      breaks(seq, "entry " + seq + " is not the one that was written");
    }
  }

  /**
   * What was read must be what was written here: a link that another program added may fit.
   *
   * @param written the last one's number; may lag behind what is on disk for a moment
   */
  public void expectNoneAfter(LongSupplier written) {
    long deadline = System.nanoTime() + 1_000_000_000L;
    while (whole() && seq > written.getAsLong()) {
      if (System.nanoTime() > deadline) {
        breaks(written.getAsLong() + 1, "entries from there on were not written by this host");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** The first gap that a start told of, as far as the walk has come. */
  public Optional<Gap> told() {
    return told;
  }

  /** A chain that is whole is broken all the same where a start told of a gap. */
  public void expectNoneTold() {
    if (whole() && told.isPresent()) {
      breaks(told.get().seq(), told.get().detail());
    }
  }

  public boolean whole() {
    return brokenAt == 0;
  }

  /** How many links fit. */
  public long seq() {
    return seq;
  }

  /** 0 when whole. */
  public long brokenAt() {
    return brokenAt;
  }

  /** "" when whole. */
  public String reason() {
    return reason;
  }
}
