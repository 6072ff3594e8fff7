package innkeeper.store;

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
 * A walk along the audit chain that can be paused and continued. It stops at the first link that
 * does not fit. Not thread-safe.
 */
final class ChainWalk {

  private long seq;
  private String hash = AuditRow.ZEROS;
  private long brokenAt;
  private String reason = "";
  private Optional<Gap> told = Optional.empty();

  /**
   * Checks at most the given number of further rows. Returns whether it has reached the end or a
   * broken link.
   */
  boolean go(Connection connection, long most) throws SQLException {
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

  /** Marks the chain as broken because the next entry cannot be read. */
  void unreadable(String why) {
    if (whole()) {
      breaks(seq + 1, "what comes after entry " + seq + " cannot be read: " + why);
    }
  }

  /**
   * Marks the chain as broken if it ends before entry {@code last}, or if that entry has another
   * hash.
   */
  void expectEnd(long last, String lastHash) {
    if (whole() && seq < last) {
      breaks(seq + 1, "entries " + (seq + 1) + " to " + last + " are missing at the end");
    } else if (whole() && seq == last && !hash.equals(lastHash)) {
      breaks(seq, "entry " + seq + " is not the one that was written");
    }
  }

  /**
   * Marks the chain as broken if it has entries that this host did not write. Another program can
   * append a link that fits.
   *
   * @param written supplies the number of the last entry written here; it may lag behind the disk
   *     for a moment
   */
  void expectNoneAfter(LongSupplier written) {
    long deadline = System.nanoTime() + 1_000_000_000L;
    while (whole() && seq > written.getAsLong()) {
      if (System.nanoTime() > deadline) {
        breaks(written.getAsLong() + 1, "entries from there on were not written by this host");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Returns the first gap that an earlier start recorded, among the entries checked so far. */
  Optional<Gap> told() {
    return told;
  }

  /** Marks a whole chain as broken if an earlier start recorded a gap in it. */
  void expectNoneTold() {
    if (whole() && told.isPresent()) {
      breaks(told.get().seq(), told.get().detail());
    }
  }

  boolean whole() {
    return brokenAt == 0;
  }

  /** Returns the number of links that fit. */
  long seq() {
    return seq;
  }

  /** Returns the number of the first entry that does not fit; 0 if the chain is whole. */
  long brokenAt() {
    return brokenAt;
  }

  /** Returns why the chain is broken; "" if it is whole. */
  String reason() {
    return reason;
  }
}
