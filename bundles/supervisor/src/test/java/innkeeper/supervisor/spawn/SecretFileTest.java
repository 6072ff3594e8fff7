package innkeeper.supervisor.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.project.Definitions;
import innkeeper.api.project.ProjectDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {
  @TempDir Path dir;

  private Path file(byte[] content) throws IOException {
    return Files.write(dir.resolve("licence"), content);
  }

  private void refused(Path file, String why) {
    String message =
        assertThrows(SpawnException.class, () -> SecretFile.read("LICENCE", file)).getMessage();
    assertTrue(message.contains("secret file " + file + " of LICENCE " + why), message);
  }

  @Test
  void trailingLineEndsAreNotPartOfTheSecret() throws Exception {
    assertEquals(
        " two\r\nlines ", SecretFile.read("LICENCE", file(" two\r\nlines \r\n\n".getBytes())));
    byte[] most = "x".repeat(SecretFile.MOST_BYTES).getBytes();
    assertEquals(SecretFile.MOST_BYTES, SecretFile.read("LICENCE", file(most)).length());
  }

  @Test
  void aFileThatCannotBeAValueIsRefusedByName() throws Exception {
    refused(dir.resolve("nowhere"), "not found");
    refused(dir, "is not a regular file");
    refused(file("\n\n".getBytes()), "is empty");
    refused(file(new byte[] {'a', 0, 'b'}), "has a NUL byte");
    refused(file(new byte[] {'a', (byte) 0xff}), "is not UTF-8");
    refused(file(new byte[SecretFile.MOST_BYTES + 1]), "has more than 65536 bytes");
  }

  @Test
  void theServerGetsItsSecretsAndTheirNames() throws Exception {
    file("good-evening-8\n".getBytes());
    ProjectDefinition definition =
        Definitions.fromMap(
            Map.of(
                "channelId",
                "web",
                "command",
                List.of("app"),
                "secretEnv",
                Map.of("GREETING", "good-morning-7"),
                "secretFiles",
                Map.of("LICENCE", "licence")),
            dir);
    Map<String, String> env = ServerEnvironment.of(definition, "mark", Map.of());
    assertEquals("good-morning-7", env.get("GREETING"));
    assertEquals("good-evening-8", env.get("LICENCE"));
    assertEquals("GREETING,LICENCE", env.get("INNKEEPER_SECRETS"));
    ProjectDefinition plain =
        Definitions.fromMap(Map.of("channelId", "web", "command", List.of("app")), dir);
    assertFalse(ServerEnvironment.of(plain, "mark", Map.of()).containsKey("INNKEEPER_SECRETS"));
    assertTrue(definition.needsRestartAfter(plain));
  }
}
