package innkeeper.logging.reading.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.record.LogRecord;
import innkeeper.api.record.RecordAssembler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Judged by records.txt: each record's level and summary, then its lines. */
class RecordReaderTest {

  private final RecordReader records = new RecordReader();

  @Test
  void theShapesOfRuntimesAndLoggersAreTheirRecords() throws IOException {
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    RecordAssembler assembler = records.assembler();
    for (String line : corpus("records.txt")) {
      if (line.startsWith("§§ ")) {
        assembler.end().ifPresent(record -> found.add(form(record)));
        assembler = records.assembler();
      } else if (line.startsWith("§ ")) {
        expected.add(line.substring(2));
      } else {
        expected.set(expected.size() - 1, expected.get(expected.size() - 1) + "\n" + line);
        assembler.add(line).ifPresent(record -> found.add(form(record)));
      }
    }
    assembler.end().ifPresent(record -> found.add(form(record)));
    assertEquals(String.join("\n\n", expected), String.join("\n\n", found));
  }

  private static String form(LogRecord record) {
    return record.level().word()
        + " | "
        + record.summary()
        + "\n"
        + String.join("\n", record.lines());
  }

  private static List<String> corpus(String name) throws IOException {
    try (InputStream in = RecordReaderTest.class.getResourceAsStream(name)) {
      return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n"));
    }
  }

  /** What 89 programs print; some of it cannot be told from its lines alone. */
  @Test
  void mostRecordsOfAWiderCorpusAreRecognized() throws IOException {
    List<String> expected = new ArrayList<>();
    List<List<String>> lines = new ArrayList<>();
    int[] right = new int[3];
    int all = 0;
    List<String> corpus = new ArrayList<>(corpus("more-records.txt"));
    corpus.add("§§ end");
    for (String line : corpus) {
      if (line.startsWith("§§ ")) {
        judge(expected, lines, right);
        all += expected.size();
        expected.clear();
        lines.clear();
      } else if (line.startsWith("§ ")) {
        expected.add(line.substring(2));
        lines.add(new ArrayList<>());
      } else {
        lines.get(lines.size() - 1).add(line);
      }
    }
    String said =
        String.format(
            "of %d: bounds %d, levels %d, summaries %d", all, right[0], right[1], right[2]);
    assertTrue(right[0] >= 450 && right[1] >= 465 && right[2] >= 460, said);
  }

  private void judge(List<String> expected, List<List<String>> lines, int[] right) {
    Map<Integer, LogRecord> found = new HashMap<>();
    RecordAssembler assembler = records.assembler();
    int at = 0;
    for (List<String> record : lines) {
      for (String line : record) {
        Optional<LogRecord> whole = assembler.add(line);
        if (whole.isPresent()) {
          found.put(at, whole.get());
          at += whole.get().lines().size();
        }
      }
    }
    int last = at;
    assembler.end().ifPresent(record -> found.put(last, record));
    at = 0;
    for (int i = 0; i < lines.size(); i++) {
      LogRecord record = found.get(at);
      String[] wanted = expected.get(i).split(" \\| ", 2);
      if (record != null) {
        right[0] += record.lines().equals(lines.get(i)) ? 1 : 0;
        right[1] += record.level().word().equals(wanted[0]) ? 1 : 0;
        right[2] += record.summary().equals(wanted[1]) ? 1 : 0;
      }
      at += lines.get(i).size();
    }
  }

  @Test
  void aJsonLineGivesMessageTimeAndFields() {
    LogRecord record =
        records.read(
            List.of(
                "{\"ts\":1795403520.5,\"level\":\"warn\",\"msg\":\"slow\",\"ms\":31,\"ok\":true}"));
    assertEquals("slow", record.message());
    assertEquals(Optional.of(Instant.ofEpochMilli(1795403520500L)), record.time());
    assertEquals(Map.of("ms", "31", "ok", "true"), record.fields());
  }

  @Test
  void aTextLineGivesItsTime() {
    LogRecord record = records.read(List.of("[2026-11-23T03:12:00,250Z] WARN x"));
    assertEquals(Optional.of(Instant.parse("2026-11-23T03:12:00.250Z")), record.time());
    assertEquals(Optional.empty(), records.read(List.of("2026-02-30 03:12:00 x")).time());
  }

  @Test
  void coloursDoNotHideALevel() {
    LogRecord record = records.read(List.of("\u001b[31mERROR\u001b[0m \u001b[1mgone\u001b[0m"));
    assertEquals("error", record.level().word());
    assertEquals("ERROR gone", record.message());
  }

  @Test
  void aRecordHasAnEnd() {
    RecordAssembler assembler = records.assembler();
    assertFalse(assembler.continues("head"));
    for (int i = 1; i < RecordAssembler.MOST_LINES; i++) {
      assertTrue(assembler.continues("  more"));
    }
    assertFalse(assembler.continues("  more"));
  }
}
