package innkeeper.redaction.table;

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
      if (columns.isEmpty()) {
        columns = List.of(content.split("\t", -1));
        continue;
      }
      int cells = cells(content);
      if (cells == columns.size()) {
        rows.add(new Row(file, line, columns, content, rows.size()));
      } else {
        String why = cells + " columns, but " + columns.size() + " names of columns";
        bad.accept(new TableException(file, line, why));
      }
    }
  }

  private static int cells(String content) {
    int cells = 1;
    for (int i = content.indexOf('\t'); i >= 0; i = content.indexOf('\t', i + 1)) {
      cells++;
    }
    return cells;
  }
}
