package innkeeper.history.incident;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.log.CleanText;
import innkeeper.api.log.LastOutput;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.Logs;
import innkeeper.api.log.TimedLine;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.history.WordRecords;
import innkeeper.testkit.FakeClock;
import innkeeper.testkit.FakeLogs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogEvidenceTest {

  private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");

  private final FakeClock printing = new FakeClock(NOW);
  private final FakeLogs log = new FakeLogs(printing);
  private LogEvidence evidence;

  @BeforeAll
  static void engine() {
    System.getProperties().put(CleanText.FUNCTION, UnaryOperator.<String>identity());
  }

  @BeforeEach
  void open() {
    AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");
    logs.add(log);
    evidence =
        new LogEvidence(
            new IncidentService.Services(
                new AwaitedService<>(IncidentStore.class, "store"),
                new AwaitedService<>(AuditLog.class, "store"),
                logs,
                new AwaitedService<>(Supervisor.class, "supervisor"),
                query -> List.of(),
                WordRecords.service(),
                incident -> {}));
  }

  private End ended(Instant at, EndedBy by, boolean expected) {
    End end = new End(at, OptionalInt.of(1), "", 1, "", List.of(), by);
    return evidence.read("api", "api", end, expected).end();
  }

  private End crashed() {
    return ended(NOW, EndedBy.ITSELF, false);
  }

  private static List<String> stack(int frames) {
    List<String> lines = new ArrayList<>(List.of("Error: boom"));
    IntStream.range(0, frames).forEach(i -> lines.add("    at frame " + i));
    return lines;
  }

  private void print(boolean stderr, List<String> lines) {
    String[] texts = lines.toArray(String[]::new);
    if (stderr) {
      log.error("api", texts);
    } else {
      log.line("api", texts);
    }
  }

  private static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(i -> "GET /" + i).toList();
  }

  @Test
  void theQuoteHasTheBeginningOfACrashAndTheLastLines() {
    for (int stack : List.of(30, 1500)) {
      for (int after : List.of(0, 300, 20_000)) {
        log.line("api", "start");
        print(true, stack(stack));
        print(false, numbers(after));
        End end = crashed();
        assertEquals("Error: boom", end.error());
        assertEquals(20, end.lines().size());
        assertEquals(stack(9), end.lines().subList(0, 10));
        assertEquals("…", end.lines().get(10));
        List<String> all = after == 0 ? stack(stack) : numbers(after);
        assertEquals(all.subList(all.size() - 9, all.size()), end.lines().subList(11, 20));
      }
    }
  }

  @Test
  void theQuoteOfAShortRecordHasTheLinesAroundIt() {
    print(false, numbers(100));
    print(true, stack(2));
    log.line("api", "bye");
    List<String> wanted = new ArrayList<>(numbers(100).subList(93, 100));
    wanted.addAll(stack(2));
    wanted.add("bye");
    assertEquals(wanted, crashed().lines());
  }

  @Test
  void aRecordHasLinesOfOneStream() {
    for (String line : stack(12)) {
      log.error("api", line);
      log.line("api", "GET /");
    }
    End end = crashed();
    assertEquals("Error: boom", end.error());
    assertEquals(stack(9), end.lines().subList(0, 10));
  }

  @Test
  void anUnexpectedEndQuotesStderrWithoutAnError() {
    log.error("api", "config file missing");
    log.line("api", "bye");
    assertEquals("", ended(NOW, EndedBy.ITSELF, true).error());
    assertEquals("config file missing", crashed().error());
  }

  @Test
  void aRequestedEndQuotesNoErrorButTheLastLines() {
    print(true, stack(2));
    print(false, numbers(30));
    End end = ended(NOW, EndedBy.REQUEST, true);
    assertEquals("", end.error());
    assertEquals(numbers(30).subList(10, 30), end.lines());
  }

  @Test
  void anErrorOfAnEarlierServerIsNotQuoted() {
    for (int printed : List.of(0, 5, 9000)) {
      print(true, stack(2));
      assertEquals("Error: boom", crashed().error());
      print(false, numbers(printed));
      End end = ended(NOW.plusSeconds(30), EndedBy.ITSELF, false);
      assertEquals("", end.error(), printed + " lines");
      assertEquals(Math.min(20, printed), end.lines().size());
      evidence.forget("api");
    }
  }

  @Test
  void serversThatEndInQuickSuccessionAreReadTogether() {
    print(true, stack(2));
    assertEquals("Error: boom", crashed().error());
    print(false, numbers(5));
    assertEquals("Error: boom", ended(NOW.plusSeconds(1), EndedBy.ITSELF, false).error());
  }

  @Test
  void anEndThatIsReadLateLeavesTheLinesOfTheNextServer() {
    log.line("api", "the first server");
    printing.advance(Duration.ofSeconds(3));
    log.line("api", "the next server");
    crashed();
    End next = ended(NOW.plusSeconds(3), EndedBy.ITSELF, false);
    assertEquals(List.of("the next server"), next.lines());
  }

  @Test
  void anErrorOfMoreThanAMinuteBeforeIsNotQuoted() {
    print(true, stack(2));
    End end = ended(NOW.plusSeconds(61), EndedBy.ITSELF, false);
    assertEquals("", end.error());
    assertEquals(stack(2), end.lines());
  }

  @Test
  void allLinesAreOneStreamIfOneIsUnknown() {
    TimedLine unknown =
        new TimedLine("1", Optional.of(NOW), Optional.empty(), false, "Error: boom");
    TimedLine stdout =
        new TimedLine("2", Optional.of(NOW), Optional.of(LogStream.STDOUT), false, "    at here");
    LastOutput output = new LastOutput(List.of(unknown, stdout));
    assertEquals(
        List.of("Error: boom", "    at here"),
        output.cause(new WordRecords(), true).orElseThrow().lines());
  }
}
