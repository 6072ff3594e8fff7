package innkeeper.redaction.scan;

import innkeeper.redaction.pattern.Vocabulary;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.TableException;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads an operator's tables. A row that cannot serve is refused with its reason. */
public final class OwnRows {
  /** Beyond these the way from a text to its rule would grow long. */
  private static final int MAX_ROWS = 2000;

  /** So many bytes lead to a text quickly. */
  private static final int SHORTEST = 4;

  private static final int LONGEST_CELL = 4096;

  private static final Set<String> OF_ALL = Set.of("source", "positive", "negative");

  private static final Vocabulary VOCABULARY = Values.builtin().limited();

  private final List<Row> rows = new ArrayList<>();
  private final List<LineRule> rules = new ArrayList<>();
  private final Map<String, Row> off = new LinkedHashMap<>();
  private final Map<String, Row> ids = new LinkedHashMap<>();
  private final List<String> refused = new ArrayList<>();

  /**
   * @param files what the tables hold, by the names of their files
   */
  public OwnRows(Map<String, String> files) {
    files.forEach(
        (name, text) ->
            Tables.read(name, text, bad -> refused.add(bad.getMessage())).forEach(this::take));
  }

  /** The rows that serve, in the order of the files. */
  public List<Row> rows() {
    return List.copyOf(rows);
  }

  /** The rules that they are, in the same order. */
  List<LineRule> rules() {
    return List.copyOf(rules);
  }

  /** The rows that switch a built-in one off, by its id. */
  public Map<String, Row> off() {
    return Map.copyOf(off);
  }

  /** File, line and reason for each row that does not serve. */
  public List<String> refused() {
    return List.copyOf(refused);
  }

  private void take(Row row) {
    try {
      checkId(row);
      if (row.columns().contains("off")) {
        checkOff(row);
        off.put(row.id(), row);
      } else {
        checkColumns(row);
        rules.add(rule(row));
        rows.add(row);
      }
      ids.put(row.id(), row);
    } catch (TableException e) {
      refused.add(e.getMessage());
    }
  }

  private void checkId(Row row) {
    if (!row.id().matches("[a-z0-9][a-z0-9.-]{0,79}")) {
      throw row.error("an id has small letters, digits, dots and dashes");
    }
    Row other = ids.get(row.id());
    if (other != null) {
      throw row.error("the id stands at " + other.place() + " already");
    }
    if (rows.size() >= MAX_ROWS) {
      throw row.error("there are more than " + MAX_ROWS + " rows");
    }
  }

  private static void checkOff(Row row) {
    checkOnly(row, Set.of("id", "off"));
    if (RuleSet.find(row.id()) == null) {
      throw row.error("no built-in rule has this id");
    }
    if (RuleSet.ALWAYS_ON.contains(row.id()) || row.id().startsWith("key.")) {
      throw row.error("registered values and key blocks cannot be switched off");
    }
    if (row.cell("off").isBlank()) {
      throw row.error("the column off must say why the rule is switched off");
    }
  }

  private static void checkColumns(Row row) {
    if (Tables.builtin().has(row.id())) {
      throw row.error("a built-in row has this id; use one of your own");
    }
    for (String column : row.columns()) {
      if (row.cell(column).length() > LONGEST_CELL) {
        throw row.error("the column " + column + " has more than " + LONGEST_CELL + " characters");
      }
    }
    List<String> columns = row.columns();
    if (columns.contains("prefix")) {
      checkOnly(row, Set.of("id", "prefix", "alphabet", "least", "start", "needs"));
      checkFilled(row, "prefix", "alphabet", "least");
    } else if (columns.contains("takes")) {
      checkOnly(row, Set.of("id", "find", "takes", "before", "needs", "says", "within", "from"));
      checkFilled(row, "find", "takes");
    } else if (columns.contains("after") || columns.contains("before")) {
      checkOnly(row, Set.of("id", "find", "before", "start", "after", "covers", "within"));
      checkFilled(row, "find");
      checkHides(row);
    } else {
      checkOnly(row, Set.of("id", "find"));
      checkFilled(row, "find");
    }
  }

  private static void checkHides(Row row) {
    if (!(row.cell("before") + row.cell("after")).matches(".*[«‹].*")) {
      throw row.error("it hides nothing: put « » around what is secret in before or after");
    }
  }

  private static void checkOnly(Row row, Set<String> known) {
    Set<String> other = new TreeSet<>(row.columns());
    other.removeAll(known);
    other.removeAll(OF_ALL);
    if (!other.isEmpty()) {
      throw row.error(
          "unknown column " + String.join(", ", other) + "; use " + new TreeSet<>(known));
    }
  }

  private static void checkFilled(Row row, String... columns) {
    for (String column : columns) {
      if (!row.has(column)) {
        throw row.error("the column " + column + " is empty");
      }
    }
  }

  /** The rule that the row is. */
  private static LineRule rule(Row row) {
    try {
      LineRule rule = LineRule.of(named(row) ? row.with("after", "named-value") : row, VOCABULARY);
      rule.check();
      for (byte[] text : RuleSet.texts(row)) {
        if (text.length < SHORTEST) {
          String found = new String(text, StandardCharsets.UTF_8);
          throw row.error("'" + found + "' is too short; use at least " + SHORTEST + " bytes");
        }
      }
      return rule;
    } catch (TableException e) {
      throw e;
    } catch (IllegalArgumentException | StackOverflowError e) {
      throw row.error(e.getMessage() == null ? "it is nested too deeply" : e.getMessage());
    }
  }

  /** Whether the row has nothing but a name, whose value is secret. */
  private static boolean named(Row row) {
    return !row.has("prefix") && !row.has("takes") && !row.has("before") && !row.has("after");
  }
}
