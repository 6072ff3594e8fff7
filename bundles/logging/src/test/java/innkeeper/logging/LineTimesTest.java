package innkeeper.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.log.LogQuery;
import innkeeper.api.log.LogRange;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.record.LogLevel;
import innkeeper.records.RecordReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times, streams and positions of lines that real servers print. */
class LineTimesTest {

  @TempDir Path data;
  private House house;

  @BeforeEach
  void setUp() throws Exception {
    house = new House(data);
  }

  @AfterEach
  void tearDown() throws Exception {
    house.close();
  }

  private Logs logs() {
    return house.logging.logs();
  }

  private List<TimedLine> all() throws Exception {
    return logs().read("demo", LogQuery.after("", 10_000)).lines();
  }

  /** Two streams of numbers in turns, with a pause of a second in the middle. */
  private void printNumbers() throws Exception {
    house.server(
        "demo",
        "exec perl -e '$|=1;select STDERR;$|=1;select STDOUT;for(1..400){"
            + "print {$_ % 3 ? *STDOUT : *STDERR} ($_ % 3 ? \"out\" : \"err\").\" $_\\n\";"
            + "select undef,undef,undef,($_==200 ? 1 : 0.002)}"
            + "select undef,undef,undef,0.2;print STDERR \"err done\\n\"; sleep 60'");
    House.await("done", () -> house.all("demo").endsWith("done\n"));
  }

  private static void assertTimed(List<TimedLine> lines, Instant from, Instant to) {
    Instant before = from;
    for (TimedLine line : lines) {
      Instant at = line.at().orElseThrow(() -> new AssertionError("no time: " + line));
      assertFalse(at.isBefore(before.minusMillis(1)), line.toString());
      assertFalse(at.isAfter(to), line.toString());
      assertFalse(line.late(), line.toString());
      String stream = line.stream().map(s -> s == LogStream.STDERR ? "err" : "out").orElse("");
      assertEquals(line.line().substring(0, 3), stream, line.toString());
      before = at;
    }
  }

  @Test
  void linesHaveTheirTimesAndStreamsOverRotationsAndASwap() throws Exception {
    TurningRotator rotator = new TurningRotator(1000);
    house.rotator = rotator;
    house.start();
    house.fifos("demo");
    Instant from = Instant.now();
    printNumbers();
    Instant to = Instant.now();
    assertTrue(rotator.turns > 1, rotator.turns + " rotations");
    List<TimedLine> before = all();
    assertEquals(401, before.size());
    assertTimed(before, from, to);
    Instant middle = before.get(200).at().orElseThrow();
    LogQuery later = LogQuery.after("", 1000).between(Optional.of(middle), Optional.empty());
    LogQuery earlier = LogQuery.newest(1000).between(Optional.empty(), Optional.of(middle));
    int first = 0;
    while (before.get(first).at().orElseThrow().isBefore(middle)) {
      first++;
    }
    assertEquals(before.subList(first, 401), logs().read("demo", later).lines());
    assertEquals(before.subList(0, first), logs().read("demo", earlier).lines());
    assertEquals(before.get(first).position(), logs().positionAt("demo", middle));

    house.stop();
    house.start();
    assertEquals(before, all());
    for (int i = 0; i < before.size(); i += 20) {
      LogQuery one = LogQuery.after(before.get(i).position(), 1);
      assertEquals(List.of(before.get(i)), logs().read("demo", one).lines());
    }
    List<TimedLine> errors = new ArrayList<>(before);
    errors.removeIf(line -> line.stream().get() != LogStream.STDERR);
    assertEquals(134, errors.size());
    for (long bytes : List.of(150L, LogQuery.MOST_BYTES)) {
      assertEquals(errors, stderr(bytes));
    }
  }

  /** Reads the lines of stderr in pages, from the end. */
  private List<TimedLine> stderr(long bytes) throws Exception {
    List<TimedLine> found = new ArrayList<>();
    LogRange page;
    String position = "";
    do {
      LogQuery query = LogQuery.before(position, 1000).of(Optional.of(LogStream.STDERR));
      page = logs().read("demo", query.within(bytes));
      found.addAll(0, page.lines());
      position = page.next();
    } while (page.more());
    return found;
  }

  @Test
  void aTailAndAFollowerReturnEqualLines() throws Exception {
    house.start();
    List<TimedLine> followed = new CopyOnWriteArrayList<>();
    house.fifos("demo");
    AutoCloseable follower = logs().follow("demo", "", batch -> followed.addAll(batch.timed()));
    printNumbers();
    House.await("followed", () -> followed.size() == 401);
    follower.close();
    assertEquals(all(), followed);
    assertEquals(followed, logs().tail("demo", 1000).timed());
  }

  @Test
  void aLogWithoutItsIndexHasLinesWithoutTimes() throws Exception {
    house.start();
    house.fifos("demo");
    printNumbers();
    List<TimedLine> before = all();
    house.stop();
    try (var files = Files.list(house.data.resolve("index"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    house.start();
    List<String> lines = new ArrayList<>();
    for (TimedLine line : all()) {
      assertEquals(Optional.empty(), line.at());
      lines.add(line.line());
    }
    assertEquals(before.stream().map(TimedLine::line).toList(), lines);
    TimedLine third = before.get(3);
    LogRange again = logs().read("demo", LogQuery.after(third.position(), 1));
    assertEquals(third.line(), again.lines().get(0).line());
  }

  @Test
  void anUnfinishedLineHasTheTimeOfItsEnd() throws Exception {
    house.start();
    house.fifos("demo");
    house.server("demo", "printf 'begun '; sleep 0.6; echo ended; sleep 60");
    House.await("ended", () -> house.all("demo").equals("begun ended\n"));
    logs().drained("demo").get(30, TimeUnit.SECONDS);
    Instant at = all().get(0).at().orElseThrow();
    assertTrue(at.isAfter(Instant.now().minus(Duration.ofSeconds(30))), at.toString());
    assertEquals(Optional.of(LogStream.STDOUT), all().get(0).stream());
  }

  @Test
  void aSearchKeepsTheRecordsOfTheStreamsApart() throws Exception {
    house.start();
    house.fifos("demo");
    house.server(
        "demo",
        "exec perl -e '$|=1;select STDERR;$|=1;select STDOUT;"
            + "for(\"Nov 28, 2026 7:28:36 PM app.Main main\",\"SEVERE: lost\",\"Nov 28, 2026 7:28:37"
            + " PM app.Main main\",\"INFO: found\"){print STDERR \"$_\\n\";"
            + "select undef,undef,undef,0.02;print \"GET /\\n\";select undef,undef,undef,0.02}"
            + "print \"done\\n\"; sleep 60'");
    House.await("done", () -> house.all("demo").lines().count() == 9);
    logs().drained("demo").get(30, TimeUnit.SECONDS);
    List<String> found = new ArrayList<>();
    LogSearch.Query errors =
        new LogSearch.Query(
            List.of("demo"),
            "",
            "",
            Optional.of(LogLevel.ERROR),
            Optional.empty(),
            Optional.empty(),
            100,
            0);
    house
        .logging
        .search(new RecordReader())
        .search(
            errors,
            new LogSearch.Listener() {
              @Override
              public void match(LogSearch.Match match) {
                found.add(match.line());
              }

              @Override
              public void progress(LogSearch.Progress progress) {
                // The test checks only the end.
              }
            });
    assertEquals(List.of("SEVERE: lost", "Nov 28, 2026 7:28:36 PM app.Main main"), found);
  }
}
