package innkeeper.redaction.table;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** One row of a table of rules: its id, what its columns say, and where it stands. */
public final class Row {
  private final String file;
  private final int line;
  private final Map<String, String> cells;
  private final int number;

  Row(String file, int line, Map<String, String> cells, int number) {
    this.file = file;
    this.line = line;
    this.cells = cells;
    this.number = number;
  }

  /** Tells the row from all others, today and in later releases. */
  public String id() {
    return cell("id");
  }

  /** Its place among all rows; counters and spans name it by this. */
  public int number() {
    return number;
  }

  /** The same row at another place among all rows. */
  public Row numbered(int other) {
    return new Row(file, line, cells, other);
  }

  /** The same row with something else in a column. */
  public Row with(String column, String cell) {
    Map<String, String> changed = new HashMap<>(cells);
    changed.put(column, cell);
    return new Row(file, line, changed, number);
  }

  /** The columns of its table. */
  public Set<String> columns() {
    return cells.keySet();
  }

  /** Where it stands: {@code tokens.tsv:12}. */
  public String place() {
    return file + ":" + line;
  }

  /** What stands in a column; empty if nothing does. */
  public String cell(String column) {
    return cells.getOrDefault(column, "");
  }

  public boolean has(String column) {
    return !cell(column).isEmpty();
  }

  /** The words in a column. */
  public String[] words(String column) {
    return has(column) ? cell(column).split(" +") : new String[0];
  }

  public int number(String column, int otherwise) {
    try {
      return has(column) ? Integer.parseInt(cell(column)) : otherwise;
    } catch (NumberFormatException e) {
      throw error("the column " + column + " has " + cell(column) + ", which is no number");
    }
  }

  /** Says what is wrong with the row, and where it stands. */
  public TableException error(String why) {
    return new TableException(file, line, "row " + id() + ": " + why);
  }

  @Override
  public String toString() {
    return place() + " " + id();
  }
}
