package innkeeper.cli.swarm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.cli.swarm.SwarmStack.Node;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class SwarmTopTest {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T00:01:00Z"), ZoneOffset.UTC);

  private static SwarmTask task(String slot, String node, String state, String container) {
    String line = "t%s|s|%s|%s|running|%s|\"\"|\"\"|%s|no suitable node";
    return SwarmTask.read(line.formatted(slot, slot, node, state, container), s -> "shop_api")
        .orElseThrow();
  }

  private static SwarmView view() throws IOException {
    Map<String, Node> nodes = new LinkedHashMap<>();
    nodes.put("n1", new Node("n1", "one", "Ready", "Active"));
    nodes.put("n2", new Node("n2", "two", "Down", "Active"));
    List<SwarmTask> tasks =
        List.of(
            task("1", "n1", "running", "c1"),
            task("2", "n2", "running", "c2"),
            task("3", "", "pending", ""));
    return new SwarmView(Engines.in(""), new SwarmStack("shop", nodes, tasks, List.of("shop_api")));
  }

  private static String record(String id, double cpu, long rss) {
    return "{\"host\":\"h\",\"channelId\":\"%s\",\"state\":\"RUNNING\",\"uptimeMs\":61000,\"restarts\":3,\"reason\":\"a \\\"state\\\":\\\"X\\\"\",\"resources\":{\"cpuPercent\":%s,\"rssBytes\":%s}}"
        .formatted(id, cpu, rss);
  }

  private static SwarmTop top(SwarmTop.Ask ask) throws IOException {
    return new SwarmTop(view(), SwarmTopTest::view, ask, CLOCK);
  }

  private static List<String> drawn(SwarmTop top, Predicate<String> when) throws Exception {
    long end = System.nanoTime() + 20_000_000_000L;
    List<String> lines = top.draw(12, 120);
    while (!when.test(String.join("\n", lines))) {
      assertTrue(System.nanoTime() < end, lines::toString);
      Thread.sleep(10);
      lines = top.draw(12, 120);
    }
    return lines;
  }

  @Test
  void projectsOfAllTasksAreOneTableSortedByCpu() throws Exception {
    SwarmTop.Ask ask =
        task -> {
          if (task.name().endsWith("@two")) {
            throw new IOException(task.name() + ": its node is Down");
          }
          return List.of(record("idle", 0.5, 1 << 20), record("busy", 98.5, 5 << 20));
        };
    try (SwarmTop top = top(ask)) {
      top.start();
      List<String> lines = drawn(top, text -> text.contains("busy") && text.contains("is Down"));
      assertEquals(12, lines.size());
      assertEquals(
          "shop: 2 of 3 tasks run; nodes: one ready, two down; sorted by cpu", lines.get(0));
      assertEquals(
          "TASK        NODE  PROJECT  STATE                    CPU    MEM      RESTARTS  UPTIME  WHY",
          lines.get(1));
      assertEquals(
          "shop_api.1  one   busy     RUNNING                  98.5%  5.0 MiB  3         1m 1s",
          lines.get(2));
      assertTrue(lines.get(3).contains("idle"), lines.get(3));
      assertTrue(lines.get(4).endsWith("–       its node is Down"), lines.get(4));
      assertTrue(lines.get(5).contains("pending, wanted running"), lines.get(5));
      assertTrue(lines.get(5).endsWith("no suitable node"), lines.get(5));
      assertEquals("o sort  q quit", lines.get(11));
      top.sortByNext();
      top.sortByNext();
      lines = top.draw(4, 30);
      assertEquals(4, lines.size());
      assertTrue(lines.stream().allMatch(line -> line.length() <= 30), lines::toString);
      assertTrue(top.draw(4, 200).get(0).endsWith("sorted by task; 3 rows do not fit"));
    }
  }

  @Test
  void aRecordIsParsedAndATextInItIsNotTakenForAMember() {
    TaskProject read = TaskProject.read(record("a", 1.5, 10)).orElseThrow();
    assertEquals(new TaskProject("a", "RUNNING", 1.5, 10, 3, 61000), read);
    TaskProject stopped =
        TaskProject.read("{\"channelId\":\"a\",\"state\":\"STOPPED\",\"uptimeMs\":null}")
            .orElseThrow();
    assertEquals(new TaskProject("a", "STOPPED", -1, -1, 0, -1), stopped);
    assertEquals(Optional.empty(), TaskProject.read("no record"));
  }
}
