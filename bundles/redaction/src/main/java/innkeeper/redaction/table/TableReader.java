package innkeeper.redaction.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads a table: columns parted by tabs, their names in the first line. A line that begins with #
 * and a blank is a comment.
 */
final class TableReader {
  private TableReader() {}

  /**
   * Adds the text's rows to {@code rows}.
   *
   * @param bad told of each row that cannot be read
   */
  static void read(String file, String text, List<Row> rows, Consumer<TableException> bad) {
    List<String> columns = new ArrayList<>();
    int line = 0;
    for (String content : text.split("\r?\n")) {
      line++;
      if (content.isBlank() || content.startsWith("# ")) {
        continue;
      }
      String[] cells = content.split("\t", -1);
      if (columns.isEmpty()) {
        columns.addAll(List.of(cells));
      } else {
        try {
          rows.add(new Row(file, line, cells(file, line, columns, cells), rows.size()));
        } catch (TableException e) {
          bad.accept(e);
        }
      }
    }
  }

  private static Map<String, String> cells(
      String file, int line, List<String> columns, String[] cells) {
    if (cells.length != columns.size()) {
      String why = cells.length + " columns, but " + columns.size() + " names of columns";
      throw new TableException(file, line, why);
    }
    Map<String, String> named = new HashMap<>();
    for (int i = 0; i < cells.length; i++) {
      named.put(columns.get(i), cells[i]);
    }
    return named;
  }
}
