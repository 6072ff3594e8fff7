package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backups that leave the machine by the hooks of the release, and a host that comes back of them.
 */
@Tag("nightly")
class OffHostIT {

  @TempDir private Path dir;

  @Test
  void resticGetsEachBackupForgetsOldOnesAndBringsTheHostBack() throws Exception {
    Programs.need("restic");
    Path password = Files.writeString(dir.resolve("password"), "only-in-this-test\n");
    Map<String, String> restic =
        Map.of(
            "RESTIC_REPOSITORY", dir.resolve("store").toString(),
            "RESTIC_PASSWORD_FILE", password.toString(),
            "RESTIC_CACHE_DIR", dir.resolve("cache").toString());
    try (HostProcess host = backedUp("restic", restic, "KEEP='--keep-last 2'")) {
      host.cli("backup").ok();
      awaitTaken(host, 3);
      List<?> snapshots = Json.list(restic(restic, "snapshots", "--json"));
      assertEquals(2, snapshots.size(), "the oldest of three is forgotten");
      restic(restic, "check", "--quiet");
      host.stop();
      Path restored = dir.resolve("restored");
      restic(restic, "restore", "latest", "--quiet", "--target", restored.toString());
      comesBack(found(restored, "host.zip"));
    }
  }

  private String restic(Map<String, String> env, String... words) throws Exception {
    return Programs.run(dir, env, Stream.concat(Stream.of("restic"), Stream.of(words)).toList())
        .ok()
        .out();
  }

  @Test
  void rcloneGetsEachBackupKeepsTheNewestAndBringsTheHostBack() throws Exception {
    Programs.need("rclone");
    Path store = dir.resolve("store");
    Map<String, String> rclone =
        Map.of(
            "RCLONE_TO", store.toString(),
            "RCLONE_CONFIG", Files.createFile(dir.resolve("rclone.conf")).toString());
    try (HostProcess host = backedUp("rclone", rclone, "KEEP=2")) {
      host.cli("backup").ok();
      awaitTaken(host, 3);
      List<String> backups = names(host.data().resolve("backups"), ".db");
      assertEquals(backups.subList(1, 3), names(store, ".db"));
      assertEquals(2, names(store, ".db.json").size());
      String newest = backups.get(2);
      assertEquals(
          -1, Files.mismatch(host.data().resolve("backups/" + newest), store.resolve(newest)));
      host.stop();
      comesBack(store.resolve("host.zip"));
    }
  }

  @Test
  void aStoreThatCannotBeReachedMakesTheHostWarnAndNamesTheReason() throws Exception {
    Programs.need("rclone");
    Path file = Files.createFile(dir.resolve("no-folder"));
    try (HostProcess host = new HostProcess()) {
      host.start();
      settings(host, "rclone", Map.of("RCLONE_TO", file + "/below"), "KEEP=2");
      host.cli("backup").ok();
      HostProcess.await("the check warns", () -> health(host).contains("did not take"));
      assertTrue(host.cli("backups").ok().out().contains("bot-"), "the copy here is whole");
    }
  }

  /** A host with a project and two backups that the store has. */
  private HostProcess backedUp(String tool, Map<String, String> env, String keep) throws Exception {
    HostProcess host = new HostProcess();
    host.start();
    host.cli("add", "web", "--no-autostart", "--", "/bin/sleep", "600").ok();
    settings(host, tool, env, keep);
    host.cli("backup").ok();
    awaitTaken(host, 1);
    host.cli("backup").ok();
    awaitTaken(host, 2);
    assertFalse(health(host).contains("did not take"), health(host));
    return host;
  }

  private static void settings(HostProcess host, String tool, Map<String, String> env, String keep)
      throws Exception {
    Path conf = Files.createDirectories(host.data().resolve("conf"));
    StringBuilder lines = new StringBuilder(keep).append('\n');
    env.forEach((name, value) -> lines.append(name).append("='").append(value).append("'\n"));
    Files.writeString(conf.resolve(tool + ".env"), lines);
    Path script = HostProcess.HOME.resolve("service/hooks/" + tool + ".sh");
    Files.writeString(
        conf.resolve("innkeeper.config"),
        "BACKUP_ARCHIVE=\"on\"\nBACKUP_HOOK=\"sh '" + script + "' \\\"$@\\\"\"\n");
    HostProcess.await("the hook is set", () -> inForce(host).contains(tool + ".sh"));
  }

  private static void awaitTaken(HostProcess host, int count) {
    HostProcess.await(
        count + " backups were taken",
        () ->
            host.console().lines().filter(line -> line.contains("backup handed over")).count()
                == count);
  }

  private static String health(HostProcess host) {
    return answer(host, "/api/health");
  }

  private static String inForce(HostProcess host) {
    return answer(host, "/api/settings");
  }

  private static String answer(HostProcess host, String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** On an empty DATA_DIR, as on a new machine. */
  private void comesBack(Path archive) throws Exception {
    Path data = dir.resolve("new-data");
    String command = HostProcess.HOME.resolve("bin/innkeeper").toString();
    String said =
        Programs.run(
                dir,
                Map.of(),
                List.of(command, "--data", data.toString(), "restore", archive.toString(), "--yes"))
            .ok()
            .out();
    assertTrue(said.contains("projects  1: web"), said);
    assertTrue(Files.exists(data.resolve("bot.db")), said);
    assertTrue(Files.exists(data.resolve("conf/innkeeper.config")), said);
  }

  private static List<String> names(Path folder, String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(n -> n.startsWith("bot-") && n.endsWith(end))
          .sorted()
          .toList();
    }
  }

  private static Path found(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(f -> f.endsWith(name)).findFirst().orElseThrow();
    }
  }
}
