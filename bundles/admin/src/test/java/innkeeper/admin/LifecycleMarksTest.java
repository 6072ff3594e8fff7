package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reader of a log sees what happened to the project, between the lines of that time. */
@Timeout(60)
class LifecycleMarksTest {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Ticks clock = new Ticks();
  private Instant started = clock.now;
  private Inn inn;

  /** A clock that stands still until the test moves it. */
  private static final class Ticks extends Clock {
    private volatile Instant now = Instant.parse("2026-11-21T05:40:00Z");

    /** Moves the clock by a second. */
    void next() {
      now = now.plusSeconds(1);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeEach
  void start() throws Exception {
    inn = new Inn(0, new ThreadedLogs(clock));
    inn.audit.clock = clock;
    put(ProjectState.RUNNING);
  }

  @AfterEach
  void stop() throws Exception {
    inn.close();
  }

  /** Reports a state that begins now. */
  private void put(ProjectState state) {
    ProjectStatus s = FakeSupervisor.status("c1", "demo", state, "");
    inn.supervisor.put(
        new ProjectStatus(
            s.project(),
            new ProjectStatus.Lifecycle(s.lifecycle().desired(), state, clock.instant(), ""),
            new ProjectStatus.Server(
                s.server().incarnation(),
                s.server().pid(),
                s.server().startedAt().map(at -> started),
                s.server().adopted()),
            s.restarts(),
            s.lastExit(),
            s.health(),
            s.resources()));
  }

  /** Writes lines, one second after what happened before. */
  private void line(String... lines) {
    clock.next();
    inn.logs.line("demo", lines);
  }

  private void state(ProjectState state) {
    clock.next();
    put(state);
  }

  private void audit(String action, String detail) {
    clock.next();
    inn.audit.append(new AuditDraft(action, "c1", Actor.HOST, "ok", detail));
  }

  private List<String> marksWithoutStates() throws Exception {
    return marks(200).stream().filter(mark -> !mark.matches("\\d+ [A-Z]+")).toList();
  }

  @Test
  void aMarkIsBetweenTheLinesOfItsTime() throws Exception {
    line("one", "two");
    audit("project.stop", "");
    line("three");
    state(ProjectState.STOPPING);
    line("four", "five", "six");
    List<String> all = List.of("6 STARTING", "4 project.stop", "3 STOPPING");
    assertEquals(all, marks(200));
    assertEquals(List.of(), marks(2), "a mark before the first line is not displayed");
    inn.swap();
    line("seven");
    all = List.of("7 STARTING", "5 project.stop", "4 STOPPING");
    assertEquals(all, marks(200), "after a swap");
  }

  @Test
  void anEndIsAMarkWithTheExitCode() throws Exception {
    line("one");
    audit("project.exit", "incarnation 3 exited with code 1, unexpectedly");
    line("two");
    assertEquals(
        List.of("1 project.exit incarnation 3 exited with code 1, unexpectedly"),
        marksWithoutStates());
  }

  @Test
  void aProjectWithoutLinesHasItsMarks() throws Exception {
    audit("project.stop", "");
    audit("project.start", "");
    assertEquals(List.of("0 project.stop", "0 project.start"), marksWithoutStates());
  }

  @Test
  void theDefinitionOfANewProjectIsNotAMark() throws Exception {
    audit("project.define", "");
    audit("project.change", "");
    assertEquals(List.of("0 project.change"), marksWithoutStates());
  }

  @Test
  void theLastStartAndThePresentStateAreMarks() throws Exception {
    line("one");
    clock.next();
    started = clock.now;
    line("two");
    clock.next();
    put(ProjectState.RUNNING);
    assertEquals(List.of("1 STARTING", "0 RUNNING"), marks(200));
  }

  @Test
  void aLineWithoutATimeHasNoMarkAfterIt() throws Exception {
    line("one");
    audit("project.stop", "");
    inn.logs.untimed = true;
    assertEquals(List.of(), marks(200));
  }

  /** Returns the marks that a new reader gets, each with the number of lines after it. */
  private List<String> marks(int lines) throws Exception {
    List<String> found = new ArrayList<>();
    try (Listening late =
        new Listening(http, inn.url() + "/api/events?log=c1&lines=" + lines, "")) {
      JsonNode log = late.next("log").data();
      assertTrue(log.get("reset").asBoolean());
      for (JsonNode mark : log.get("marks")) {
        String what =
            mark.has("audit")
                ? mark.at("/audit/action").asText() + " " + mark.at("/audit/detail").asText()
                : mark.get("state").asText();
        found.add((mark.get("back").asInt() + " " + what).strip());
      }
    }
    return found;
  }
}
