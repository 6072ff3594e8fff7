package innkeeper.redaction.name;

import innkeeper.redaction.name.Operator.Kind;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.value.Values;
import java.util.List;
import java.util.Locale;

/**
 * What may stand between a name and its value: a row of operators.tsv.
 *
 * @param quoted yes if the name must stand in quotes, no if it must not, else empty
 * @param gap the same of blanks behind the name
 * @param before what stands before the name, or null
 * @param name what the name begins with, or null
 * @param leading what stands at the operator's first places
 * @param ends the text that ends the value, or empty
 */
record OperatorRow(
    Kind kind,
    String quoted,
    String gap,
    Pattern before,
    Pattern name,
    Pattern after,
    ByteSet[] leading,
    String ends) {

  /** What blanks before them make no operator of. */
  private static final ByteSet SIGNS = Pattern.after("[-=.:;<&(>,]", Values.builtin()).first();

  /** So many first bytes tell dots of a table from those of a sentence. */
  private static final int PLACES = 3;

  private static final List<OperatorRow> ALL =
      Tables.builtin().rows("operators").stream().map(OperatorRow::of).toList();

  private static final OperatorRow[][] BARE = byFirst("no", "no");
  private static final OperatorRow[][] BARE_GAP = byFirst("no", "yes");
  private static final OperatorRow[][] QUOTED = byFirst("yes", "no");
  private static final OperatorRow[][] QUOTED_GAP = byFirst("yes", "yes");

  private static OperatorRow of(Row row) {
    Values values = Values.builtin();
    Pattern after = Pattern.after(row.cell("after"), values);
    return new OperatorRow(
        Kind.valueOf(row.cell("kind").toUpperCase(Locale.ROOT)),
        row.cell("quoted"),
        row.cell("gap"),
        row.has("before") ? Pattern.before(row.cell("before"), values) : null,
        row.has("name") ? Pattern.after(row.cell("name"), values) : null,
        after,
        after.leading(PLACES),
        row.cell("ends"));
  }

  /** The rows in the table's order, by the byte that is next to be read. */
  private static OperatorRow[][] byFirst(String quoted, String gap) {
    OperatorRow[][] rows = new OperatorRow[256][];
    for (int c = 0; c < 256; c++) {
      byte first = (byte) c;
      rows[c] =
          ALL.stream()
              .filter(row -> row.quoted.isEmpty() || row.quoted.equals(quoted))
              .filter(row -> row.gap.isEmpty() || row.gap.equals(gap))
              .filter(row -> row.mayBegin(first))
              .toArray(OperatorRow[]::new);
    }
    return rows;
  }

  private boolean mayBegin(byte first) {
    return after.first().has(first) && !(gap.equals("yes") && SIGNS.has(first));
  }

  /** The rows of operators that may begin with this byte. */
  static OperatorRow[] of(boolean quoted, boolean gap, byte first) {
    OperatorRow[][] bare = gap ? BARE_GAP : BARE;
    return (quoted ? gap ? QUOTED_GAP : QUOTED : bare)[first & 0xff];
  }

  /** Whether it is behind any name, and its first bytes stand at {@code at}. */
  boolean mayStand(LineText line, int at) {
    if (before != null || name != null || kind == Kind.NONE) {
      return false;
    }
    int known = Math.min(leading.length, line.to - at);
    for (int i = 0; i < known; i++) {
      if (!leading[i].has(line.b[at + i])) {
        return false;
      }
    }
    return true;
  }

  /**
   * Where what follows the operator at {@code at} begins, or -1 if it is another.
   *
   * @param depth backslashes before the name's quotes, -1 without
   */
  int end(LineText line, int start, int depth, int at) {
    boolean named = name == null || name.matches(line, start);
    return named && placed(line, start, depth) ? after.match(line, at) : -1;
  }

  private boolean placed(LineText line, int start, int depth) {
    if (before == null) {
      return true;
    }
    boolean inQuotes = quoted.equals("yes");
    return before.matches(line, inQuotes ? Math.max(line.from, start - 1 - depth) : start);
  }
}
