package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RestoreIT {

  @Test
  void threeStepsByHandRestoreABackupAlsoAfterAHardKill() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "early", "--no-autostart", "--", "/bin/true").ok();
      host.cli("backup").ok();
      Path backup = newestBackup(host.data());
      host.cli("add", "late", "--no-autostart", "--", "/bin/true").ok();
      host.crash();
      Files.copy(backup, host.data().resolve("bot.db"), StandardCopyOption.REPLACE_EXISTING);
      host.start();
      assertEquals(200, host.get("/api/projects/early").statusCode());
      assertEquals(404, host.get("/api/projects/late").statusCode());
      assertTrue(
          host.get("/api/audit?limit=1000").body().contains(backup.getFileName().toString()),
          "the record tells which backup was restored");
      host.cli("audit", "verify").ok();
    }
  }

  @Test
  void aCopyMadeWithSqliteInTheSameRunComesBackWholeAndIsSaid() throws Exception {
    Programs.need("sqlite3");
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "early", "--no-autostart", "--", "/bin/true").ok();
      Path copy = host.scratch().resolve("copy.db");
      Process cli =
          new ProcessBuilder("sqlite3", host.data() + "/bot.db", ".backup " + copy)
              .inheritIO()
              .start();
      assertEquals(0, cli.waitFor());
      host.cli("add", "late", "--no-autostart", "--", "/bin/true").ok();
      host.crash();
      Files.copy(copy, host.data().resolve("bot.db"), StandardCopyOption.REPLACE_EXISTING);
      host.start();
      assertEquals(200, host.get("/api/projects/early").statusCode());
      assertEquals(404, host.get("/api/projects/late").statusCode());
      assertTrue(host.get("/api/audit?limit=1000").body().contains("database.replace"));
      host.cli("audit", "verify").ok();
    }
  }

  @Tag("nightly")
  @Test
  void halfACopyIsRefusedAndNothingIsTouched() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("backup").ok();
      Path backup = newestBackup(host.data());
      assertEquals(0, host.stop());
      byte[] whole = Files.readAllBytes(backup);
      byte[] half = java.util.Arrays.copyOf(whole, whole.length / 2);
      Files.write(host.data().resolve("bot.db"), half);
      host.launch();
      int status = host.waitFor();
      assertNotEquals(0, status, host::console);
      assertTrue(host.console().contains(backup.getFileName().toString()), host::console);
      assertEquals(half.length, Files.size(host.data().resolve("bot.db")));
      Files.write(host.data().resolve("bot.db"), whole);
      host.start();
    }
  }

  @Test
  void theCommandRefusesWhileAHostRunsAndRestoresWhenNoneDoes() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "early", "--no-autostart", "--", "/bin/true").ok();
      host.cli("backup").ok();
      host.cli("add", "late", "--no-autostart", "--", "/bin/true").ok();
      HostProcess.Said plan = host.cli("restore", "latest", "--dry-run").ok();
      assertTrue(plan.out().contains("lost     project late"), plan.out());
      assertEquals(1, host.cli("restore", "latest", "--yes").status());
      host.cli("restore", backupNamed(host.data(), 0), "--yes", "--stop").ok();
      assertEquals(0, host.waitFor(), "the host has ended in order");
      assertFalse(host.cli("restore", "latest", "--dry-run").ok().out().isEmpty());
      host.start();
      assertTrue(
          host.cli("health").ok().out().contains("1 project (late)"), "what was lost is said");
      assertEquals(200, host.get("/api/projects/early").statusCode());
      host.cli("audit", "verify").ok();
    }
  }

  private static String backupNamed(Path data, int index) throws Exception {
    try (Stream<Path> files = Files.list(data.resolve("backups"))) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.matches("bot-.*\\.db"))
          .sorted()
          .toList()
          .get(index);
    }
  }

  private static Path newestBackup(Path data) throws Exception {
    try (Stream<Path> files = Files.list(data.resolve("backups"))) {
      return files
          .filter(f -> f.getFileName().toString().matches("bot-.*Z\\.db"))
          .max(java.util.Comparator.naturalOrder())
          .orElseThrow();
    }
  }
}
