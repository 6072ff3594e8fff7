package innkeeper.redaction.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.text.ByteSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the build wrote of the patterns is what reading them tells. */
class PatternStartsTest {
  private static final Map<String, List<String>> COLUMNS =
      Map.of(
          "patterns", List.of("pattern"),
          "values", List.of("pattern"),
          "operators", List.of("name", "after"),
          "named", List.of("before", "name", "value", "line", "after"),
          "formats", List.of("after"));

  private final PatternStarts starts = PatternStarts.load();

  @ParameterizedTest
  @CsvSource({"patterns", "values", "operators", "named", "formats"})
  void aPatternBeginsAsTheFileSays(String table) {
    int known = 0;
    int all = 0;
    for (Row row : Tables.builtin().rows(table)) {
      for (String column : COLUMNS.get(table)) {
        String text = row.cell(column);
        if (!text.isEmpty() && !text.startsWith("«") && !text.endsWith("»")) {
          boolean after = same(Pattern.after(text, Values.builtin()), row);
          boolean before = same(Pattern.before(text, Values.builtin()), row);
          all++;
          known += after || before ? 1 : 0;
        }
      }
    }
    // What only rows of one's own ask for is not known to the build.
    assertTrue(known > all * 9 / 10, known + " of " + all);
  }

  /** Whether the file knows the pattern. */
  private boolean same(Pattern pattern, Row row) {
    Pattern.Start start = starts.of(pattern.key());
    if (start != null) {
      ByteSet[] read = pattern.leading(Pattern.PLACES);
      assertEquals(Pattern.Start.of(read, start.ofToken()), start, row::toString);
    }
    return start != null;
  }
}
