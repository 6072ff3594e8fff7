package innkeeper.api.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemberChangeTest {

  private static List<MemberChange> between(Map<String, Object> before, Map<String, Object> after) {
    return MemberChange.between(before, after, before, after);
  }

  @Test
  void whatTheRecordKeepsIsReadBack() {
    List<MemberChange> changes =
        List.of(
            new MemberChange("command", "sh -c 'a; b -> c'", "node server.js"),
            new MemberChange("port", "none", "4300"));
    String text = MemberChange.text(changes);
    assertFalse(text.contains("\n"));
    assertEquals(
        List.of(changes.get(0), new MemberChange("port", "", "4300")), MemberChange.parse(text));
  }

  @Test
  void membersOfMembersAreNamedByTheirPath() {
    assertEquals(
        List.of(
            new MemberChange("health.http", "none", "http://127.0.0.1/"),
            new MemberChange("after", "db", "db cache")),
        between(
            Map.of("after", List.of("db")),
            new java.util.TreeMap<>(
                    Map.<String, Object>of(
                        "after",
                        List.of("db", "cache"),
                        "health",
                        Map.of("http", "http://127.0.0.1/")))
                .descendingMap()));
  }

  @Test
  void aVariablesValueIsNeverShown() {
    Map<String, Object> before = Map.of("env", Map.of("KEY", "v-1"));
    Map<String, Object> after = Map.of("env", Map.of("KEY", "v-2", "NEW", "v-3"));
    String text = MemberChange.text(between(before, after));
    assertTrue(text.contains("env.KEY: set -> another value"), text);
    assertTrue(text.contains("env.NEW: none -> set"), text);
    assertFalse(text.contains("v-"), text);
  }

  @Test
  void whatNobodyRedactedIsMasked() {
    List<MemberChange> changes =
        MemberChange.between(Map.of("port", 1), Map.of("port", 2), Map.of(), Map.of());
    assertEquals("port: [REDACTED] -> [REDACTED]", MemberChange.text(changes));
  }

  @Test
  void aLongCommandIsCutAndStaysOneLine() {
    String text =
        MemberChange.text(between(Map.of(), Map.of("command", List.of("x\ny", "z".repeat(9000)))));
    assertTrue(text.length() < 400, text);
    assertTrue(text.startsWith("command: none -> 'x\\ny' zz"), text);
    assertEquals(1, text.lines().count());
  }

  @Test
  void theNamesThatAnEarlierReleaseWroteAreRead() {
    assertEquals(
        List.of(new MemberChange("command", "", ""), new MemberChange("env", "", "")),
        MemberChange.parse("command, env"));
    assertEquals(List.of(), MemberChange.parse(""));
  }
}
