package innkeeper.redaction.table;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One row of a table of rules: its id, what its columns say, and where it stands. */
public final class Row {
  private final String file;
  private final int line;
  private final List<String> columns;

  /** The bytes of its table, and where in them the cells stand: few are ever asked for. */
  private final byte[] table;

  private final int from;
  private final int to;
  private final int number;

  Row(String file, int line, List<String> columns, byte[] table, int from, int to, int number) {
    this.file = file;
    this.line = line;
    this.columns = columns;
    this.table = table;
    this.from = from;
    this.to = to;
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
    return new Row(file, line, columns, table, from, to, other);
  }

  /** The same row with something else in a column. */
  public Row with(String column, String cell) {
    List<String> more = new ArrayList<>(columns);
    more.add(0, column);
    String cells = cell + "\t" + new String(table, from, to - from, StandardCharsets.UTF_8);
    byte[] bytes = cells.getBytes(StandardCharsets.UTF_8);
    return new Row(file, line, more, bytes, 0, bytes.length, number);
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
    int first = from;
    for (int i = 0; i < place; i++) {
      first = Bytes.next(table, first, to, '\t') + 1;
    }
    int last = Bytes.next(table, first, to, '\t');
    return new String(table, first, last - first, StandardCharsets.UTF_8);
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

  /** The constant that a word of a column names, in small letters. */
  public <E extends Enum<E>> E constant(Class<E> type, String column, String word) {
    List<String> names =
        Stream.of(type.getEnumConstants())
            .map(one -> one.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList();
    int at = names.indexOf(word.replace('_', '-'));
    if (at < 0) {
      String all = String.join(", ", names);
      throw error("the column " + column + " has " + word + ", which is none of " + all);
    }
    return type.getEnumConstants()[at];
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
