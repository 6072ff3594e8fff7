package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.log.Redactor.Protection;
import innkeeper.api.project.Definitions;
import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionSecretsTest {

  @Test
  void protectedValuesAreNamedAndCounted() {
    Map<String, String> env = new LinkedHashMap<>();
    env.put("API_KEY", "k9Tz4vQwinter");
    env.put("MODE", "live");
    env.put("DB_URL", "postgres://shop:plum9Pudding@db/orders");
    env.put("PAGE_URL", "http://example.org/");
    env.put("PIN_TOKEN", "abc");
    Protection found =
        DefinitionSecrets.of(
            Definitions.fromMap(
                Map.of(
                    "channelId",
                    "web",
                    "command",
                    List.of("app", "--port", "80", "--password", "mince9Pie"),
                    "env",
                    env,
                    "secretEnv",
                    Map.of("GREETING", "good-morning-7"),
                    "secretFiles",
                    Map.of("LICENCE", "licence.txt")),
                Path.of("/srv")),
            new Engine());
    assertEquals(8, found.values());
    assertEquals(
        List.of("API_KEY", "DB_URL's password", "GREETING", "LICENCE", "argument 4 of the command"),
        found.names());
    assertEquals(List.of("PIN_TOKEN: the value has fewer than 6 characters"), found.warnings());
  }

  @Test
  void secretsOfAnEnvFileAreNamedToo(@TempDir Path dir) throws IOException {
    Path file = Files.writeString(dir.resolve(".env"), "API_KEY=k9Tz4vQwinter\nMODE=live\n");
    Map<String, Object> map =
        Map.of("channelId", "web", "command", List.of("app"), "envFile", file.toString());
    Protection found = DefinitionSecrets.of(Definitions.fromMap(map, dir), new Engine());
    assertEquals(List.of("API_KEY"), found.names());
    assertEquals(2, found.values());
    Files.delete(file);
    Protection without = DefinitionSecrets.of(Definitions.fromMap(map, dir), new Engine());
    assertEquals(1, without.warnings().size());
  }
}
