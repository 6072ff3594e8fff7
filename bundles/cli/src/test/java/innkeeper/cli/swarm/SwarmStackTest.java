package innkeeper.cli.swarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.cli.swarm.SwarmStack.Node;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwarmStackTest {

  private static final Map<String, Node> NODES =
      Map.of(
          "n1", new Node("n1", "one", "Ready", "Active"),
          "n2", new Node("n2", "two", "Down", "Active"));

  private static SwarmTask task(String id, String slot, String node, String at) {
    return SwarmTask.read(
            id
                + "|s|"
                + slot
                + "|"
                + node
                + "|running|running|\""
                + at
                + "\"|\""
                + at
                + "\"|c"
                + id
                + "|",
            service -> "shop_api")
        .orElseThrow();
  }

  private static SwarmStack stack(SwarmTask... newestFirst) {
    return new SwarmStack("shop", NODES, List.of(newestFirst), List.of("shop_api"));
  }

  @Test
  void aTaskOnAnotherNodeThanItsPredecessorHasMoved() {
    SwarmStack stack =
        stack(
            task("c", "1", "n1", "2026-01-01T00:00:02.5Z"),
            task("b", "1", "n2", "2026-01-01T00:00:01Z"),
            task("a", "1", "n2", "2026-01-01T00:00:00Z"),
            task("d", "2", "n1", "2026-01-01T00:00:00Z"));
    assertEquals(
        List.of("shop_api.1 two -> one"),
        stack.moves().stream().map(m -> m.place() + " " + m.from() + " -> " + m.to()).toList());
    assertEquals(List.of("c", "d"), stack.current().stream().map(SwarmTask::id).toList());
  }

  @Test
  void aLimitedListHasTheNewestMovesOfAllPlaces() throws Exception {
    SwarmStack stack =
        stack(
            task("b", "1", "n1", "2026-01-01T00:00:01Z"),
            task("a", "1", "n2", "2026-01-01T00:00:00Z"),
            task("d", "2", "n2", "2026-01-01T00:00:03Z"),
            task("c", "2", "n1", "2026-01-01T00:00:02Z"));
    SwarmView view = new SwarmView(Engines.in(""), stack);
    assertEquals(
        List.of("moved shop_api.2 from one to two 7s ago"),
        view.moves(Instant.parse("2026-01-01T00:00:10Z"), 1));
  }

  @Test
  void aTaskWithoutANodeHasNotMoved() {
    assertEquals(
        List.of(),
        stack(
                task("b", "1", "", "2026-01-01T00:00:01Z"),
                task("a", "1", "n2", "2026-01-01T00:00:00Z"))
            .moves());
  }

  @Test
  void tasksOfAGlobalServiceAreDistinguishedByTheirNode() {
    SwarmStack stack =
        stack(
            task("a", "0", "n1", "2026-01-01T00:00:00Z"),
            task("b", "0", "n2", "2026-01-01T00:00:00Z"));
    assertEquals(2, stack.current().size());
    assertEquals(List.of(), stack.moves());
  }

  @Test
  void anErrorMayContainTheSeparatorOfFields() {
    SwarmTask read =
        SwarmTask.read("a|s|1|n1|shutdown|failed|\"x\"|\"x\"||task: non-zero | exit (1)", s -> s)
            .orElseThrow();
    assertEquals("task: non-zero | exit (1)", read.error());
    assertEquals("", read.container());
    assertEquals(Optional.empty(), SwarmTask.read("no such task", s -> s));
  }

  @Test
  void enginesAreFoundByNameOrIdAndTheFirstIsTheManagers(@TempDir Path dir) throws Exception {
    Path file =
        Files.writeString(
            dir.resolve("e"), "# mine\none = unix:///run/one.sock\nn2=ssh://ops@two\n");
    Engines engines = Engines.in(file.toString());
    assertEquals("unix:///run/one.sock", engines.manager());
    assertEquals(Optional.of("ssh://ops@two"), engines.of(NODES.get("n2")));
    Files.writeString(file, "one /run/one.sock\n");
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> Engines.in(file.toString()))
            .getMessage()
            .contains("line 1 is one /run/one.sock; allowed: NODE = unix:///PATH"));
  }
}
