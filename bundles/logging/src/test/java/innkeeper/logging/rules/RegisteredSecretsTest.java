package innkeeper.logging.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RegisteredSecretsTest {

  @TempDir Path temp;

  @Test
  void moreValuesThanTheHeapHoldsAreRefusedAndNoneIsRegistered() {
    Engine engine = new Engine();
    RegisteredSecrets secrets = new RegisteredSecrets(engine, null, temp);
    secrets.register("operator", List.of("first-secret-value"));
    List<String> many = IntStream.range(0, 10_000).mapToObj(i -> "kd93hs-" + i + "-w8").toList();
    String why =
        assertThrows(IllegalArgumentException.class, () -> secrets.register("operator", many))
            .getMessage();
    assertTrue(why.startsWith("nothing was registered: 1 values are registered, and 10000"), why);
    assertEquals("kd93hs-77-w8 [REDACTED]", engine.redact("kd93hs-77-w8 first-secret-value"));
  }

  /** Registered one by one, so many would take a host minutes at its start. */
  @Test
  @Timeout(120)
  void asManyAsAreAllowedAreRecalled() throws Exception {
    List<String> many = IntStream.range(0, 10_000).mapToObj(i -> "kd93hs-" + i + "-w8").toList();
    Files.write(temp.resolve("redact.keep"), many.subList(0, 5_000));
    RegisteredSecrets before = new RegisteredSecrets(new Engine(), temp, temp);
    before.register("operator", many.subList(5_000, 10_000));
    Engine engine = new Engine();
    RegisteredSecrets secrets = new RegisteredSecrets(engine, temp, temp);
    secrets.recallKept();
    secrets.recall();
    assertEquals("[REDACTED] [REDACTED]", engine.redact("kd93hs-77-w8 kd93hs-9999-w8"));
    assertThrows(
        IllegalArgumentException.class, () -> secrets.register("operator", List.of("one-more")));
  }
}
