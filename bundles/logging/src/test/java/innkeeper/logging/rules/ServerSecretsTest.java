package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import innkeeper.redaction.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSecretsTest {
  private static final String OLD = "k9Tz4vQwinter";
  private static final String NEW = "plum9Pudding";

  @TempDir Path memory;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Engine engine = new Engine();
  private RegisteredSecrets registered;
  private ServerSecrets secrets = host();

  private ServerSecrets host() {
    return new ServerSecrets(registered, words -> null, memory, () -> now);
  }

  /** Another process, which knows only what lies in memory. */
  private void begin() throws IOException {
    engine = new Engine();
    registered = new RegisteredSecrets(engine, memory, memory);
    secrets = host();
    registered.recall();
    registered.recallKept();
    secrets.recall();
  }

  private void has(String log, String... values) {
    secrets.has(log, Map.of("project " + log + " GREETING", Set.of(values)));
  }

  private void later(Duration time) {
    now = now.plus(time);
    secrets.expire();
  }

  private String printed() {
    return engine.redact(OLD + " " + NEW);
  }

  @Test
  void aValueThatNoServerHasIsForgottenAfterADay() throws Exception {
    begin();
    has("web", OLD);
    has("web", NEW);
    later(Duration.ofHours(23));
    assertEquals("[REDACTED] [REDACTED]", printed());
    later(Duration.ofHours(2));
    assertEquals(OLD + " [REDACTED]", printed());
  }

  @Test
  void aValueThatComesBackOrThatAnotherServerHasStays() throws Exception {
    begin();
    has("web", OLD, NEW);
    has("shop", NEW);
    has("web");
    has("web", OLD);
    later(Duration.ofDays(3));
    assertEquals("[REDACTED] [REDACTED]", printed());
    secrets.gone("shop");
    secrets.gone("web");
    later(Duration.ofHours(25));
    assertEquals(OLD + " " + NEW, printed());
  }

  @Test
  void theNextProcessKeepsTheExpiryAndTheValuesOfRunningServers() throws Exception {
    begin();
    has("web", OLD);
    has("web", NEW);
    later(Duration.ofHours(20));
    begin();
    assertEquals("[REDACTED] [REDACTED]", printed());
    has("web", NEW);
    later(Duration.ofHours(5));
    assertEquals(OLD + " [REDACTED]", printed());
    later(Duration.ofDays(5));
    assertEquals(OLD + " [REDACTED]", printed());
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(memory.resolve("server-secrets"))));
  }

  @Test
  void aValueOfTheOperatorIsNotForgottenWithAServer() throws Exception {
    begin();
    has("web", OLD);
    registered.register("operator", List.of(OLD));
    has("web", NEW);
    later(Duration.ofDays(2));
    assertEquals("[REDACTED] [REDACTED]", printed());
  }

  @Test
  void aKeptValueIsKnownAfterAReboot() throws Exception {
    begin();
    registered.keep("operator", List.of(OLD, "abc"));
    registered.keep("operator", List.of(OLD));
    Path file = memory.resolve("redact.keep");
    assertEquals(List.of(OLD), Files.readAllLines(file));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertFalse(Files.readString(file).contains("abc"));
    Files.delete(memory.resolve("literals"));
    begin();
    assertEquals("[REDACTED] " + NEW, printed());
  }
}
