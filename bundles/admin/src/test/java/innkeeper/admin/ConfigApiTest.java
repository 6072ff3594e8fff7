package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.admin.config.HiddenDefinitions;
import innkeeper.admin.config.HiddenDefinitions.HiddenAudit;
import innkeeper.admin.config.HiddenDefinitions.HiddenIncidents;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.Members;
import innkeeper.api.supervisor.ProbeResult;
import innkeeper.api.supervisor.ProjectState;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a project is, over HTTP. */
class ConfigApiTest extends Wire {

  private static final String HOME = System.getProperty("user.home");

  private void define(Map<String, Object> map) {
    inn.supervisor.definitions.add(Definitions.fromMap(map, Path.of(HOME)));
    String id = map.get("channelId").toString();
    inn.supervisor.put(FakeSupervisor.status(id, id, ProjectState.RUNNING, ""));
  }

  @BeforeEach
  void projects() {
    inn.redactor.secrets.add("hunter2");
    define(
        Map.of(
            "channelId",
            "api",
            "command",
            List.of("node", "server.js", "--password=hunter2", "it's"),
            "directory",
            HOME + "/my app",
            "port",
            4300,
            "env",
            new java.util.TreeMap<>(Map.of("API_KEY", "k-1", "DB_URL", "x", "MODE", "dark")),
            "secretFiles",
            Map.of("CERT", HOME + "/cert.pem"),
            "after",
            List.of("db"),
            "health",
            Map.of("http", "http://127.0.0.1:4300/?t=hunter2", "periodSeconds", 5)));
    define(Map.of("channelId", "web", "command", List.of("sleep", "1"), "after", List.of("api")));
    inn.supervisor.probes.add(new ProbeResult(Instant.EPOCH, false, 3, "refused hunter2"));
    inn.audit.append(
        new AuditDraft(
            "project.change",
            "api",
            Actor.of(Actor.Via.CLI),
            "ok",
            "port: 4200 -> 4300; command: node hunter2 -> node server.js"));
  }

  private JsonNode config() throws Exception {
    HttpResponse<String> answer = get("/api/projects/api/config");
    assertEquals(200, answer.statusCode(), answer.body());
    assertFalse(answer.body().contains("hunter2"), answer.body());
    assertFalse(answer.body().contains("k-1"), answer.body());
    assertFalse(answer.body().contains("dark"), answer.body());
    assertFalse(answer.body().contains(HOME + "/"), answer.body());
    return json.readTree(answer.body());
  }

  @Test
  void aDefinitionIsShownWithoutItsSecrets() throws Exception {
    JsonNode config = config();
    JsonNode definition = config.get("definition");
    assertEquals("--password=[REDACTED]", definition.get("command").get(2).asText());
    assertEquals("~/my app", definition.get("directory").asText());
    assertFalse(definition.has("env"));
    assertEquals(
        "API_KEY env value, DB_URL env password, MODE env null, CERT secretFiles value",
        words(config.get("environment"), "name", "from", "hidden"));
    assertEquals("~/cert.pem", config.get("environment").get(3).get("file").asText());
    assertEquals("web", config.get("dependents").get(0).asText());
    assertEquals("refused [REDACTED]", config.get("probeResults").get(0).get("output").asText());
  }

  @Test
  void theMembersOfADefinitionHaveTheirOptionsAndSchemas() throws Exception {
    JsonNode members = json.readTree(get("/api/definition").body()).get("members");
    assertEquals(Members.ALL.size(), members.size());
    JsonNode port = null;
    for (JsonNode member : members) {
      port = member.get("name").asText().equals("port") ? member : port;
    }
    assertEquals("--port", port.get("option").asText());
    assertEquals(65_535, port.get("schema").get("maximum").asInt());
  }

  @Test
  void changesAreListedNewestFirst() throws Exception {
    JsonNode version = config().get("history").get(0);
    assertEquals("cli", version.get("actor").get("via").asText());
    assertEquals(
        "port 4200 4300, command node [REDACTED] node server.js",
        words(version.get("changes"), "member", "before", "after"));
  }

  private static String words(JsonNode list, String... members) {
    List<String> rows = new ArrayList<>();
    for (JsonNode one : list) {
      List<String> row = new ArrayList<>();
      for (String member : members) {
        row.add(one.get(member).asText());
      }
      rows.add(String.join(" ", row));
    }
    return String.join(", ", rows);
  }

  @Test
  void theCommandThatDefinesItHasAVariableForEachSecretAndNamesWhatItLacks(@TempDir Path dir)
      throws Exception {
    JsonNode add = config().get("add");
    assertEquals(
        "innkeeper add api --dir ~/'my app' --env API_KEY=\"${API_KEY:?}\""
            + " --env DB_URL=\"${DB_URL:?}\" --env MODE=\"${MODE:?}\""
            + " --port 4300 --health http:'http://127.0.0.1:4300/?t='\"${SECRET_1:?}\""
            + " --secret-file CERT=\"$HOME\"/cert.pem"
            + " -- node server.js --password=\"${SECRET_2:?}\" 'it'\\''s'",
        add.get("text").asText());
    assertEquals("[\"health.periodSeconds\",\"after\"]", add.get("lacks").toString());
    assertEquals(2, shell(dir, add.get("text").asText(), Map.of()), "a secret is not set");
    Map<String, String> all =
        Map.of("API_KEY", "a b", "DB_URL", "$x", "MODE", "'", "SECRET_1", "\"", "SECRET_2", "h*");
    assertEquals(0, shell(dir, add.get("text").asText(), all));
    List<String> words = Files.readAllLines(dir.resolve("words"));
    assertEquals(List.of("add", "api", "--dir", HOME + "/my app"), words.subList(0, 4));
    assertTrue(words.contains("API_KEY=a b"), words.toString());
    assertTrue(words.contains("DB_URL=$x"), words.toString());
    assertTrue(words.contains("http:http://127.0.0.1:4300/?t=\""), words.toString());
    assertEquals(
        List.of("node", "server.js", "--password=h*", "it's"),
        words.subList(words.indexOf("--") + 1, words.size()));
  }

  /** What a shell makes of it: the words in a file, one a line. */
  private static int shell(Path dir, String command, Map<String, String> variables)
      throws Exception {
    String script =
        "innkeeper() { printf '%s\\n' \"$@\" > " + dir.resolve("words") + "; }; " + command;
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script).inheritIO();
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(variables);
    return builder.start().waitFor();
  }

  @Test
  void aHiddenConfigurationIsAnswered403() throws Exception {
    inn.settings.values.put("ADMIN_SHOW_CONFIG", "off");
    HttpResponse<String> answer = get("/api/projects/api/config");
    problem(answer, 403, "configuration hidden");
    assertTrue(answer.body().contains("ADMIN_SHOW_CONFIG"), answer.body());
  }

  @Test
  void hiddenDefinitionsLeaveOnlyNamesInTheAuditRecord() {
    var entry = HiddenDefinitions.in(inn.audit.all.get(0));
    assertEquals("port, command", entry.detail());
    assertEquals(inn.audit.all.get(0).hash(), entry.hash());
  }

  /** A request and the poller compare snapshots to find out whether a service has changed. */
  @Test
  void twoHiddenViewsOfTheSameServiceAreEqual() {
    assertEquals(new HiddenAudit(inn.audit), new HiddenAudit(inn.audit));
    assertEquals(new HiddenIncidents(inn.past), new HiddenIncidents(inn.past));
    assertNotEquals(new HiddenAudit(inn.audit), new HiddenAudit(new Fakes.Audit()));
  }

  @Test
  void anUnknownProjectHasNoConfiguration() throws Exception {
    problem(get("/api/projects/none/config"), 404, "unknown project");
  }
}
