package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1Service;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What {@code export --format} prints, by those who read it. */
class ExportIT {

  private static final String SECRET = "hunter22-of-export";

  private static final String PROJECTS =
      """
      [{"channelId": "api", "directory": "/srv", "command": ["/bin/sh", "-c", "echo $HOME 100%% it's; exec sleep 600"],
        "env": {"MODE": "fast", "API_TOKEN": "%1$s"}, "secretEnv": {"PIN": "%1$s"}, "port": 4711,
        "health": {"exec": "true"}, "nice": 5, "stopSeconds": 20, "restart": "always", "limitNofile": 256,
        "umask": "027", "deploy": {"replicas": 2, "constraints": ["node.labels.disk==ssd", "node.role!=manager"]}},
       {"channelId": "Once", "directory": "/srv", "command": ["/bin/true"], "restart": "never", "after": ["api"]},
       {"channelId": "42", "directory": "/srv", "command": ["/bin/echo", "a b", ""], "autostart": false,
        "schedule": {"calendar": "daily"}}]
      """
          .formatted(SECRET);

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cliWithInput(PROJECTS, "apply", "-").ok();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  private static HostProcess.Said export(String format, String... ids) throws Exception {
    List<String> words = new ArrayList<>(List.of("export", "--format", format));
    words.addAll(List.of(ids));
    HostProcess.Said said = host.cli(words.toArray(String[]::new)).ok();
    assertFalse((said.out() + said.err()).contains(SECRET), said::out);
    return said;
  }

  private static Iterable<Object> yaml(String text) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text);
  }

  @Test
  void kubernetesTakesEachManifest() throws Exception {
    String text = export("kubernetes").out();
    List<String> kinds = new ArrayList<>();
    for (Object document : yaml(text)) {
      JsonObject json = new Gson().toJsonTree(document).getAsJsonObject();
      String kind = json.get("kind").getAsString();
      kinds.add(kind + " " + json.getAsJsonObject("metadata").get("name").getAsString());
      check(kind, json);
    }
    assertEquals(
        List.of(
            "ConfigMap p-42",
            "Deployment p-42",
            "ConfigMap once",
            "Job once",
            "ConfigMap api",
            "Deployment api",
            "Service api"),
        kinds);
  }

  @Test
  void theCheckOfManifestsFindsAMistake() {
    JsonObject wrong =
        new Gson()
            .fromJson(
                "{\"kind\": \"Deployment\", \"spec\": {\"replicas\": 1, \"selector\": {},"
                    + " \"template\": {\"spec\": {\"containres\": []}}}}",
                JsonObject.class);
    assertThrows(IllegalArgumentException.class, () -> check("Deployment", wrong));
  }

  private static void check(String kind, JsonElement json) throws Exception {
    switch (kind) {
      case "ConfigMap" -> V1ConfigMap.validateJsonElement(json);
      case "Deployment" -> V1Deployment.validateJsonElement(json);
      case "Job" -> V1Job.validateJsonElement(json);
      case "Service" -> V1Service.validateJsonElement(json);
      default -> throw new AssertionError("no check of " + kind);
    }
  }

  @Test
  void kubectlReadsTheManifests() throws Exception {
    Programs.need("kubectl");
    Path file = Files.writeString(host.scratch().resolve("m.yaml"), export("kubernetes").out());
    Programs.Said said =
        Programs.run(
            host.scratch(),
            Map.of("KUBECONFIG", "/dev/null"),
            List.of(
                "kubectl", "annotate", "--local", "-f", file.toString(), "seen=yes", "-o", "name"));
    assertTrue(said.ok().out().contains("deployment.apps/api"), said::out);
  }

  @Test
  void theUnitsAreGoodUnits() throws Exception {
    Programs.need("systemd-analyze");
    for (String id : List.of("api", "Once", "42")) {
      // Its program is not installed here.
      String unit =
          export("systemd", id)
              .out()
              .replace("/usr/bin/innkeeper", HostProcess.HOME + "/bin/innkeeper");
      Path file = Files.writeString(host.scratch().resolve("innkeeper-" + id + ".service"), unit);
      Programs.Said said =
          Programs.run(
              host.scratch(),
              Map.of(),
              List.of("systemd-analyze", "--man=no", "verify", file.toString()));
      assertFalse(said.out().contains("innkeeper-" + id), said::out);
      assertEquals(0, said.status(), said::out);
    }
  }

  @Test
  void aComposeFileIsYamlWithTheDefinitionInIt() throws Exception {
    for (String format : List.of("compose", "swarm")) {
      Object document = yaml(export(format).out()).iterator().next();
      Map<?, ?> services = (Map<?, ?>) ((Map<?, ?>) document).get("services");
      assertEquals(3, services.size());
      Map<?, ?> api = (Map<?, ?>) services.get("api");
      String definition = (String) ((Map<?, ?>) api.get("environment")).get("INNKEEPER_PROJECT");
      // The engine makes one dollar of two.
      Map<?, ?> one =
          (Map<?, ?>) new Gson().fromJson(definition.replace("$$", "$"), List.class).get(0);
      assertEquals(
          List.of("/bin/sh", "-c", "echo $HOME 100% it's; exec sleep 600"), one.get("command"));
      assertEquals(List.of("api-API_TOKEN", "api-PIN"), api.get("secrets"));
    }
  }

  @Test
  void aProcfileComesBackByImport() throws Exception {
    Path file =
        Files.writeString(host.scratch().resolve("Procfile"), export("procfile", "42").out());
    List<?> back =
        new Gson().fromJson(host.cli("import", "--json", file.toString()).ok().out(), List.class);
    assertEquals(List.of("/bin/echo", "a b", ""), ((Map<?, ?>) back.get(0)).get("command"));
    assertEquals("42", ((Map<?, ?>) back.get(0)).get("channelId"));
  }

  @Test
  void whatHasNoCounterpartIsListed() throws Exception {
    assertTrue(
        export("kubernetes", "api")
            .err()
            .contains("deploy.constraints node.role!=manager is not kept: Kubernetes has nothing"));
    assertTrue(export("swarm", "Once").err().contains("after is not kept"));
    assertTrue(export("procfile", "42").err().contains("autostart, restart, schedule is not kept"));
  }

  @Test
  void aSecretInACommandIsRefusedWithAWayOut() throws Exception {
    host.cli("add", "told", "--no-autostart", "--", "mysql", "-phunter22xyzw").ok();
    try {
      HostProcess.Said said = host.cli("export", "--format", "swarm", "told");
      assertEquals(1, said.status());
      assertTrue(said.err().contains("redaction finds a secret in its command"), said::err);
    } finally {
      host.cli("remove", "told").ok();
    }
  }
}
