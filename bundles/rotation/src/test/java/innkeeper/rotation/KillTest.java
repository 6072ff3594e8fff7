package innkeeper.rotation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class KillTest {

  private static final int KILLS = 20;

  @TempDir Path dir;

  @Test
  void aKillBeforeAnyStepLosesAndDoublesNothingAndLeavesNoDebris() throws Exception {
    Path active = dir.resolve("logs/demo.log");
    for (int step = 1; step <= KILLS; step++) {
      int before = Files.exists(active) ? Lines.of(active).size() : 0;
      assertEquals(137, victim(before, step), "step " + step);
      recover();
      List<String> lines = Lines.of(active);
      for (int i = 0; i < lines.size(); i++) {
        assertEquals("line " + i, lines.get(i), "killed before step " + step);
      }
      int written = KillVictim.written(dir).getInt(0);
      assertTrue(
          lines.size() == written || lines.size() == written + 1,
          written + " were written, " + lines.size() + " are there, killed before step " + step);
      assertNoDebris(step);
    }
    List<Path> archives = Lines.archives(active);
    assertTrue(archives.size() > 10, "too few turns to tell anything");
    assertEquals(
        archives.size(),
        new HashSet<>(archives.stream().map(a -> a.toString().replace(".gz", "")).toList()).size());
  }

  /** What the next start of the host does, without turning anything over. */
  private void recover() throws IOException {
    try (House house = new House(dir)) {
      house.rotation.state(dir.resolve("logs/demo.log")).open(house.parts.recovery(), true);
      house.tidy();
    }
  }

  private void assertNoDebris(int step) throws IOException {
    for (String name : Lines.names(dir.resolve("logs"))) {
      assertTrue(
          name.equals("demo.log") || name.matches("demo\\.log\\.[0-9TZ]+-[0-9]+(\\.gz)?"),
          name + " was left by a kill before step " + step);
    }
    assertEquals(1, FileFacts.links(dir.resolve("logs/demo.log")));
  }

  private int victim(int first, int step) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                KillVictim.class.getName(),
                dir.toString(),
                String.valueOf(first),
                String.valueOf(step))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertTrue(process.waitFor(20, TimeUnit.SECONDS), "the victim did not reach step " + step);
      return process.exitValue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
