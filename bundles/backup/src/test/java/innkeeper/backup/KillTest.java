package innkeeper.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.backup.BackupManifest;
import innkeeper.common.backup.BackupName;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class KillTest {

  private static final int LAST_STEP = 18;

  /** The nightly run kills before every step, verify before every third one. */
  private static final int STRIDE = Boolean.getBoolean("innkeeper.nightly") ? 1 : 3;

  @TempDir Path dir;

  @Test
  void aKillBeforeAnyStepLeavesWholeBackupsOnlyAndNoDebris() throws Exception {
    for (int step = 1; step <= LAST_STEP; step += STRIDE) {
      List<String> announced = victim(step);
      try (House house = new House(dir)) {
        // What is visible before any tidying is whole already.
        assertTrue(house.service.facts().invalid().isEmpty(), "killed before step " + step);
        List<BackupManifest> all = house.service.list();
        for (BackupManifest one : all) {
          assertEquals(one.facts(), house.store.inspect(house.backups.resolve(one.name())));
        }
        for (String name : announced.subList(Math.max(0, announced.size() - 3), announced.size())) {
          assertTrue(all.stream().anyMatch(b -> b.name().equals(name)), name + " was announced");
        }
        house.routine.round();
        for (String name : house.files()) {
          assertTrue(
              BackupName.isOurs(name.replace(".json", "")),
              name + " was left by a kill before step " + step);
        }
        assertEquals(2 * house.service.list().size(), house.files().size(), "step " + step);
      }
    }
  }

  private List<String> victim(int step) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                KillVictim.class.getName(),
                dir.toString(),
                String.valueOf(step),
                String.valueOf(step * 1000))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      List<String> lines = process.inputReader().lines().toList();
      assertTrue(process.waitFor(20, TimeUnit.SECONDS));
      assertEquals(137, process.exitValue(), "the victim ended by itself before step " + step);
      return lines;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
