package innkeeper.redaction.scan;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.Values;

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
    IDENTIFIED,
    ESCAPE,
    BASE64
  }

  private static final Pattern ANYTHING = Values.after("");

  private final Kind kind;
  private final int row;

  /** Read at first use, as the rule. */
  private Pattern likely;

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

  /** Whether a secret may follow a name whose text stands at {@code at}. */
  boolean likely(LineText line, int at) {
    Pattern made = likely;
    if (made == null) {
      made = likely(Tables.builtin().rows().get(row));
      likely = made;
    }
    return made == ANYTHING || made.matches(line, at);
  }

  /** The column likely of a name. */
  static Pattern likely(Row row) {
    return row.has("likely") ? Values.after(row.cell("likely")) : ANYTHING;
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
