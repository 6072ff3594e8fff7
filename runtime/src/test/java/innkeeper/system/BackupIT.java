package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BackupIT {

  @Tag("nightly")
  @Test
  void whatRcloneTookFromTheHookRestoresByHand() throws Exception {
    assumeTrue(installed("rclone"), "rclone is not installed: not tried");
    try (HostProcess host = new HostProcess()) {
      Path away = host.scratch().resolve("away");
      host.with(
          "BACKUP_HOOK",
          "rclone copy \"$1\" '%s' && rclone copy \"$2\" '%s'".formatted(away, away));
      host.start();
      host.cli("add", "early", "--no-autostart", "--", "/bin/true").ok();
      host.cli("backup").ok();
      Path made = backups(host).get(0);
      Path taken = away.resolve(made.getFileName());
      Path manifest = away.resolve(made.getFileName() + ".json");
      HostProcess.await("rclone has both", () -> Files.exists(taken) && Files.exists(manifest));
      host.cli("add", "late", "--no-autostart", "--", "/bin/true").ok();
      host.crash();
      // The machine's own copies are gone.
      for (Path file : List.of(made, made.resolveSibling(made.getFileName() + ".json"))) {
        Files.delete(file);
      }
      Files.copy(manifest, host.data().resolve("backups/" + manifest.getFileName()));
      Files.copy(taken, host.data().resolve("bot.db"), StandardCopyOption.REPLACE_EXISTING);
      host.start();
      assertEquals(200, host.get("/api/projects/early").statusCode());
      assertEquals(404, host.get("/api/projects/late").statusCode());
    }
  }

  @Test
  void aBackupIsListedWithAllOneNeedsToKnowAndAFailingHookHarmsNone() throws Exception {
    try (HostProcess host = new HostProcess().with("BACKUP_HOOK", "echo no room; exit 3")) {
      host.start();
      assertEquals(202, host.post("/api/backups").statusCode());
      HostProcess.await("one is there", () -> !backups(host).isEmpty());
      HostProcess.await(
          "the hook's failure is in the record",
          () -> get(host, "/api/audit?action=backup.hook").contains("exited with 3"));
      Map<?, ?> first = (Map<?, ?>) (Json.list(get(host, "/api/backups"))).get(0);
      assertEquals(backups(host).get(0).getFileName().toString(), first.get("name"));
      assertEquals(Files.size(backups(host).get(0)), ((Number) first.get("bytes")).longValue());
      assertTrue(first.get("verifiedAt") instanceof String);
      Map<?, ?> status = Json.read(get(host, "/api/backups/status"));
      assertEquals(1, ((Number) status.get("verifiedCount")).intValue());
      assertEquals(false, status.get("running"));
      assertFalse(get(host, "/api/health?level=alive").contains("\"fail\""));
    }
  }

  @Test
  void aHookThatHangsIsEndedWithAllItStartedAndHarmsNothing() throws Exception {
    try (HostProcess host = new HostProcess()) {
      Path pids = host.scratch().resolve("pids");
      host.with("BACKUP_HOOK_SECONDS", "1")
          .with(
              "BACKUP_HOOK",
              "trap '' TERM; echo $$ >> %s; (sh -c 'sleep 999 & echo $! >> %s' &); sleep 999; sleep 999"
                  .formatted(pids, pids));
      host.start();
      host.cli("backup").ok();
      host.cli("backup").ok();
      assertEquals(2, backups(host).size());
      HostProcess.await(
          "the record says that it took too long",
          () -> get(host, "/api/audit?action=backup.hook").contains("took longer than"));
      List<String> first = Files.readAllLines(pids).subList(0, 2);
      HostProcess.await(
          "it is gone, and the child whose parent had ended",
          () -> first.stream().noneMatch(pid -> HostProcess.alive(Long.parseLong(pid))));
      HostProcess.await("the next runs", () -> lines(pids).size() == 4);
      assertFalse(get(host, "/api/health?level=alive").contains("\"fail\""));
      assertEquals(0, host.stop());
      assertTrue(
          lines(pids).stream().noneMatch(pid -> HostProcess.alive(Long.parseLong(pid))),
          "none outlives the host");
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean installed(String program) {
    return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
        .anyMatch(d -> Files.isExecutable(Path.of(d, program)));
  }

  private static String get(HostProcess host, String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static List<Path> backups(HostProcess host) {
    try (Stream<Path> files = Files.list(host.data().resolve("backups"))) {
      return files
          .filter(f -> f.getFileName().toString().matches("bot-.*Z\\.db"))
          .sorted()
          .toList();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }
}
