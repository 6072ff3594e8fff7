package innkeeper.redaction.table;

import java.util.Arrays;
import java.util.List;
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
    List<String> columns = List.of();
    int line = 0;
    for (String ended : text.split("\n")) {
      line++;
      String content = ended.endsWith("\r") ? ended.substring(0, ended.length() - 1) : ended;
      if (content.isBlank() || content.startsWith("# ")) {
        continue;
      }
      List<String> cells = Arrays.asList(content.split("\t", -1));
      if (columns.isEmpty()) {
        columns = cells;
      } else if (cells.size() == columns.size()) {
        rows.add(new Row(file, line, columns, cells, rows.size()));
      } else {
        String why = cells.size() + " columns, but " + columns.size() + " names of columns";
        bad.accept(new TableException(file, line, why));
      }
    }
  }
}
