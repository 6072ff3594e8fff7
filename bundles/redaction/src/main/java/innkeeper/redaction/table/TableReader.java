package innkeeper.redaction.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import innkeeper.redaction.text.Bytes;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a table: columns parted by tabs, their names in the first line. A line that begins with #
 * and a blank is a comment.
 */
final class TableReader {
  private TableReader() {}

  /**
   * Adds the table's rows to {@code rows}.
   *
   * @param table its text in UTF-8; the rows keep it
   * @param bad told of each row that cannot be read
   */
  static void read(String file, byte[] table, List<Row> rows, Consumer<TableException> bad) {
    List<String> columns = List.of();
    int line = 0;
    int next;
    for (int from = 0; from < table.length; from = next) {
      line++;
      int end = Bytes.next(table, from, table.length, '\n');
      next = end + 1;
      int to = end > from && table[end - 1] == '\r' ? end - 1 : end;
      if (Bytes.skipBlank(table, from, to) == to || Bytes.at(table, from, to, "# ")) {
        continue;
      }
      int cells = 1 + Bytes.count(table, from, to, '\t');
      if (columns.isEmpty()) {
        columns = List.of(new String(table, from, to - from, UTF_8).split("\t", -1));
      } else if (cells == columns.size()) {
        rows.add(new Row(file, line, columns, table, from, to, rows.size()));
      } else {
        String why = cells + " columns, but " + columns.size() + " names of columns";
        bad.accept(new TableException(file, line, why));
      }
    }
  }
}
