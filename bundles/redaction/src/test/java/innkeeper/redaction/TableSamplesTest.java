package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.Corpus.Sample;
import innkeeper.redaction.table.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Those whose text stands behind the secret; of one that answers to a challenge, far behind. */
  static Stream<Row> rowsThatLookBack() {
    return rows()
        .filter(row -> row.cell("start").equals("before") || row.cell("before").startsWith("«"))
        .filter(row -> !row.id().equals("protocol.challenge-answered"));
  }

  @ParameterizedTest
  @MethodSource("rowsThatLookBack")
  void showsNothingOfASecretBeforeTheTextCameThatTellsIt(Row row) {
    for (String text : RowSamples.of(row, "positive")) {
      Sample sample = Corpus.sample(text);
      byte[] line = sample.line().getBytes(StandardCharsets.UTF_8);
      for (int cut = 1; cut < line.length; cut++) {
        assertEquals(sample.clean(), Streams.at(engine, line, cut, true), row + ", cut at " + cut);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Password: ", "user bob? [y/N] ", "Installing ......", "login> ", "45% "})
  void showsAPrompt(String prompt) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = engine.stream(out::write);
    stream.write(prompt.getBytes(StandardCharsets.UTF_8), 0, prompt.length());
    stream.flushPartial();
    assertEquals(prompt, out.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void hasSourceAndSamples(Row row) {
    for (String column : List.of("source", "positive", "negative")) {
      assertTrue(row.has(column), () -> row + " has nothing in the column " + column);
    }
  }
}
