package innkeeper.supervisor.run;

import java.time.Instant;

/**
 * The end of one incarnation that is owed to the audit record.
 *
 * @param detail the entry's; begins with whose end it is
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

  /** What no other incarnation's entry begins with. */
  public String whose() {
    return detail.substring(0, detail.indexOf(' ', WHOSE.length()) + 1);
  }
}
