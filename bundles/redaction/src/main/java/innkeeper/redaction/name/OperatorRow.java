package innkeeper.redaction.name;

import innkeeper.redaction.name.Operator.Kind;
import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.value.Values;
import java.util.List;

/**
 * What may stand between a name and its value: a row of operators.tsv.
 *
 * @param quoted yes if the name must stand in quotes, no if it must not, else empty
 * @param gap the same of blanks behind the name; sign if they must and the operator is a sign
 * @param before what stands before the name
 * @param name what the name begins with
 * @param anywhere whether it is behind any name
 * @param ends the text that ends the value, or empty
 */
record OperatorRow(
    Kind kind,
    String quoted,
    boolean inQuotes,
    String gap,
    Pattern before,
    Pattern name,
    Pattern after,
    boolean anywhere,
    String ends) {

  /** What blanks before them make no operator of. */
  private static final ByteSet SIGNS = Pattern.after("[-=.:;<&(>,]", Values.builtin()).first();

  private static final List<OperatorRow> ALL =
      Tables.builtin().rows("operators").stream().map(OperatorRow::of).toList();

  /** The rows by what stands before an operator and by its first byte, as far as anybody asked. */
  private static final OperatorRow[][] KNOWN = new OperatorRow[4 * 256][];

  private static OperatorRow of(Row row) {
    Values values = Values.builtin();
    Pattern after = Pattern.after(row.cell("after"), values);
    return new OperatorRow(
        row.constant(Kind.class, "kind", row.cell("kind")),
        row.cell("quoted"),
        row.cell("quoted").equals("yes"),
        row.cell("gap"),
        Pattern.before(row.cell("before"), values),
        Pattern.after(row.cell("name"), values),
        after,
        !row.has("before") && !row.has("name"),
        row.cell("ends"));
  }

  private boolean mayBegin(byte first) {
    return after.first().has(first) && !(gap.equals("yes") && SIGNS.has(first));
  }

  /** What operators begin with that follow a bare name directly. */
  static ByteSet first() {
    return ALL.stream()
        .filter(row -> !row.quoted.equals("yes") && !row.gap.equals("yes"))
        .map(row -> row.after.first())
        .reduce(ByteSet.none(), ByteSet::or);
  }

  /** The rows of operators that may begin with this byte, in the table's order. */
  static OperatorRow[] of(boolean quoted, boolean gap, byte first) {
    int place = (quoted ? 512 : 0) + (gap ? 256 : 0) + (first & 0xff);
    OperatorRow[] known = KNOWN[place];
    if (known == null) {
      known = ALL.stream().filter(row -> row.fits(quoted, gap, first)).toArray(OperatorRow[]::new);
      KNOWN[place] = known;
    }
    return known;
  }

  private boolean fits(boolean closed, boolean blanks, byte first) {
    return (quoted.isEmpty() || inQuotes == closed)
        && (gap.isEmpty() || blanks != gap.equals("no"))
        && mayBegin(first);
  }

  /** Whether it is behind any name, and its first bytes stand at {@code at}. */
  boolean mayStand(LineText line, int at) {
    return anywhere && kind != Kind.NONE && after.mayStand(line, at);
  }

  /**
   * Where what follows the operator at {@code at} begins, or -1 if it is another.
   *
   * @param depth backslashes before the name's quotes, -1 without
   */
  int end(LineText line, int start, int depth, int at) {
    int first = inQuotes ? Math.max(line.from, start - 1 - depth) : start;
    boolean may =
        after.mayStand(line, at)
            && (anywhere || name.mayStand(line, start) && before.mayStand(line, first));
    int end = may ? after.match(line, at) : -1;
    return end >= 0 && name.matches(line, start) && before.matches(line, first) ? end : -1;
  }
}
