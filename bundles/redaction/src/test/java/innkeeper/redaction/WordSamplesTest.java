package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.Corpus.Sample;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines that are hidden or kept because of a word in them. */
class WordSamplesTest {
  /** No list has it. */
  private static final String NO_WORD = "zqovix7";

  /** What these lists say shows only together with other words. */
  private static final Set<String> WITHOUT_SAMPLES =
      Set.of("key-public", "technical", "spoken", "article");

  private final Engine engine = new Engine();

  static Stream<Row> rows() {
    return Tables.builtin().rows("words").stream()
        .filter(row -> row.has("positive") || row.has("negative"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void anotherWordChangesWhatIsHidden(Row row) {
    for (String column : List.of("positive", "negative")) {
      for (String text : row.has(column) ? RowSamples.of(row, column) : Set.<String>of()) {
        Sample sample = Corpus.sample(text);
        assertEquals(sample.clean(), engine.redact(sample.line()), row::toString);
        Sample other = Corpus.sample(text.replace(word(row, text), NO_WORD));
        assertNotEquals(other.clean(), engine.redact(other.line()), row::toString);
      }
    }
  }

  /** The longest of the row's words in the sample. */
  private static String word(Row row, String text) {
    return row.words("words").stream()
        .filter(text::contains)
        .max(Comparator.comparing(String::length))
        .orElseThrow(() -> new AssertionError(row + " has no word in " + text));
  }

  @Test
  void allOtherListsHaveSamples() {
    Set<Row> with = rows().collect(Collectors.toSet());
    for (Row row : Tables.builtin().rows("words")) {
      assertTrue(
          with.contains(row) || WITHOUT_SAMPLES.contains(row.cell("list")),
          () -> row + " has no samples");
    }
  }
}
