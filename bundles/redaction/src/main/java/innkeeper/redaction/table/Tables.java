package innkeeper.redaction.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All rows of all tables. */
public final class Tables {
  /** The names of the tables each row of which is a rule. */
  public static final List<String> RULES =
      List.of("tokens", "formats", "urls", "phrases", "languages", "sentences", "commands");

  /** The tables' names; each is a resource beside this class. */
  public static final List<String> NAMES =
      Stream.of(
              List.of("others", "words", "patterns", "values"),
              RULES,
              List.of("names", "operators", "named"))
          .flatMap(List::stream)
          .toList();

  private static final Tables BUILTIN = read();

  private final List<Row> rows;
  private final Map<String, List<Row>> byTable;

  private Tables(List<Row> rows, Map<String, List<Row>> byTable) {
    this.rows = List.copyOf(rows);
    this.byTable = byTable;
  }

  /** The tables that come with the engine. */
  public static Tables builtin() {
    return BUILTIN;
  }

  private static Tables read() {
    List<Row> rows = new ArrayList<>();
    Map<String, List<Row>> byTable = new HashMap<>();
    for (String name : NAMES) {
      int first = rows.size();
      TableReader.read(name + ".tsv", bytes(name + ".tsv"), rows, Tables::fail);
      byTable.put(name, List.copyOf(rows.subList(first, rows.size())));
    }
    return new Tables(rows, byTable);
  }

  /**
   * The rows of a table with that text.
   *
   * @param bad told of each row that cannot be read; names file and line
   */
  public static List<Row> read(String file, String text, Consumer<TableException> bad) {
    List<Row> rows = new ArrayList<>();
    TableReader.read(file, text.getBytes(StandardCharsets.UTF_8), rows, bad);
    return rows;
  }

  private static void fail(TableException bad) {
    throw bad;
  }

  private static byte[] bytes(String file) {
    try (InputStream in = Tables.class.getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the table " + file, e);
    }
  }

  /** The rows of all tables, each at the place that its number says. */
  public List<Row> rows() {
    return rows;
  }

  /** The row with that id. */
  public Row row(String id) {
    return rows.stream().filter(row -> row.id().equals(id)).findFirst().orElseThrow();
  }

  public boolean has(String id) {
    return rows.stream().anyMatch(row -> row.id().equals(id));
  }

  public List<Row> rows(String table) {
    return byTable.getOrDefault(table, List.of());
  }
}
