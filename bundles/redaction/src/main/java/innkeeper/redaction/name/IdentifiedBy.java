package innkeeper.redaction.name;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.value.ValueCheck;
import innkeeper.redaction.value.Values;

/** SQL: {@code IDENTIFIED BY 'x'}. */
public final class IdentifiedBy {
  private static final Pattern STATEMENT = Values.after("sql-statement");

  private IdentifiedBy() {}

  /** Marks the literal after the name at {@code start}; whether the name was SQL's word at all. */
  public static boolean by(Line line, int start, int end, Value value) {
    byte[] b = line.b;
    if (!Bytes.atIgnoreCase(b, start, end, "identified") || end - start != 10) {
      return false;
    }
    int i = Bytes.skipBlank(b, end, line.to);
    if (Bytes.atIgnoreCase(b, i, line.to, "with ")) {
      i = Bytes.skipBlank(b, Bytes.runEnd(b, i + 5, line.to, Bytes.WORD), line.to);
    }
    if (!Bytes.atIgnoreCase(b, i, line.to, "by ")) {
      return true;
    }
    i = Bytes.skipBlank(b, i + 3, line.to);
    if (Bytes.atIgnoreCase(b, i, line.to, "password ")) {
      i = Bytes.skipBlank(b, i + 9, line.to);
    }
    if (i < line.to && statement(line, start)) {
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
    int word = Bytes.skipBlank(line.b, at, line.to);
    if (Bytes.atIgnoreCase(line.b, word, line.to, "replace ") && word + 8 < line.to) {
      value.read(line, start, word + 8, false);
      line.hideValue(value.from, value.to);
    }
  }

  /** In prose something is identified by its name. */
  private static boolean statement(Line line, int start) {
    return Bytes.at(line.b, start, line.to, "IDENTIFIED") || STATEMENT.matches(line, start);
  }
}
