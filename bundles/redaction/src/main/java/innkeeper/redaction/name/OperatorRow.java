package innkeeper.redaction.name;

import innkeeper.redaction.name.Operator.Kind;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What may stand between a name and its value: a row of operators.tsv.
 *
 * @param quoted whether the name must stand in quotes; null if it may
 * @param ends the text that ends the value, or empty
 */
record OperatorRow(
    Kind kind, Boolean quoted, Pattern before, Pattern name, Pattern after, String ends) {

  /** In the table's order, by whether the name stands in quotes and what is next to be read. */
  private static final OperatorRow[][][] BY_FIRST = new OperatorRow[2][256][];

  static {
    List<OperatorRow> all =
        Tables.builtin().rows("operators").stream().map(OperatorRow::of).toList();
    for (int quoted = 0; quoted < 2; quoted++) {
      for (int c = 0; c < 256; c++) {
        BY_FIRST[quoted][c] = fitting(all, quoted > 0, (byte) c);
      }
    }
  }

  private static OperatorRow of(Row row) {
    Values values = Values.builtin();
    return new OperatorRow(
        Kind.valueOf(row.cell("kind").toUpperCase(Locale.ROOT)),
        row.has("quoted") ? row.cell("quoted").equals("yes") : null,
        Pattern.before(row.cell("before"), values),
        Pattern.after(row.cell("name"), values),
        Pattern.after(row.cell("after"), values),
        row.cell("ends"));
  }

  private static OperatorRow[] fitting(List<OperatorRow> all, boolean quoted, byte first) {
    List<OperatorRow> fitting = new ArrayList<>();
    for (OperatorRow row : all) {
      boolean other = row.quoted != null && row.quoted != quoted;
      if (!other && row.after.first().has(first)) {
        fitting.add(row);
      }
    }
    return fitting.toArray(new OperatorRow[0]);
  }

  /** The rows that a text may follow which begins with this byte. */
  static OperatorRow[] of(boolean quoted, byte first) {
    return BY_FIRST[quoted ? 1 : 0][first & 0xff];
  }

  /**
   * Where what follows the operator at {@code at} begins, or -1 if it is another.
   *
   * @param depth backslashes before the name's quotes, -1 without
   */
  int end(LineText line, int start, int depth, int at) {
    int first = quoted == Boolean.TRUE ? Math.max(line.from, start - 1 - depth) : start;
    boolean named = before.matches(line, first) && name.matches(line, start);
    return named ? after.match(line, at) : -1;
  }
}
