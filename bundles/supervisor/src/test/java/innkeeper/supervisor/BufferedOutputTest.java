package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BufferedOutputTest {

  private static Optional<String> hint(String... command) {
    return BufferedOutput.hint(Host.define("c1", Map.of(), command));
  }

  @Test
  void interpretersThatBufferPipesAreDetectedInEachFormOfTheCommand() {
    String python = "python buffers a pipe: run it with -u, or set PYTHONUNBUFFERED=1";
    assertEquals(Optional.of(python), hint("python3", "bot.py"));
    assertEquals(Optional.of(python), hint("/usr/bin/env", "python3.11", "-m", "bot"));
    assertEquals(Optional.of(python), hint("/bin/sh", "-c", "exec python3 bot.py"));
    assertEquals(Optional.of(python), hint("/srv/bot.py"));
    assertTrue(hint("perl", "-e", "1").isPresent());
  }

  @Test
  void othersAreNot() {
    assertEquals(Optional.empty(), hint("python3", "-u", "bot.py"));
    assertEquals(Optional.empty(), hint("node", "bot.js"));
    assertEquals(Optional.empty(), hint("/usr/bin/pythonista"));
    assertEquals(
        Optional.empty(),
        BufferedOutput.hint(
            Host.define(
                "c1", Map.of("env", Map.of("PYTHONUNBUFFERED", "1")), "python3", "bot.py")));
  }
}
