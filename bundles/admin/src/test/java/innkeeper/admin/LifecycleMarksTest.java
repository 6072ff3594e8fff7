package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.supervisor.ProjectState;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happened to a project is told inside its log, where it fell. */
@Timeout(60)
class LifecycleMarksTest {

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void whoComesLaterSeesItBetweenTheLinesItFellBetween() throws Exception {
    try (Inn inn = new Inn(0)) {
      inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, ""));
      try (Listening early = new Listening(http, inn.url() + "/api/events?log=c1", "")) {
        early.next("snapshot");
        inn.logs.line("demo", "one", "two");
        inn.supervisor.put("c1", ProjectState.STOPPING);
        early.next("project");
        placed(inn, 1);
        inn.logs.line("demo", "three");
        inn.audit.append(new AuditDraft("project.stop", "c1", Actor.HOST, "ok", ""));
        early.next("audit");
        placed(inn, 2);
        inn.logs.line("demo", "four", "five", "six");
      }
      assertEquals(List.of("4 STOPPING", "3 project.stop"), marks(inn, 200));
      assertEquals(List.of("3 project.stop"), marks(inn, 3), "older ones are out of sight");
      inn.swap();
      inn.logs.line("demo", "seven");
      assertEquals(List.of("5 STOPPING", "4 project.stop"), marks(inn, 200), "after a swap too");
    }
  }

  @Test
  void theDefinitionOfANewProjectIsNoMark() throws Exception {
    try (Inn inn = new Inn(0)) {
      inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.STOPPED, ""));
      try (Listening early = new Listening(http, inn.url() + "/api/events?log=c1", "")) {
        early.next("snapshot");
        for (String action : List.of("project.define", "project.change")) {
          inn.audit.append(new AuditDraft(action, "c1", Actor.HOST, "ok", ""));
          early.next("audit");
        }
      }
      placed(inn, 1);
      assertEquals(List.of("0 project.change"), marks(inn, 200));
    }
  }

  /** A mark gets its place after its event went out. */
  private void placed(Inn inn, int count) throws Exception {
    while (marks(inn, 200).size() < count) {
      Thread.onSpinWait();
    }
  }

  private List<String> marks(Inn inn, int lines) throws Exception {
    List<String> found = new ArrayList<>();
    try (Listening late =
        new Listening(http, inn.url() + "/api/events?log=c1&lines=" + lines, "")) {
      JsonNode log = late.next("log").data();
      assertTrue(log.get("reset").asBoolean());
      for (JsonNode mark : log.get("marks")) {
        String what =
            mark.has("audit") ? mark.at("/audit/action").asText() : mark.get("state").asText();
        if (!what.equals("RUNNING")) {
          found.add(mark.get("back").asInt() + " " + what);
        }
      }
    }
    return found;
  }
}
