package innkeeper.store.audit;

import innkeeper.store.table.AuditRow;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the record that a start found to be another than the one last seen, by what bind.json
 * keeps of its end. The chain alone cannot tell: whoever cuts off its end, or adds a link that
 * fits, leaves one that is whole. So the start says it in the record itself, and here is how.
 *
 * @param seq the first entry it is about
 * @param detail the whole sentence, as it stands in the entry
 */
public record Gap(long seq, String detail) {

  /** The action of the entry that tells of it. */
  public static final String ACTION = "database.suspect";

  private static final Pattern DETAIL = Pattern.compile("audit entr(?:y|ies) (\\d{1,18})[ ,].*");

  /** The end is not there. */
  public static Gap missing(long from, long last, String hash) {
    return new Gap(
        from,
        "audit entries %d to %d, the last with hash %s, were in the record when it was last seen and are missing now"
            .formatted(from, last, hash));
  }

  /** The end is another one: at least its last entry was written anew. */
  public static Gap rewritten(long last, String hash) {
    return new Gap(
        last,
        "audit entry %d had hash %s when it was last seen and is another one now"
            .formatted(last, hash));
  }

  /** Entries that no host wrote. */
  public static Gap added(long from, long to) {
    return new Gap(from, "audit entries %d to %d were added while no host ran".formatted(from, to));
  }

  /** What an entry tells of, if it does. */
  static Optional<Gap> told(AuditRow link) {
    Matcher matcher = DETAIL.matcher(link.detail());
    return link.action().equals(ACTION) && matcher.matches()
        ? Optional.of(new Gap(Long.parseLong(matcher.group(1)), link.detail()))
        : Optional.empty();
  }
}
