package innkeeper.shell.cli;

import innkeeper.common.terminal.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A list that a command prints: as a table, or as JSON with {@code --json}. */
public final class Listing<T> {

  private record Column<T>(String head, Function<T, Object> cell) {}

  private final List<T> rows;
  private final List<Column<T>> columns = new ArrayList<>();

  public Listing(List<T> rows) {
    this.rows = rows;
  }

  /**
   * Adds a column.
   *
   * @param cell returns the content for a row: a {@link TextTable.Cell}, or a value that is shown
   *     as text
   */
  public Listing<T> column(String head, Function<T, Object> cell) {
    columns.add(new Column<>(head, cell));
    return this;
  }

  /** Removes a column, if it exists. */
  public void remove(String head) {
    columns.removeIf(column -> column.head().equals(head));
  }

  /**
   * Returns the width of the table.
   *
   * @param last the most that the last column counts; a terminal cuts it
   */
  public int width(int last) {
    int sum = 0;
    for (int i = 0; i < columns.size(); i++) {
      Column<T> column = columns.get(i);
      int widest = rows.stream().mapToInt(row -> length(column.cell().apply(row))).max().orElse(0);
      int most = i == columns.size() - 1 ? Math.min(last, widest) : widest;
      sum += Math.max(column.head().length(), most) + 2;
    }
    return sum - 2;
  }

  private static int length(Object cell) {
    return (cell instanceof TextTable.Cell c ? c.text() : String.valueOf(cell)).length();
  }

  public TextTable table() {
    TextTable table = new TextTable(columns.stream().map(Column::head).toArray(String[]::new));
    for (T row : rows) {
      table.row(columns.stream().map(column -> column.cell().apply(row)).toArray());
    }
    return table;
  }

  /** Prints the list; an empty table has its head only. Returns the exit status 0. */
  public int print(Caller caller, boolean json) {
    if (json) {
      caller.json(rows);
    } else {
      caller.print(table());
    }
    return 0;
  }

  /**
   * Prints the list. Returns the exit status 0.
   *
   * @param none what standard error gets in place of an empty table
   */
  public int print(Caller caller, boolean json, String none) {
    if (!json && rows.isEmpty()) {
      caller.err().println(none);
      return 0;
    }
    return print(caller, json);
  }
}
