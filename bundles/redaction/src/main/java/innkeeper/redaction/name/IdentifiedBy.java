package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** SQL: {@code IDENTIFIED BY 'x'}. */
public final class IdentifiedBy {
  private static final Pattern BY = Values.after("identified-by");
  private static final Pattern REPLACED = Values.after("space* 'replace ' !$");

  /** In prose something is identified by its name. */
  private static final Pattern STATEMENT = Values.after("sql-statement");

  private IdentifiedBy() {}

  /** Marks the literal after the name at {@code start}; whether the name was SQL's word at all. */
  public static boolean by(Line line, int start, int end, Value value) {
    byte[] b = line.b;
    if (!Bytes.atIgnoreCase(b, start, end, "identified") || end - start != 10) {
      return false;
    }
    int i = BY.match(line, end);
    if (i >= 0 && (Bytes.at(b, start, line.to, "IDENTIFIED") || STATEMENT.matches(line, start))) {
      value.read(line, start, i, false);
      if ((value.quote != 0 || !ValueCheck.prose(b, value.from, value.to))
          && line.hideValue(value.from, value.to)) {
        boolean quoted = value.quote != 0;
        replaced(line, start, quoted ? Quoted.after(b, value.to, line.to) : value.to, value);
      }
    }
    return true;
  }

  /** Oracle: {@code BY "x" REPLACE "y"}. */
  private static void replaced(Line line, int start, int at, Value value) {
    int again = REPLACED.match(line, at);
    if (again >= 0) {
      value.read(line, start, again, false);
      line.hideValue(value.from, value.to);
    }
  }
}
