package innkeeper.redaction.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of patterns.tsv, and what it takes of a text. */
class PatternSamplesTest {
  /** Where a pattern is matched that looks ahead, and where one that looks back. */
  private static final char AHEAD = '▷';

  private static final char BACK = '◁';

  /** How far it takes the text. */
  private static final String END = "|";

  static Stream<Row> rows() {
    return Tables.builtin().rows("patterns").stream();
  }

  private static List<String> samples(Row row, String column) {
    assertTrue(row.has(column), () -> row + " has nothing in the column " + column);
    return Stream.of(row.cell(column).split("¦")).map(String::strip).toList();
  }

  /** Where the row's pattern ends that is matched at the sample's mark. */
  private static int match(Row row, String sample) {
    String text = sample.replace(END, "");
    boolean back = text.indexOf(BACK) >= 0;
    int at = text.indexOf(back ? BACK : AHEAD);
    byte[] bytes = text.replace(back ? "◁" : "▷", "").getBytes(StandardCharsets.UTF_8);
    LineText in = new LineText();
    in.reset(bytes, 0, bytes.length);
    Values names = Values.builtin();
    return (back ? Pattern.before(row.id(), names) : Pattern.after(row.id(), names)).match(in, at);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void takesThePositiveUpToItsMark(Row row) {
    for (String sample : samples(row, "positive")) {
      String text = sample.replace("▷", "").replace("◁", "");
      assertEquals(text.indexOf(END), match(row, sample), () -> row + " in " + sample);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void takesNothingOfTheNegative(Row row) {
    boolean takesNothing =
        samples(row, "positive").stream().anyMatch(s -> s.contains("▷|") || s.contains("|◁"));
    for (String sample : samples(row, "negative")) {
      int at = Math.max(sample.indexOf(AHEAD), sample.indexOf(BACK));
      int end = match(row, sample);
      boolean taken = end >= 0 && (end != at || takesNothing);
      assertFalse(taken, () -> row + " takes up to " + end + " of " + sample);
    }
  }
}
