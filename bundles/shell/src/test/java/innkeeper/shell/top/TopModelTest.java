package innkeeper.shell.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.terminal.Widths;
import innkeeper.shell.screen.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopModelTest {

  private static final Instant NOW = Instant.parse("2026-11-21T05:43:10Z");

  private final TopModel model = TopModel.of("");

  @BeforeEach
  void projects() {
    model.projects(
        List.of(
            project("api", ProjectState.RUNNING, ""),
            project("billing", ProjectState.BACKOFF, "exited with code 1; restart 2 of 10"),
            project("cron", ProjectState.STOPPED, "")),
        NOW);
  }

  private static ProjectStatus project(String id, ProjectState state, String reason) {
    boolean runs = state == ProjectState.RUNNING;
    return new ProjectStatus(
        new ProjectStatus.Project(id, id),
        new ProjectStatus.Lifecycle(Desired.RUNNING, state, NOW.minusSeconds(70), reason),
        new ProjectStatus.Server(
            1,
            runs ? OptionalLong.of(7) : OptionalLong.empty(),
            runs ? Optional.of(NOW.minusSeconds(70)) : Optional.empty(),
            false),
        new ProjectStatus.Restarts(3, Optional.empty()),
        Optional.empty(),
        new ProjectStatus.ProbeHealth(HealthStatus.PASS, runs, runs, ""),
        runs ? new ProjectStatus.Resources(250.5, 20 << 20, 2) : ProjectStatus.Resources.NONE);
  }

  private Optional<TopModel.Request> type(String keys) {
    Optional<TopModel.Request> last = Optional.empty();
    for (int point : keys.codePoints().toArray()) {
      last = model.key(new Key(Key.Kind.TEXT, point), 5);
    }
    return last;
  }

  private void press(Key.Kind kind) {
    model.key(new Key(kind, 0), 5);
  }

  private String selected() {
    return model.selected().map(ProjectStatus::channelId).orElse("");
  }

  private List<String> screen(int rows, int columns, String... log) {
    return new TopView(rows, columns, false).draw(model, List.of(log));
  }

  @Test
  void troubleComesFirstAndTheSelectionStaysWithItsProject() {
    assertEquals("billing", selected());
    type("jj");
    assertEquals("cron", selected());
    type("j");
    assertEquals("cron", selected(), "there is no next one");
    model.projects(
        List.of(project("cron", ProjectState.FATAL, ""), project("api", ProjectState.RUNNING, "")),
        NOW);
    assertEquals("cron", selected(), "though it is the first now");
    model.projects(List.of(project("api", ProjectState.RUNNING, "")), NOW);
    assertEquals("api", selected(), "the one there was is removed");
    model.projects(List.of(), NOW);
    assertEquals("", selected());
    assertTrue(screen(24, 80).get(2).contains("innkeeper add"));
  }

  @Test
  void aFilterNarrowsWhileItIsTyped() {
    type("/CODE 1");
    assertEquals(1, model.shown().size());
    assertEquals("billing", selected());
    press(Key.Kind.ENTER);
    assertEquals(TopModel.Mode.TABLE, model.mode());
    press(Key.Kind.ESCAPE);
    assertEquals(3, model.shown().size());
    type("/nobodyé");
    assertTrue(screen(24, 80).get(2).contains("no project matches"));
    press(Key.Kind.BACKSPACE);
    assertEquals("nobody", model.filter());
    type("q");
    assertFalse(model.quit(), "a letter of the filter");
  }

  @Test
  void nothingIsDoneBeforeItIsConfirmed() {
    assertEquals(Optional.empty(), type("s"));
    assertTrue(screen(24, 80).get(23).startsWith("stop billing?"));
    assertEquals(Optional.empty(), type("n"));
    assertEquals(Optional.empty(), type("y"), "too late");
    type("r");
    assertEquals(Optional.of(new TopModel.Request("restart", "billing")), type("y"));
    type("jj");
    assertEquals(Optional.of(new TopModel.Request("start", "cron")), type("sy"));
    model.projects(List.of(project("odd", ProjectState.UNKNOWN, "")), NOW);
    assertEquals(Optional.empty(), type("sy"));
  }

  @Test
  void eachScreenIsFilledAndFromEightyColumnsOnNoRowIsTooWide() {
    String[] log = IntStream.range(0, 100).mapToObj(i -> "line " + i).toArray(String[]::new);
    log[98] = "日本".repeat(100);
    for (int[] size : new int[][] {{24, 80}, {50, 200}, {10, 40}, {3, 20}, {1, 1}}) {
      for (String keys : List.of("", "l", "q/a", "\n", "s")) {
        type(keys);
        List<String> lines = screen(size[0], size[1], log);
        assertEquals(size[0], lines.size());
        for (String line : lines) {
          assertTrue(size[1] < 80 || Widths.of(line) <= size[1], line);
        }
      }
    }
  }

  @Test
  void eightyColumnsHaveEveryColumn() {
    List<String> lines = screen(24, 80, "GET / 200");
    for (String head : List.of("STATE", "NAME", "CPU", "MEM", "RESTARTS", "UPTIME", "WHY")) {
      assertTrue(lines.get(1).contains(head), lines.get(1));
    }
    assertEquals("1 of 3 need a look, 1 of 3 running; sorted by state", lines.get(0));
    assertTrue(lines.get(2).startsWith("> BACKOFF  billing  –       –         3"), lines.get(2));
    assertTrue(lines.get(3).startsWith("  RUNNING  api      250.5%  20.0 MiB  3"), lines.get(3));
    assertTrue(lines.get(5).contains("log of billing (exited with code 1; restart 2 of 10)"));
    assertEquals("GET / 200", lines.get(6));
  }

  @Test
  void theLogIsScrolledAndItsNewestLineIsTheLast() {
    List<String> log = new ArrayList<>();
    IntStream.range(0, 100).forEach(i -> log.add("line " + i));
    String[] lines = log.toArray(String[]::new);
    type("l");
    assertEquals("line 99", screen(24, 80, lines).get(22));
    type("kk");
    assertEquals("line 97", screen(24, 80, lines).get(22));
    type("g");
    assertEquals("line 0", screen(24, 80, lines).get(1));
    type("j");
    assertEquals("line 1", screen(24, 80, lines).get(1), "what is too far back was forgotten");
    type("G");
    assertEquals("line 99", screen(24, 80, lines).get(22));
    type("q");
    assertFalse(model.quit(), "q goes back first");
    type("q");
    assertTrue(model.quit());
  }

  @Test
  void anotherShellContinuesWithTheStateOfTop() {
    type("o/api");
    TopModel next = TopModel.of(model.state());
    assertEquals(model.order(), next.order());
    assertEquals("api", next.filter());
    assertEquals("", TopModel.of("something else").filter());
  }
}
