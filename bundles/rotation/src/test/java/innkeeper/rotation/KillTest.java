package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Some of the kills of which {@code runtime/bench/rotation kills} does a thousand. */
@Timeout(300)
class KillTest {

  private static final String[] STEPS = {
    "link", "create", "replace", "force", "write", "write bytes", "rename", "delete"
  };
  private static final int TIMES = 2;

  @TempDir Path dir;

  @Test
  void aKillBeforeAnyStepLosesAndDoublesNothingAndLeavesNoDebris() throws Exception {
    for (int time = 1; time <= TIMES; time++) {
      for (String step : STEPS) {
        assertEquals(137, victim(step, 3 * time), step + " for the time " + 3 * time);
      }
    }
    assertEquals(0, victim("check", 0), "what the last kill left");
    assertTrue(Lines.archives(dir.resolve("logs/demo.log")).size() > 30, "too few turns");
  }

  private int victim(String step, int time) throws Exception {
    Path said = dir.resolve("said");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                KillVictim.class.getName(),
                dir.toString(),
                step,
                String.valueOf(time))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the victim hangs");
      assertTrue(process.exitValue() != 1, Files.readString(said));
      return process.exitValue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
