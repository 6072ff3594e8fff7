package innkeeper.store.restore;

import innkeeper.store.guard.Bind;
import innkeeper.store.table.AuditRow;
import innkeeper.store.table.AuditTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The data of the previous database that a taken-in database lacks, as far as bind.json shows it.
 *
 * @param projects the channelIds of the lost projects; empty if unknown
 * @param entries the least number of lost audit entries
 */
public record Loss(Optional<Set<String>> projects, long entries) {

  private static final int MOST_NAMES = 10;
  private static final Pattern TOLD = Pattern.compile(".*; (lost against what was there: .*)");

  /**
   * @param before the last known state of the previous database
   * @param defined the channelIds of the projects in the taken-in database
   */
  public static Loss of(Connection now, Bind before, Set<String> defined) throws SQLException {
    return new Loss(before.projects().map(known -> gone(known, defined)), entries(now, before));
  }

  static Set<String> gone(Set<String> before, Set<String> now) {
    Set<String> gone = new TreeSet<>(before);
    gone.removeAll(now);
    return gone;
  }

  private static long entries(Connection now, Bind before) throws SQLException {
    Optional<AuditRow> same = AuditTable.at(now, before.auditSeq());
    if (before.auditSeq() == 0
        || same.isPresent() && same.get().hash().equals(before.auditHash())) {
      return 0;
    }
    long last = AuditTable.last(now).map(AuditRow::seq).orElse(0L);
    // If the audit record is another one, at least the last entry is lost.
    return Math.max(1, before.auditSeq() - last);
  }

  /** Returns the loss as text, which {@link #told} can find again; "" if no loss is known. */
  public String words() {
    int count = projects.map(Set::size).orElse(0);
    if (count == 0 && entries == 0) {
      return "";
    }
    return "lost against what was there: "
        + projects.map(Loss::names).orElse("an unknown number of projects")
        + ", "
        + (entries == 0
            ? "no audit entry"
            : "at least " + entries + (entries == 1 ? " audit entry" : " audit entries"));
  }

  private static String names(Set<String> gone) {
    if (gone.isEmpty()) {
      return "no project";
    }
    List<String> shown = gone.stream().limit(MOST_NAMES).toList();
    return gone.size()
        + (gone.size() == 1 ? " project (" : " projects (")
        + String.join(", ", shown)
        + (gone.size() > MOST_NAMES ? ", …)" : ")");
  }

  /**
   * Returns the loss that the audit entry of a taken-in database reports; "" if it reports none.
   */
  public static String told(AuditRow entry) {
    Matcher matcher = TOLD.matcher(entry.detail());
    return matcher.matches() ? matcher.group(1) : "";
  }
}
