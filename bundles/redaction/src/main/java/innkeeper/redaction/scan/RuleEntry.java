package innkeeper.redaction.scan;

import innkeeper.redaction.table.Tables;

/** What a trigger leads to: a row, and the kind of rule that looks closer. */
public final class RuleEntry {
  /** A verifier each. */
  public enum Kind {
    NAME,
    ROW,
    JWK,
    USERINFO,
    COLON_USERINFO,
    SCHEME,
    PEM,
    PUTTY,
    PUTTY_MAC,
    INSERT,
    ESCAPE
  }

  private final Kind kind;
  private final int row;

  /** Made at first use; making it twice gives the same. */
  private LineRule rule;

  RuleEntry(Kind kind, int row, LineRule rule) {
    this.kind = kind;
    this.row = row;
    this.rule = rule;
  }

  public Kind kind() {
    return kind;
  }

  /** The number of its row. */
  public int row() {
    return row;
  }

  /** The row's rule; only the kind ROW has one. */
  public LineRule rule() {
    LineRule made = rule;
    if (made == null) {
      made = LineRule.of(Tables.builtin().rows().get(row));
      rule = made;
    }
    return made;
  }
}
