package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.redaction.Engine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandSecretsTest {
  private final Engine engine = new Engine();

  private void secret(Map<Integer, String> expected, String... command) {
    Map<Integer, Set<String>> sets = new java.util.HashMap<>();
    expected.forEach((word, value) -> sets.put(word, Set.of(value)));
    CommandSecrets found = new CommandSecrets(engine, List.of(command));
    assertEquals(sets, found.values(), () -> String.join(" ", command));
    for (int i = 0; i < command.length; i++) {
      String value = expected.getOrDefault(i, "");
      String masked = value.isEmpty() ? command[i] : command[i].replace(value, "[REDACTED]");
      assertEquals(masked, found.masked().get(i));
    }
  }

  @Test
  void aSecretIsFoundInAWordAndBehindAnOption() {
    secret(Map.of(1, "k9Tz4vQwinter"), "app", "--password=k9Tz4vQwinter");
    secret(Map.of(2, "k9Tz4vQwinter"), "app", "--password", "k9Tz4vQwinter", "--verbose");
    secret(Map.of(2, "k9Tz4vQwinter"), "redis-cli", "-a", "k9Tz4vQwinter", "ping");
    secret(
        Map.of(1, "k9Tz4vQwinter"), "app", "postgres://shop:k9Tz4vQwinter@db/orders", "--port=80");
    secret(Map.of(1, "k9Tz4vQwinter"), "env", "DB_PASSWORD=k9Tz4vQwinter", "./run.sh");
  }

  @Test
  void wordsWithBlanksQuotesAndSeveralLinesKeepTheirPlaces() {
    secret(
        Map.of(2, "k9Tz4vQwinter"),
        "sh",
        "-c",
        "echo 'it begins'; mysql --user=bob --password=k9Tz4vQwinter orders");
    secret(
        Map.of(2, "k9Tz4vQwinter", 3, "plum9Pudding"),
        "sh",
        "-c",
        "echo \"ä\"\nexport API_TOKEN=k9Tz4vQwinter\nexec \"$@\"",
        "--token=plum9Pudding");
  }

  @Test
  void aCommandWithoutSecretsIsShownAsItIs() {
    secret(Map.of(), "python3", "-u", "-m", "http.server", "8080");
    secret(Map.of(), "app", "--password-file", "/run/secrets/db", "--token=$TOKEN", "");
  }

  @Test
  void aRegisteredValueIsFoundWithoutARule() {
    engine.register("test", List.of("plum-pudding-9"));
    secret(Map.of(1, "plum-pudding-9"), "say", "xplum-pudding-9x");
  }
}
