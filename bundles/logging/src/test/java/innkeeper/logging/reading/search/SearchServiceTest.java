package innkeeper.logging.reading.search;

import static innkeeper.api.record.RecordAssembler.MOST_LINES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.LogSearch.LineFilter;
import innkeeper.api.log.LogSearch.Listener;
import innkeeper.api.log.LogSearch.Match;
import innkeeper.api.log.LogSearch.Progress;
import innkeeper.api.log.LogSearch.Query;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.RecordAssembler;
import innkeeper.logging.index.FileTimes;
import innkeeper.logging.index.LineTime;
import innkeeper.logging.reading.lines.Segment;
import innkeeper.records.RecordReader;
import innkeeper.redaction.ByteSink;
import innkeeper.redaction.Engine;
import innkeeper.redaction.RedactingStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchServiceTest {

  @TempDir Path directory;

  /** An uncaught exception as Node prints it. */
  private static final List<String> NODE =
      List.of(
          "/srv/app/x.js:1",
          "throw new Error(\"a\");",
          "^",
          "",
          "Error: a 1",
          "    at Object.<anonymous> (/srv/x.js:1:7)",
          "    at node:internal/main/run_main_module:36:49",
          "",
          "Node.js v22.14.0");

  /** The inputs of the reader of records. */
  private static final Path INPUTS = Path.of("../records/src/test/resources/innkeeper/records");

  private final Engine engine = new Engine();
  private FileTimes times = FileTimes.NONE;
  private final List<Match> matches = new ArrayList<>();
  private Progress end;

  @Test
  void findsALineInEveryFileTheNewestFirst() throws Exception {
    archive("api", 1, "20261121", "old\nneedle one\n", true);
    archive("api", 2, "20261122", "needle two\nneedle three\n", false);
    active("api", "needle four\nnot this\n");
    search(text("needle"), "api");
    assertEquals(List.of("needle four", "needle three", "needle two", "needle one"), lines());
    assertTrue(end.complete());
    assertEquals(3, end.files());
  }

  @Test
  void mergesLogsByTheirFilesTimes() throws Exception {
    archive("api", 1, "20261121", "x api one\n", true);
    archive("web", 1, "20261122", "x web one\n", true);
    archive("api", 2, "20261123", "x api two\n", true);
    search(text("x "), "api", "web");
    assertEquals(List.of("x api two", "x web one", "x api one"), lines());
  }

  @Test
  void aSearchStopsAtItsLimitAndReportsThatMoreMayFollow() throws Exception {
    archive("api", 1, "20261121", "n1\nn2\n", true);
    active("api", "n3\nn4\nn5\n");
    search(new Query(List.of("api"), "n", "", none(), none(), none(), 2, 0));
    assertEquals(List.of("n5", "n4"), lines());
    assertFalse(end.complete());
  }

  @Test
  void showsTheLinesAround() throws Exception {
    active("api", "a\nb\nneedle\nc\nneedle\nd\ne\n");
    search(new Query(List.of("api"), "needle", "", none(), none(), none(), 10, 2));
    assertEquals(List.of("needle", "c"), matches.get(0).before());
    assertEquals(List.of("d", "e"), matches.get(0).after());
    assertEquals(List.of("a", "b"), matches.get(1).before());
    assertEquals(List.of("c", "needle"), matches.get(1).after());
  }

  @Test
  void findsNothingThatTodaysRulesHide() throws Exception {
    active("api", "the word is Correct-Horse-77 today\nthe word is open\n");
    search(text("Correct-Horse-77"), "api");
    assertEquals(List.of("the word is Correct-Horse-77 today"), lines());
    engine.register("test", List.of("Correct-Horse-77"));
    search(text("Correct-Horse-77"), "api");
    assertEquals(List.of(), lines());
    search(text("Correct"), "api");
    assertEquals(List.of(), lines());
    search(new Query(List.of("api"), "open", "", none(), none(), none(), 10, 1));
    assertEquals(List.of("the word is [REDACTED] today"), matches.get(0).before());
  }

  @Test
  void aKeyBlockThatBeganFarBeforeHidesItsLines() throws Exception {
    String body = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n";
    StringBuilder log = new StringBuilder("-----BEGIN PRIVATE KEY-----\n");
    log.append(body.repeat(3000))
        .append("QQQQneedleQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ\n");
    log.append("-----END PRIVATE KEY-----\nneedle\n");
    active("api", log.toString());
    search(text("needle"), "api");
    assertEquals(List.of("needle"), lines());
  }

  @Test
  void aKeyBlockIsKnownBehindTheEndOfTheBuffer() throws Exception {
    String filler = "plain filler line that says nothing at all, again and again\n";
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 120; i++) {
      log.append(filler.repeat(1000))
          .append("needle ")
          .append(i)
          .append(" password=hunter")
          .append(i)
          .append("xyz\n");
    }
    active("api", log.toString());
    search(text("needle"), "api");
    assertEquals(120, matches.size());
    assertEquals("needle 119 password=[REDACTED]", matches.get(0).line());
    assertEquals("needle 0 password=[REDACTED]", matches.get(119).line());
  }

  @Test
  void aPatternMatchesWithinALine() throws Exception {
    active("api", "took 12 ms\ntook 7 s\ntook long\r\n\n");
    search(pattern("took [0-9]+ (ms|s)$"));
    assertEquals(List.of("took 7 s", "took 12 ms"), lines());
    search(pattern("long$"));
    assertEquals(List.of("took long"), lines());
    search(pattern("^$"));
    assertEquals(List.of(""), lines());
  }

  @Test
  void whatATerminalShowsIsFound() throws Exception {
    String error = "\u001b[31mERROR\u001b[0m: lost";
    String info = "\u001b[32mINFO\u001b[39m started";
    String progress = "10 % of 31m\r\u001b[2K100 % done";
    active(
        "api",
        String.join("\n", "plain ERROR: lost", error, info, progress, "café ca\br\u009b1mt", ""));
    search(text("ERROR: lost"));
    assertEquals(List.of(error, "plain ERROR: lost"), lines());
    search(pattern("^(INFO|100 %) (started|done)$"));
    assertEquals(List.of(progress, info), lines());
    search(text("é crt"));
    assertEquals(1, matches.size());
    for (String hidden : List.of("31m", "\u001b[", "10 % of")) {
      search(text(hidden));
      assertEquals(List.of(), lines(), hidden);
    }
    LineFilter filter = service().filter(pattern("^INFO started$"));
    assertEquals(List.of(info), next(filter, info, error));
  }

  @Test
  void aBlockOfPlainAndColouredLinesIsSearchedLineByLine() throws Exception {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      String word = i % 100 == 0 ? "nee\u001b[1mdle" : i % 77 == 0 ? "needle" : "other";
      log.append(i % 3 == 0 ? "\u001b[2m" : "").append("line ").append(i).append(" of ");
      log.append(word).append(i % 5 == 0 ? "\u001b[0m\r\n" : "\n");
    }
    active("api", log.toString());
    List<String> expected =
        log.toString()
            .lines()
            .filter(line -> line.contains("nee"))
            .map(line -> line.replace("\r", ""))
            .toList();
    search(new Query(List.of("api"), "of needle", "", none(), none(), none(), 10_000, 0));
    List<String> found = new ArrayList<>(lines());
    Collections.reverse(found);
    assertEquals(expected, found);
    search(new Query(List.of("api"), "", "^line.*needle$", none(), none(), none(), 10_000, 0));
    assertEquals(expected.size(), matches.size());
  }

  @Test
  void aLineOfOneMebibyteIsFoundByItsEndAndCutWithANote() throws Exception {
    String progress = "step\r".repeat(200_000) + "\u0000done \u001b]unended";
    active("api", "x".repeat(1_000_000) + "needle\n" + progress + "\n");
    search(text("xneedle"));
    assertTrue(matches.get(0).line().endsWith("x… (983652 more characters)"));
    assertTrue(matches.get(0).line().length() <= 16_384);
    search(pattern("^done unended$"));
    assertEquals(List.of("done unended"), lines());
  }

  @Test
  @Timeout(60)
  void aLineOfOneMebibyteOfCodesIsSearchedInLinearTime() throws Exception {
    String colours = "\u001b[31ma\u001b[0m".repeat(100_000) + "needle";
    String moves = "x\u001b[2Cy\u001b[4D".repeat(100_000) + "\rnee\b\b\bneedle";
    String bad = "\u001b[".repeat(200_000) + "\u0090\u0000".repeat(200_000);
    active("api", String.join("\n", colours, moves, bad, ""));
    search(text("needle"));
    assertEquals(2, matches.size());
    search(pattern("^needle"));
    assertEquals(1, matches.size());
  }

  @Test
  void aLevelIsThatOfTheWholeRecord() throws Exception {
    active(
        "api",
        "2026-11-23 03:12:00 INFO up\n"
            + "2026-11-23 03:12:01 ERROR down\n"
            + "java.lang.IllegalStateException: disk\n"
            + "\tat a.B.c(B.java:1)\n"
            + "2026-11-23 03:12:02 WARN disk\n");
    search(new Query(List.of("api"), "", "", Optional.of(LogLevel.ERROR), none(), none(), 10, 0));
    assertEquals(3, matches.size());
    search(
        new Query(List.of("api"), "disk", "", Optional.of(LogLevel.ERROR), none(), none(), 10, 0));
    assertEquals(List.of("java.lang.IllegalStateException: disk"), lines());
  }

  @Test
  void aRecordIsFoundWithTheLinesBeforeItsLevel() throws Exception {
    active("api", "up\n" + String.join("\n", NODE) + "\nup again\n");
    search(level(LogLevel.ERROR, 100));
    assertEquals(NODE, oldestFirst());
    search(level(LogLevel.ERROR, 4));
    assertEquals(NODE.subList(5, 9), oldestFirst());
    search(textOf("srv", LogLevel.ERROR));
    assertEquals(List.of(NODE.get(0), NODE.get(5)), oldestFirst());
  }

  @Test
  void aRecordOfJavaUtilLoggingHasTheLevelOfItsSecondLine() throws Exception {
    active(
        "api",
        "Nov 28, 2026 7:28:36 PM app.Main main\nSEVERE: lost\n"
            + "Nov 28, 2026 7:28:37 PM app.Main main\nINFO: found\n");
    search(level(LogLevel.ERROR, 100));
    assertEquals(List.of("Nov 28, 2026 7:28:36 PM app.Main main", "SEVERE: lost"), oldestFirst());
    search(textOf("app.Main", LogLevel.WARN));
    assertEquals(List.of("Nov 28, 2026 7:28:36 PM app.Main main"), lines());
  }

  @Test
  void linesOfTheOtherStreamBelongToNoRecord() throws Exception {
    List<TimedLine> printed = new ArrayList<>();
    for (String line : NODE) {
      printed.add(line(LogStream.STDERR, line));
      printed.add(line(LogStream.STDOUT, "GET /" + printed.size()));
    }
    print(printed);
    search(level(LogLevel.ERROR, 100));
    assertEquals(NODE, oldestFirst());
    search(textOf("/", LogLevel.ERROR));
    assertEquals(List.of(NODE.get(0), NODE.get(5), NODE.get(6)), oldestFirst());
  }

  @Test
  void linesOutsideTheTimesBelongToTheirRecordAndDoNotMatch() throws Exception {
    List<TimedLine> printed = new ArrayList<>();
    NODE.forEach(line -> printed.add(line(LogStream.STDERR, line)));
    print(printed);
    for (int from = 0; from < NODE.size(); from++) {
      for (int to = from + 1; to <= NODE.size(); to++) {
        search(
            new Query(
                List.of("api"),
                "",
                "",
                Optional.of(LogLevel.ERROR),
                Optional.of(second(from)),
                Optional.of(second(to)),
                100,
                0));
        assertEquals(NODE.subList(from, to), oldestFirst(), from + ".." + to);
      }
    }
  }

  @Test
  void aRecordEndsAfterItsMostLinesOrHalfAMebibyte() throws Exception {
    String head = "2026-11-23 03:12:01 ERROR down\n";
    active(
        "api",
        head + "\tat a.B.c(B.java:1)\n".repeat(2 * MOST_LINES) + "2026-11-23 03:12:02 INFO up\n");
    search(level(LogLevel.ERROR, 10_000));
    assertEquals(MOST_LINES, matches.size());
    String frame = "\tat " + "x".repeat(8 * 1024 - 5) + "\n";
    active("api", head + frame.repeat(200) + "2026-11-23 03:12:02 INFO up\n");
    search(level(LogLevel.ERROR, 10_000));
    assertEquals(65, matches.size());
    assertEquals(head.strip(), matches.get(64).line());
  }

  @Test
  void aRecordThatBeginsBeforeALongLineIsFound() throws Exception {
    List<String> crash = new ArrayList<>(NODE);
    crash.set(1, "throw".repeat(30_000));
    active("api", String.join("\n", crash) + "\n");
    search(textOf("Error: a", LogLevel.ERROR));
    assertEquals(List.of("Error: a 1"), lines());
  }

  /** Compares searches with a reader that assembles all records of a log of seven MiB. */
  @Test
  void eachLimitGivesTheNewestLinesOfAllRecords() throws Exception {
    List<TimedLine> printed = mixedLog(new Random(7));
    print(printed);
    for (LogLevel least : List.of(LogLevel.WARN, LogLevel.ERROR)) {
      for (String text : List.of("", "Error")) {
        List<String> all = expected(printed, least, text);
        assertTrue(all.size() > 300, least + " " + all.size());
        for (int limit : List.of(1, 2, 3, 17, 100, 299, 10_000)) {
          search(new Query(List.of("api"), text, "", Optional.of(least), none(), none(), limit, 1));
          List<String> newest = all.subList(Math.max(0, all.size() - limit), all.size());
          assertEquals(newest, oldestFirst(), least + " limit " + limit);
        }
      }
    }
  }

  /** Page and incidents assemble records as here. */
  @ParameterizedTest
  @ValueSource(strings = {"records.txt", "crashes.txt", "more-records.txt"})
  void aSearchFindsTheRecordsThatAPageShows(String file) throws Exception {
    List<TimedLine> printed = new ArrayList<>();
    LogStream stream = LogStream.STDOUT;
    for (String line : Files.readAllLines(INPUTS.resolve(file))) {
      if (line.startsWith("§§ ")) {
        stream = line.startsWith("§§ stderr") ? LogStream.STDERR : LogStream.STDOUT;
      } else if (!line.startsWith("§ ")) {
        printed.add(line(stream, line));
      }
    }
    print(printed);
    for (LogLevel least : LogLevel.values()) {
      search(new Query(List.of("api"), "", "", Optional.of(least), none(), none(), 10_000, 0));
      assertEquals(expected(printed, least, ""), oldestFirst(), least.word());
    }
  }

  private static List<TimedLine> mixedLog(Random random) {
    List<TimedLine> printed = new ArrayList<>();
    List<String> waiting = new ArrayList<>();
    for (int n = 0; n < 3000; n++) {
      int i = n;
      String at = "2026-11-23 03:12:" + 10 * (1 + random.nextInt(5)) + " ";
      int many = random.nextInt(40) == 0 ? 3000 : random.nextInt(10);
      for (int ms = 0; ms < many || !waiting.isEmpty(); ms++) {
        printed.add(line(LogStream.STDOUT, at + "INFO request " + i + " took " + ms + " ms"));
        if (!waiting.isEmpty() && random.nextBoolean()) {
          printed.add(line(LogStream.STDERR, waiting.remove(0)));
        }
      }
      switch (random.nextInt(5)) {
        case 0 -> NODE.forEach(line -> waiting.add(line.startsWith("Error") ? line + i : line));
        case 1 ->
            waiting.addAll(List.of("Nov 28, 2026 7:28:36 PM app.Main main", "WARNING: slow " + i));
        case 2 -> {
          printed.add(line(LogStream.STDOUT, at + "ERROR job " + i));
          printed.add(line(LogStream.STDOUT, "java.io.IOError: " + i));
          printed.add(line(LogStream.STDOUT, "\tat a.B.c(B.java:1)"));
        }
        default -> waiting.add(at + "INFO note " + i);
      }
    }
    return printed;
  }

  private static List<String> expected(List<TimedLine> printed, LogLevel least, String text) {
    RecordReader records = new RecordReader();
    Map<LogStream, RecordAssembler> assemblers = new EnumMap<>(LogStream.class);
    Map<LogStream, List<Integer>> open = new EnumMap<>(LogStream.class);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i <= printed.size(); i++) {
      for (LogStream stream : LogStream.values()) {
        List<Integer> lines = open.computeIfAbsent(stream, s -> new ArrayList<>());
        boolean ends = i == printed.size();
        if (!ends && printed.get(i).stream().get() == stream) {
          ends =
              !assemblers
                  .computeIfAbsent(stream, s -> records.assembler(s == LogStream.STDERR))
                  .continues(printed.get(i).line());
        }
        if (ends && !lines.isEmpty()) {
          List<String> record = lines.stream().map(n -> printed.get(n).line()).toList();
          if (records.read(record).level().compareTo(least) >= 0) {
            found.addAll(lines);
          }
          lines.clear();
        }
        if (i < printed.size() && printed.get(i).stream().get() == stream) {
          lines.add(i);
        }
      }
    }
    return found.stream()
        .sorted()
        .map(n -> printed.get(n).line())
        .filter(line -> line.contains(text))
        .toList();
  }

  @Test
  void newLinesAreFilteredLikeSearchedLines() {
    LineFilter filter = service().filter(level(LogLevel.ERROR, 1));
    assertEquals(List.of(), next(filter, "2026-11-23 03:12:00 INFO up"));
    List<String> error =
        List.of(
            "2026-11-23 03:12:01 ERROR down",
            "java.lang.IllegalStateException: disk",
            "\tat a.B.c(B.java:1)");
    for (String line : error) {
      assertEquals(List.of(line), next(filter, line));
    }
    assertEquals(List.of(), next(filter, "2026-11-23 03:12:02 INFO up"));
    LineFilter pattern = service().filter(pattern("took [0-9]+ms$"));
    assertEquals(List.of("took 12ms"), next(pattern, "took 12ms", "took long"));
  }

  @Test
  void aFilterHoldsLinesBackUntilTheirRecordHasTheLevel() {
    LineFilter filter = service().filter(level(LogLevel.ERROR, 1));
    List<TimedLine> printed = new ArrayList<>();
    for (String line : NODE) {
      printed.add(line(LogStream.STDERR, line));
      printed.add(line(LogStream.STDOUT, "GET /" + printed.size()));
    }
    List<String> before = new ArrayList<>();
    int at = 0;
    while (before.isEmpty()) {
      before.addAll(text(filter.next(List.of(printed.get(at)))));
      at++;
    }
    assertEquals(NODE.subList(0, (at + 1) / 2), before);
    before.addAll(text(filter.next(printed.subList(at, printed.size()))));
    assertEquals(NODE, before);
    assertEquals(List.of(), next(filter, NODE.get(0), NODE.get(1), "2026-11-23 03:12:02 INFO up"));

    LineFilter both = service().filter(textOf("srv", LogLevel.ERROR));
    assertEquals(List.of(NODE.get(0), NODE.get(5)), next(both, NODE.toArray(String[]::new)));
  }

  private static List<String> next(LineFilter filter, String... lines) {
    return text(filter.next(Stream.of(lines).map(line -> line(null, line)).toList()));
  }

  private static List<String> text(List<TimedLine> lines) {
    return lines.stream().map(TimedLine::line).toList();
  }

  @Test
  void theFastLevelCheckMissesNoLine() throws Exception {
    RecordReader records = new RecordReader();
    String corpus = "";
    for (String name : List.of("records.txt", "crashes.txt", "more-records.txt")) {
      corpus += Files.readString(INPUTS.resolve(name));
    }
    for (LogLevel least : LogLevel.values()) {
      LevelMatcher matcher = new LevelMatcher(records, least);
      for (String line : corpus.lines().filter(line -> !line.isEmpty()).toList()) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        boolean has = records.level(line).compareTo(least) >= 0;
        assertEquals(has, matcher.find(bytes, 0, bytes.length) >= 0, line);
      }
    }
  }

  @Test
  void anArchiveThatIsCutShortIsCountedAndItsBeginningIsSearched() throws Exception {
    archive("api", 1, "20261121", ("needle\n" + "x".repeat(80) + "\n").repeat(50_000), true);
    Path file = directory.resolve("api.log.20261121T000000000Z-1.gz");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2));
    search(new Query(List.of("api"), "needle", "", none(), none(), none(), 10_000, 0));
    assertEquals(1, end.unreadable());
    assertEquals(10_000, matches.size());
    assertFalse(end.complete());
  }

  @Test
  void aListenerThatThrowsEndsTheSearch() throws Exception {
    active("api", "needle\n".repeat(1000));
    Listener gone =
        new Listener() {
          @Override
          public void match(Match match) {
            throw new CancellationException("gone");
          }

          @Override
          public void progress(Progress progress) {
            throw new CancellationException("gone");
          }
        };
    assertThrows(CancellationException.class, () -> service().search(text("needle"), gone));
  }

  @Test
  void aMalformedPatternIsNamedInTheError() {
    assertTrue(refusal("(").startsWith("the pattern \"(\" cannot be read:"));
    assertTrue(refusal("((a{100}){100}){100}").contains("multiply to more than 1000"));
    assertThrows(IllegalArgumentException.class, () -> pattern("x".repeat(1001)));
    assertThrows(IllegalArgumentException.class, () -> text("a\nb"));
  }

  private String refusal(String pattern) {
    return assertThrows(IllegalArgumentException.class, () -> search(pattern(pattern)))
        .getMessage();
  }

  @Test
  void aFinderMayOnlyLookForWhatEveryMatchHas() {
    assertEquals("timeout", PatternMatcher.needed("time?r|timeout") + "timeout");
    assertEquals("timeout ", PatternMatcher.needed("timeout [0-9]+ms"));
    assertEquals("tim", PatternMatcher.needed("time?"));
    assertEquals("", PatternMatcher.needed("(?i)error"));
    assertEquals(" b", PatternMatcher.needed("[a]]x* b"));
    assertEquals("ab", PatternMatcher.needed("(x|y)ab\\d{3}c{0}"));
    assertEquals("", PatternMatcher.needed("\\x41\\pL\\Qabc\\E"));
  }

  private static <T> Optional<T> none() {
    return Optional.empty();
  }

  private static Query text(String text) {
    return new Query(List.of("api"), text, "", none(), none(), none(), 200, 0);
  }

  private static Query textOf(String text, LogLevel least) {
    return new Query(List.of("api"), text, "", Optional.of(least), none(), none(), 100, 0);
  }

  private static Query level(LogLevel least, int limit) {
    return new Query(List.of("api"), "", "", Optional.of(least), none(), none(), limit, 0);
  }

  private static Query pattern(String pattern) {
    return new Query(List.of("api"), "", pattern, none(), none(), none(), 200, 0);
  }

  private void search(Query query, String... names) throws Exception {
    search(
        new Query(List.of(names), query.text(), query.pattern(), none(), none(), none(), 200, 0));
  }

  private void search(Query query) throws Exception {
    matches.clear();
    end =
        service()
            .search(
                query,
                new Listener() {
                  @Override
                  public void match(Match match) {
                    matches.add(match);
                  }

                  @Override
                  public void progress(Progress progress) {
                    assertFalse(progress.complete());
                  }
                });
    assertEquals(matches.size(), end.matches());
  }

  private List<String> lines() {
    return matches.stream().map(Match::line).toList();
  }

  private List<String> oldestFirst() {
    List<String> lines = new ArrayList<>(lines());
    Collections.reverse(lines);
    return lines;
  }

  private static TimedLine line(LogStream stream, String line) {
    return new TimedLine("", Optional.empty(), Optional.ofNullable(stream), false, line);
  }

  private static Instant second(long number) {
    return Instant.ofEpochSecond(number);
  }

  /** Writes a log, each line of which came a second after the line before it. */
  private void print(List<TimedLine> lines) throws IOException {
    NavigableMap<Long, Integer> numbers = new TreeMap<>();
    StringBuilder text = new StringBuilder();
    long offset = 0;
    for (TimedLine line : lines) {
      numbers.put(offset, numbers.size());
      offset += line.line().getBytes(StandardCharsets.UTF_8).length + 1;
      text.append(line.line()).append('\n');
    }
    active("api", text.toString());
    List<Long> offsets = List.copyOf(numbers.keySet());
    times =
        new FileTimes() {
          @Override
          public long lower(Instant from) {
            return upper(from);
          }

          @Override
          public long upper(Instant to) {
            int n = (int) to.getEpochSecond();
            return n < offsets.size() ? offsets.get(n) : Long.MAX_VALUE;
          }

          @Override
          public Optional<Instant> at(long offset) {
            return Optional.of(second(numbers.get(offset)));
          }

          @Override
          public Cursor cursor() {
            return (offset, bytes, from, to) ->
                new LineTime(at(offset), lines.get(numbers.get(offset)).stream(), false);
          }
        };
  }

  private SearchService service() {
    return new SearchService(
        new SearchService.LogFiles() {
          @Override
          public List<Segment> segments(String name) throws IOException {
            return Segment.of(directory.resolve(name + ".log"), -1);
          }

          @Override
          public FileTimes times(String name, Segment segment) {
            return times;
          }

          @Override
          public LogRedaction redaction(String name) {
            return new LogRedaction() {
              @Override
              public RedactingStream stream(ByteSink sink) {
                return engine.stream(sink);
              }

              @Override
              public String hide(String line) {
                return line;
              }
            };
          }
        },
        new RecordReader());
  }

  private void active(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name + ".log"), text);
  }

  private void archive(String name, int seq, String day, String text, boolean compressed)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = compressed ? new GZIPOutputStream(bytes) : bytes) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    String file = name + ".log." + day + "T000000000Z-" + seq + (compressed ? ".gz" : "");
    Files.write(directory.resolve(file), bytes.toByteArray());
  }
}
