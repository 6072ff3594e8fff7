package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.multiline.NextLine;
import innkeeper.redaction.pattern.Literal;
import innkeeper.redaction.prefilter.FoundTriggers;
import innkeeper.redaction.prefilter.Trigger;
import innkeeper.redaction.scan.RuleEntry;
import innkeeper.redaction.scan.RuleEntry.Kind;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.TableException;
import innkeeper.redaction.table.Tables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row has an id of its own, and the engine comes to each. */
class TableIdsTest {
  /** So many bytes of a text lead to its triggers. */
  private static final int GRAM = 4;

  /** The rows of the engine's entries, which come in the tables' order, one for each text. */
  private static final List<Row> BY_ENTRY = new ArrayList<>();

  static {
    rows()
        .forEach(
            row -> {
              int texts = row.has("find") ? Literal.list(row.cell("find")).size() : 1;
              for (int i = 0; i < texts; i++) {
                BY_ENTRY.add(row);
              }
            });
  }

  static Stream<Row> rows() {
    return RowSamples.rows();
  }

  @Test
  void aWordThatNamesNothingIsRefusedWithWhatIsAllowed() {
    Row row = Tables.builtin().rows("others").get(0);
    TableException refused =
        assertThrows(TableException.class, () -> row.constant(Kind.class, "verifier", "scheem"));
    String why = refused.getMessage();
    assertTrue(why.startsWith(row.place() + ": row " + row.id() + ": the column verifier"), why);
    assertTrue(why.contains("scheem, which is none of name, row, jwk, userinfo, "), why);
  }

  @Test
  void noIdIsMissingOrGivenTwice() {
    Map<String, Row> known = new HashMap<>();
    for (String table : Tables.NAMES) {
      for (Row row : Tables.builtin().rows(table)) {
        assertTrue(
            row.id().matches("[a-z0-9.-]+"),
            () -> row + ": an id has small letters, digits, dots and dashes");
        Row other = known.put(row.id(), row);
        assertNull(other, () -> row + " has the id of " + other);
      }
    }
  }

  /**
   * The engine's triggers lead to the row, no row before it skips the place, and it hides
   * something. That this is the marked part, see {@link TableSamplesTest}.
   */
  @ParameterizedTest
  @MethodSource("rows")
  void hidesSomethingOfItsOwnSamples(Row row) {
    assertTrue(
        RowSamples.of(row, "positive").stream()
            .anyMatch(text -> hiding(Corpus.sample(text).line()).contains(row)),
        () -> row + " hides nothing: another row skips it, or nothing leads to it");
  }

  /** The rows that hide something in the text, or wait for the lines behind it. */
  private static Set<Row> hiding(String text) {
    Set<Row> rows = new HashSet<>();
    for (String content : text.split("\n")) {
      byte[] b = content.getBytes(StandardCharsets.UTF_8);
      Line line = new Line();
      line.set(b, 0, b.length);
      FoundTriggers found = new FoundTriggers();
      for (int at = 0; at + GRAM <= b.length; at++) {
        RuleSet.BUILTIN.grams.find(b, at, 0, b.length, found);
      }
      found.visit((trigger, at) -> visit(line, trigger, at, rows));
    }
    return rows;
  }

  private static int visit(Line line, Trigger trigger, int at, Set<Row> rows) {
    RuleEntry entry = RuleSet.BUILTIN.entry(trigger);
    if (entry.kind() != Kind.ROW) {
      return at + 1;
    }
    int found = line.spans.size();
    NextLine next = new NextLine();
    int after = entry.rule().verify(line, at, at + trigger.length(), next);
    if (line.spans.size() > found || next.isOpen()) {
      rows.add(BY_ENTRY.get(trigger.rule()));
    }
    return after;
  }
}
