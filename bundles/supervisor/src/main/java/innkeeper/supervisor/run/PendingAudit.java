package innkeeper.supervisor.run;

import java.time.Instant;

/**
 * The end of one incarnation that has yet to be written to the audit record.
 *
 * @param detail the entry's; begins with the incarnation
 * @param since the entry cannot be older than this
 */
public record PendingAudit(String detail, Instant since) {

  private static final String WHOSE = "incarnation ";

  public PendingAudit {
    if (!detail.matches(WHOSE + "\\d+ .*")) {
      throw new IllegalArgumentException("no incarnation in: " + detail);
    }
  }

  public static PendingAudit of(long incarnation, String how, Instant since) {
    return new PendingAudit(WHOSE + incarnation + " " + how, since);
  }

  /** Returns the beginning of the detail, which is unique to the incarnation. */
  public String whose() {
    return detail.substring(0, detail.indexOf(' ', WHOSE.length()) + 1);
  }
}
