package innkeeper.supervisor.machine;

import java.time.Instant;

/**
 * The end of one incarnation that is owed to the audit record.
 *
 * @param detail the entry's; begins with whose end it is
 * @param since the entry cannot be older than this
 */
public record Debt(String detail, Instant since) {

  private static final String WHOSE = "incarnation ";

  public Debt {
    if (!detail.matches(WHOSE + "\\d+ .*")) {
      throw new IllegalArgumentException("no incarnation in: " + detail);
    }
  }

  static Debt of(long incarnation, String how, Instant since) {
    return new Debt(WHOSE + incarnation + " " + how, since);
  }

  /** What no other incarnation's entry begins with. */
  String whose() {
    return detail.substring(0, detail.indexOf(' ', WHOSE.length()) + 1);
  }
}
