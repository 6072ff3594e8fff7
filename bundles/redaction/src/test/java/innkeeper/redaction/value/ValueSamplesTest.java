package innkeeper.redaction.value;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of values.tsv, and the values it shows. */
class ValueSamplesTest {
  private static final Values VALUES = Values.builtin();

  static Stream<Row> rows() {
    return Tables.builtin().rows("values").stream();
  }

  private static List<String> samples(Row row, String column) {
    assertTrue(row.has(column), () -> row + " has nothing in the column " + column);
    return Stream.of(row.cell(column).split("¦")).map(String::strip).toList();
  }

  private static LineText input(String value) {
    LineText input = new LineText();
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    input.reset(bytes, 0, bytes.length);
    return input;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void takesPositiveValuesByThisRow(Row row) {
    ValueClass alone = new ValueClass(VALUES);
    alone.add(row);
    for (String value : samples(row, "positive")) {
      LineText in = input(value);
      assertTrue(alone.has(in, 0, in.to), () -> row + " does not take " + value);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void leavesNegativeValuesToOtherClasses(Row row) {
    for (String value : samples(row, "negative")) {
      LineText in = input(value);
      boolean taken = VALUES.test(row.cell("class"), 0).holds(in, 0, in.to);
      assertFalse(taken, () -> row.cell("class") + " takes " + value);
    }
  }
}
