package innkeeper.shell.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.shell.cli.LongWork.Phase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongWorkTest {

  @Test
  void onlyKnownProgressIsShown() {
    Phase copy = new Phase("copying bot.db", 0.25, 48 << 20);
    assertEquals(
        "copying bot.db: 12.0 MiB of 48.0 MiB, 25%, about 9s left",
        copy.text(Duration.ofSeconds(3)));
    assertEquals(
        "copying bot.db: 0 B of 48.0 MiB, 0%",
        new Phase("copying bot.db", 0, 48 << 20).text(Duration.ofSeconds(3)));
    assertEquals("preparing: 1m 05s", new Phase("preparing", -1, 0).text(Duration.ofSeconds(65)));
    assertEquals(
        "verifying: 50%, about 2s left",
        new Phase("verifying", 0.5, 0).text(Duration.ofSeconds(2)));
  }
}
