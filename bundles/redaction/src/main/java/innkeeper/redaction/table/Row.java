package innkeeper.redaction.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One row of a table of rules: its id, what its columns say, and where it stands. */
public final class Row {
  private final String file;
  private final int line;
  private final List<String> columns;

  /** What stands in the columns, parted by tabs: few cells are ever asked for. */
  private final String cells;

  private final int number;

  Row(String file, int line, List<String> columns, String cells, int number) {
    this.file = file;
    this.line = line;
    this.columns = columns;
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
    return new Row(file, line, columns, cells, other);
  }

  /** The same row with something else in a column. */
  public Row with(String column, String cell) {
    List<String> more = new ArrayList<>(columns);
    more.add(0, column);
    return new Row(file, line, more, cell + "\t" + cells, number);
  }

  /** The columns of its table. */
  public List<String> columns() {
    return columns;
  }

  /** Where it stands: {@code tokens.tsv:12}. */
  public String place() {
    return file + ":" + line;
  }

  /** What stands in a column; empty if nothing does. */
  public String cell(String column) {
    int place = columns.indexOf(column);
    if (place < 0) {
      return "";
    }
    int from = 0;
    for (int i = 0; i < place; i++) {
      from = cells.indexOf('\t', from) + 1;
    }
    int to = cells.indexOf('\t', from);
    return cells.substring(from, to < 0 ? cells.length() : to);
  }

  public boolean has(String column) {
    return !cell(column).isEmpty();
  }

  /** The words in a column. */
  public List<String> words(String column) {
    return Stream.of(cell(column).split(" ")).filter(word -> !word.isEmpty()).toList();
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
