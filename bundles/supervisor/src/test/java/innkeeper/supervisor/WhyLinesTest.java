package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.log.CleanText;
import innkeeper.api.record.LogLevel;
import innkeeper.api.record.LogRecord;
import innkeeper.api.record.LogRecords;
import innkeeper.api.record.RecordAssembler;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Exit;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import innkeeper.testkit.FakeClock;
import innkeeper.testkit.FakeLogs;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WhyLinesTest {

  private static final Instant NOW = Instant.parse("2026-11-22T03:12:00Z");

  private final FakeClock printing = new FakeClock(NOW.minusSeconds(1));
  private final FakeLogs logs = new FakeLogs(printing);

  /** All lines of stderr are one record. */
  private static final class OneRecord implements LogRecords {

    @Override
    public RecordAssembler assembler(boolean stderr) {
      throw new UnsupportedOperationException();
    }

    @Override
    public LogLevel level(String line) {
      throw new UnsupportedOperationException();
    }

    @Override
    public LogRecord read(List<String> lines) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Cause> cause(List<Printed> lines, boolean unexpected) {
      List<String> record = lines.stream().filter(Printed::stderr).map(Printed::line).toList();
      return record.isEmpty() || !unexpected
          ? Optional.empty()
          : Optional.of(new Cause(record.get(0), record));
    }
  }

  @BeforeAll
  static void engine() {
    System.getProperties().put(CleanText.FUNCTION, UnaryOperator.<String>identity());
  }

  private List<String> why(EndedBy by, boolean expected, Optional<Instant> startedAt)
      throws IOException {
    Exit exit = new Exit(OptionalInt.of(1), "", NOW, expected, by);
    ProjectStatus status =
        new ProjectStatus(
            new ProjectStatus.Project("web", "web", OptionalInt.empty(), Optional.empty()),
            new ProjectStatus.Lifecycle(Desired.RUNNING, ProjectState.BACKOFF, NOW, ""),
            new ProjectStatus.Server(1, OptionalLong.empty(), startedAt, false),
            ProjectStatus.Restarts.NONE,
            Optional.of(exit),
            ProbeHealth.HEALTHY,
            Resources.NONE);
    return new WhyLines(logs, Optional.of(new OneRecord())).of(status);
  }

  private void crash() {
    logs.line("web", "start");
    IntStream.range(0, 100).forEach(i -> logs.error("web", "frame " + i));
    IntStream.range(0, 300).forEach(i -> logs.line("web", "GET /" + i));
  }

  private static List<String> beginning(String... last) {
    return Stream.concat(
            Stream.of(
                "last error: frame 0",
                "log: frame 0",
                "log: frame 1",
                "log: frame 2",
                "log: frame 3",
                "log: frame 4",
                "log: frame 5",
                "log: …"),
            Stream.of(last))
        .toList();
  }

  @Test
  void theBeginningOfACrashComesFirst() throws IOException {
    crash();
    assertEquals(
        beginning(
            "log: GET /295", "log: GET /296", "log: GET /297", "log: GET /298", "log: GET /299"),
        why(EndedBy.ITSELF, false, Optional.empty()));
  }

  @Test
  void theLastLinesAreThoseOfTheServerThatRuns() throws IOException {
    crash();
    printing.set(NOW.plusSeconds(60));
    logs.error("web", "warning of the next server");
    logs.line("web", "ready");
    assertEquals(
        beginning(
            "log: GET /297",
            "log: GET /298",
            "log: GET /299",
            "log: warning of the next server",
            "log: ready"),
        why(EndedBy.ITSELF, false, Optional.of(NOW.plusSeconds(30))));
  }

  @Test
  void anEndThatIsNotACrashHasTheLastLines() throws IOException {
    crash();
    List<String> last = IntStream.range(295, 300).mapToObj(i -> "log: GET /" + i).toList();
    assertEquals(last, why(EndedBy.REQUEST, false, Optional.empty()));
    assertEquals(last, why(EndedBy.ITSELF, true, Optional.empty()));
    assertEquals(last, why(EndedBy.UNKNOWN, false, Optional.empty()));
  }

  @Test
  void aCrashWithoutAReasonInTheLogHasTheLastLines() throws IOException {
    logs.line("web", "start");
    assertEquals(List.of("log: start"), why(EndedBy.ITSELF, false, Optional.empty()));
  }
}
