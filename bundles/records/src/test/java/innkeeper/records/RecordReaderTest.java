package innkeeper.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords.Printed;
import innkeeper.api.record.RecordAssembler;
import innkeeper.records.report.GraveWords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Judged by three files, which contain each record's level and summary, then its lines. A section
 * whose title begins with "stderr" is that stream; the stream of others is not known.
 */
class RecordReaderTest {

  private final RecordReader records = new RecordReader();

  @ParameterizedTest
  @ValueSource(strings = {"records.txt", "crashes.txt"})
  void recordsOfRuntimesAndLoggersAreRecognized(String file) throws IOException {
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    RecordAssembler assembler = records.assembler();
    for (String line : corpus(file)) {
      if (line.startsWith("§§ ")) {
        assembler.end().ifPresent(record -> found.add(form(record)));
        assembler = records.assembler(line.startsWith("§§ stderr"));
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

  /** A search reads the record of a line only if the line may belong to a severe one. */
  @ParameterizedTest
  @ValueSource(strings = {"records.txt", "crashes.txt", "more-records.txt"})
  void eachSevereRecordHasALineThatASearchStopsAt(String file) throws IOException {
    RecordAssembler assembler = records.assembler(true);
    List<LogRecord> all = new ArrayList<>();
    for (String line : corpus(file)) {
      if (!line.startsWith("§")) {
        assembler.add(line).ifPresent(all::add);
      }
    }
    assembler.end().ifPresent(all::add);
    List<String> missed =
        all.stream()
            .filter(record -> record.level().compareTo(LogLevel.WARN) >= 0)
            .filter(record -> record.lines().stream().noneMatch(line -> stops(line, record)))
            .map(RecordReaderTest::form)
            .toList();
    assertEquals(List.of(), missed);
  }

  private boolean stops(String line, LogRecord record) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return GraveWords.maybe(bytes, 0, bytes.length)
        && records.level(line).compareTo(record.level()) >= 0;
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
    assertTrue(right[0] >= 455 && right[1] >= 465 && right[2] >= 464, said);
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

  @Test
  void theCauseIsTheLastErrorThatIsNoConsequence() {
    assertEquals(
        "Failed to find attribute 'tea' in 'shop'.",
        cause(
            "e: Failed to find attribute 'tea' in 'shop'.",
            "e: [2026-11-28 19:16:12 +0000] [7] [INFO] Worker exiting (pid: 7)",
            "e: [2026-11-28 19:16:12 +0000] [1] [ERROR] Worker (pid:7) exited with code 4.",
            "e: [2026-11-28 19:16:12 +0000] [1] [ERROR] Reason: App failed to load."));
    assertEquals(
        "KeyError: 'cup'",
        cause(
            "o: ERROR no tea",
            "e: Traceback (most recent call last):",
            "e:   File \"a.py\", line 1, in <module>",
            "e: KeyError: 'cup'",
            "e: run.sh: line 3:     7 Aborted                 python a.py"));
    assertEquals(
        "[2026-11-28 19:16:12 +0000] [1] [ERROR] Shutting down: Master",
        cause("e: [2026-11-28 19:16:12 +0000] [1] [ERROR] Shutting down: Master"));
  }

  @Test
  void theStreamsOfAProcessAreReadApart() {
    assertEquals(
        "no tea left",
        cause(
            "e: thread 'main' (7) panicked at m.rs:2:5:",
            "o: GET /health 200",
            "e: no tea left",
            "o: GET /health 200"));
  }

  @Test
  void anUnexpectedEndWithoutAnErrorQuotesTheLastRecordOnStderr() {
    List<Printed> lines =
        printed("e: starting", "e: cup.toml is missing: /etc/cup.toml", "o: bye", "o: bye");
    assertEquals(
        "starting / cup.toml is missing: /etc/cup.toml",
        records.cause(lines, true).orElseThrow().text());
    assertEquals(Optional.empty(), records.cause(lines, false));
    assertEquals(Optional.empty(), records.cause(printed("o: all is well"), true));
    assertEquals(Optional.empty(), records.cause(List.of(), true));
  }

  private String cause(String... lines) {
    return records.cause(printed(lines), true).orElseThrow().text();
  }

  private static List<Printed> printed(String... lines) {
    return Stream.of(lines)
        .map(line -> new Printed(line.substring(3), line.startsWith("e: ")))
        .toList();
  }

  @Test
  void hugeAndMalformedLinesAreBounded() {
    String huge = "ERROR " + "x".repeat(1 << 20);
    assertEquals("error", records.read(List.of(huge)).level().word());
    assertTrue(records.read(List.of(huge)).summary().length() <= 16_384);
    String bar = " 10 % of the menu\r".repeat(1 << 16) + "ERROR no menu";
    assertEquals("ERROR no menu", records.read(List.of(bar)).summary().strip().substring(0, 13));
    String deep = "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000);
    assertEquals("info", records.read(List.of(deep)).level().word());
    assertEquals("ERROR \uFFFD lost", records.read(List.of("ERROR \uFFFD\u0000 lost")).message());
    assertEquals("", records.read(List.of("", " ")).summary());
  }
}
