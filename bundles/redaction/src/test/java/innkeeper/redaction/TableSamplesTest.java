package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.Corpus.Sample;
import innkeeper.redaction.table.Row;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row's samples, run through the engine. */
class TableSamplesTest {
  private static Engine engine;

  /** A row that cannot be read fails here, once, with its file and line. */
  @BeforeAll
  static void readTheTables() {
    engine = new Engine();
  }

  static Stream<Row> rows() {
    return RowSamples.rowsWithSamples();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void hidesTheMarkedPartsOfPositiveSamples(Row row) {
    for (String text : RowSamples.of(row, "positive")) {
      Sample sample = Corpus.sample(text);
      assertFalse(sample.secrets().isEmpty(), () -> "no « » in " + text);
      assertEquals(sample.clean(), engine.redact(sample.line()), row::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void leavesNegativeSamplesAsTheyAre(Row row) {
    for (String text : RowSamples.of(row, "negative")) {
      assertEquals(text, engine.redact(text), row::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void hasSourceAndSamples(Row row) {
    for (String column : List.of("source", "positive", "negative")) {
      assertTrue(row.has(column), () -> row + " has nothing in the column " + column);
    }
  }
}
