package innkeeper.store;

import innkeeper.store.table.AuditRow;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the audit record that differs from the state recorded in bind.json. The chain alone
 * cannot show this: a program that cuts off the end, or appends a link that fits, leaves a whole
 * chain. A start therefore writes the gap into the audit record, in the format defined here.
 *
 * @param seq the first entry of the gap
 * @param detail the full sentence, as in the audit entry
 */
record Gap(long seq, String detail) {

  /** The action of the audit entry that reports a gap. */
  static final String ACTION = "database.suspect";

  private static final Pattern DETAIL = Pattern.compile("audit entr(?:y|ies) (\\d{1,18})[ ,].*");

  /** Returns a gap for entries that are missing at the end. */
  static Gap missing(long from, long last, String hash) {
    return new Gap(
        from,
        "audit entries %d to %d, the last with hash %s, were in the record when it was last seen and are missing now"
            .formatted(from, last, hash));
  }

  /** Returns a gap for a last known entry that exists with another hash. */
  static Gap rewritten(long last, String hash) {
    return new Gap(
        last,
        "audit entry %d had hash %s when it was last seen and is another one now"
            .formatted(last, hash));
  }

  /** Returns a gap for entries that no host wrote. */
  static Gap added(long from, long to) {
    return new Gap(from, "audit entries %d to %d were added while no host ran".formatted(from, to));
  }

  /** Returns the gap that an audit entry reports; empty if it reports none. */
  static Optional<Gap> told(AuditRow link) {
    Matcher matcher = DETAIL.matcher(link.detail());
    return link.action().equals(ACTION) && matcher.matches()
        ? Optional.of(new Gap(Long.parseLong(matcher.group(1)), link.detail()))
        : Optional.empty();
  }
}
