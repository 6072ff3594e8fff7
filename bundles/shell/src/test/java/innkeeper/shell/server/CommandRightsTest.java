package innkeeper.shell.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandRightsTest {

  private static final Set<String> READ =
      Set.of("status", "why", "logs", "incidents", "history", "health");

  private static final Set<String> OPERATE =
      Set.of("start", "stop", "restart", "rotate", "silence");

  private static boolean takes(CommandRights rights, String... words) {
    return rights.refusal(List.of(words)).isEmpty();
  }

  @Test
  void eachSocketAcceptsItsCommandsOnly() {
    for (String name :
        List.of(
            "add",
            "apply",
            "remove",
            "import",
            "export",
            "install",
            "uninstall",
            "update",
            "upgrade",
            "restart-host",
            "backup",
            "backups",
            "prune",
            "pin",
            "redact",
            "audit",
            "surfaces",
            "rotation",
            "top",
            "help",
            "version",
            "completion",
            "shell",
            "alarm",
            "inn:start",
            "felix:stop",
            "lb",
            "exec",
            "status;lb",
            "",
            "STATUS",
            "a-third-party's")) {
      assertEquals(READ.contains(name), takes(CommandRights.READ, name), name);
      assertEquals(false, takes(CommandRights.OPERATE, name), name);
    }
    for (String name : READ) {
      assertTrue(takes(CommandRights.READ, name), name);
      assertTrue(takes(CommandRights.OPERATE, name), name);
    }
    for (String name : OPERATE) {
      assertEquals(false, takes(CommandRights.READ, name, "web"), name);
      assertTrue(takes(CommandRights.OPERATE, name, "web"), name);
    }
  }

  @Test
  void markingAnIncidentNeedsTheRightToOperate() {
    assertTrue(takes(CommandRights.READ, "incidents", "show", "7"));
    for (List<String> words :
        List.of(
            List.of("incidents", "ack", "7"),
            List.of("incidents", "--json", "ack", "7"),
            List.of("incidents", "snooze", "7", "--for", "1h"))) {
      assertTrue(CommandRights.READ.refusal(words).isPresent(), words.toString());
      assertTrue(CommandRights.OPERATE.refusal(words).isEmpty(), words.toString());
    }
  }

  @Test
  void aRefusalNamesTheCommandAndWhatIsAllowed() {
    String why = CommandRights.READ.refusal(List.of("remove", "web")).orElseThrow();
    assertEquals(
        "this socket does not take \"remove\"; allowed: health, history, incidents, logs, status,"
            + " why",
        why);
  }
}
