package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.log.Redactor.Protection;
import innkeeper.api.project.Definitions;
import innkeeper.redaction.Engine;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefinitionSecretsTest {

  @Test
  void whatIsProtectedIsNamedAndCounted() {
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
}
