package innkeeper.convert.exports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.convert.Exported;
import innkeeper.api.convert.ForeignFile;
import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.convert.imports.ImportFormats;
import innkeeper.convert.json.Json;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportFormatTest {

  private static final String SECRET = "s3cr3t-of-mine";

  private static ProjectDefinition define(Map<String, Object> more) {
    Map<String, Object> map =
        new HashMap<>(
            Map.of("channelId", "api", "command", List.of("/bin/sh", "-c", "echo $A {{b}}")));
    map.putAll(more);
    return Definitions.fromMap(map, Path.of("/srv/api"));
  }

  private static ProjectDefinition full() {
    Map<String, Object> more = new HashMap<>();
    more.put("env", Map.of("MODE", "fast", "API_KEY", SECRET));
    more.put("secretEnv", Map.of("PIN", SECRET));
    more.put("secretFiles", Map.of("CERT", "/srv/cert.pem"));
    more.put("envFile", "/srv/api.env");
    more.put("port", 8080);
    more.put("memoryMaxBytes", 100 << 20);
    more.put("cpuQuota", 150);
    more.put("tasksMax", 50);
    more.put("stopSignal", "INT");
    more.put("stopSeconds", 20);
    more.put("after", List.of("db"));
    more.put("health", Map.of("tcp", 8080));
    more.put(
        "deploy",
        Map.of(
            "replicas", 3, "constraints", List.of("node.labels.disk==ssd", "node.role==worker")));
    return define(more);
  }

  private static Exported export(String format, ProjectDefinition... definitions) {
    return ExportFormats.write(
        format, List.of(definitions), pair -> pair.startsWith("API_KEY="), "9.9.9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"swarm", "compose", "kubernetes", "systemd", "procfile"})
  void noFormatContainsASecretInPlainText(String format) {
    Exported exported = export(format, full());
    assertFalse((exported.text() + exported.notes()).contains(SECRET), exported.text());
  }

  @Test
  void aStackHasReplicasPlacementLimitsAndSecretsByReference() {
    Exported stack = export("swarm", full());
    for (String line :
        List.of(
            "      replicas: 3",
            "          - \"node.labels.disk==ssd\"",
            "          cpus: \"1.50\"",
            "          memory: \"507510784b\"",
            "          pids: 150",
            "    stop_grace_period: \"35s\"",
            "      - api-API_KEY",
            "      - api-PIN",
            "      - api-CERT",
            "      - api-envFile",
            "          \"API_KEY\" : \"/run/secrets/api-API_KEY\",",
            "          \"MODE\" : \"fast\"",
            "    image: \"innkeeper:9.9.9\"")) {
      assertTrue(stack.text().contains(line + "\n"), line + " in " + stack.text());
    }
    assertTrue(
        stack
            .notes()
            .contains("api: after is not kept: a swarm has no order of services; let it retry"));
    // The engine would expand both.
    assertTrue(stack.text().contains("echo $$A \\u007b{b}}"), stack.text());
  }

  @Test
  void theDefinitionInTheContainerHasNoPartsThatTheEngineApplies() throws Exception {
    ContainedProject contained = ContainedProject.of(full(), "/run/secrets", pair -> false);
    List<?> json = (List<?>) Json.read(contained.json(), "export");
    ProjectDefinition inside = Definitions.fromMap((Map<?, ?>) json.get(0), Path.of("/"));
    assertEquals(full().command(), inside.command());
    assertEquals(full().health(), inside.health());
    assertEquals("INT", inside.stopSignal());
    assertEquals(Path.of("/run/secrets/api-PIN"), inside.secretFiles().get("PIN"));
    assertEquals(0, inside.memoryMaxBytes());
    assertEquals(List.of(), inside.after());
  }

  @Test
  void anExportedProcfileIsImportedWithTheSameCommands() throws Exception {
    List<ProjectDefinition> all =
        List.of(
            define(Map.of("restart", "always")),
            define(
                Map.of(
                    "channelId",
                    "b",
                    "restart",
                    "always",
                    "command",
                    List.of("cd", "it's", "", "A=b c"))),
            define(
                Map.of(
                    "channelId",
                    "c",
                    "restart",
                    "always",
                    "command",
                    List.of("A=1", "*", "~", "\\n"))));
    Exported procfile = export("procfile", all.toArray(ProjectDefinition[]::new));
    List<ProjectDefinition> back =
        ImportFormats.read(
                "procfile",
                new ForeignFile("Procfile", Path.of("/srv/api"), procfile.text()),
                null,
                1)
            .definitions()
            .stream()
            .map(map -> Definitions.fromMap(map, Path.of("/srv/api")))
            .toList();
    assertEquals(all, back);
  }

  @Test
  void aProjectThatRunsOnceIsAJobAndAProjectWithoutAutostartHasNoReplicas() {
    assertTrue(
        export("kubernetes", define(Map.of("restart", "never"))).text().contains("kind: Job\n"));
    assertTrue(
        export("swarm", define(Map.of("autostart", false))).text().contains("replicas: 0\n"));
  }

  @Test
  void namesOutsideTheAlphabetOfKubernetesAreMappedToDifferentNames() {
    Exported exported =
        export(
            "kubernetes",
            define(Map.of("channelId", "42")),
            define(Map.of("channelId", "A.b")),
            define(Map.of("channelId", "a_B")));
    for (String name : List.of("p-42", "a-b", "a-b-2")) {
      assertTrue(
          exported.text().contains("  name: " + name + "\n")
              || exported.text().contains("  name: \"" + name + "\"\n"),
          exported.text());
    }
  }

  @Test
  void aUnitQuotesTextThatSystemdWouldExpand() {
    String unit =
        export("systemd", define(Map.of("command", List.of("date", "+%s", "it's")))).text();
    assertTrue(unit.contains("\"+%%s\",\"it\\x27s\""), unit);
  }
}
