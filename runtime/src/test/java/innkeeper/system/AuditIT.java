package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditIT {

  private static final String UID = String.valueOf(uid());

  private static Object uid() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whateverIsDoneIsInTheRecordWithWhoAskedForIt() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "p", "--no-autostart", "--", "/bin/sleep", "1000").ok();
      host.post("/api/projects/p/start?wait=10");
      host.cli("restart", "p").ok();
      host.cli("stop", "p").ok();
      host.cli("add", "p", "--no-autostart", "--", "/bin/sleep", "2000").ok();
      host.cli("backup").ok();
      String backup = newestBackup(host);
      host.cli("pin", backup).ok();
      host.cli("rotate", "--main").ok();
      host.cli("remove", "p").ok();
      refused(host, 5);
      Path conf = host.data().resolve("conf/innkeeper.config");
      Files.createDirectories(conf.getParent());
      Files.writeString(conf, "BACKUP_KEEP=\"7\"\n");
      host.cli("update", "innkeeper.rotation").ok();
      HostProcess.await("the record has it", () -> said(host, "config.change", null) != null);
      HostProcess.await("the refusals", () -> said(host, "request.refuse", null) != null);
      for (String action :
          List.of(
              "project.define",
              "project.restart",
              "project.stop",
              "project.change",
              "project.remove",
              "backup.make",
              "backup.pin",
              "log.rotate",
              "surface.update")) {
        assertEquals("cli " + UID + " java", said(host, action, "p"), action);
      }
      assertEquals("http " + UID + " java", said(host, "project.start", "p"));
      assertTrue(said(host, "project.exit", "p").startsWith("supervisor"));
      assertEquals(1, entries(host, "?action=request.refuse&limit=10").size(), "coalesced");
      pages(host);
      host.cli("audit", "verify").ok();
    }
  }

  @Test
  void whatWasDoneToTheRecordIsNamed() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "sqlite3 is not installed");
    try (HostProcess host = HostProcess.running()) {
      for (int i = 0; i < 3; i++) {
        host.cli("add", "p" + i, "--no-autostart", "--", "/bin/true").ok();
      }
      host.cli("audit", "verify").ok();
      host.stop();
      sqlite(
          host, "UPDATE audit SET detail='nothing' WHERE seq=3; DELETE FROM audit WHERE seq > 4;");
      host.start();
      HostProcess.Said edited = host.cli("audit", "verify");
      assertEquals(1, edited.status());
      assertTrue((edited.out() + edited.err()).contains("3"), edited.out() + edited.err());
      HostProcess.await(
          "health fails by itself",
          () -> body(host, "/api/health").contains("entry 3 is not what"));
      assertTrue(
          entries(host, "?action=database.suspect").stream()
              .anyMatch(e -> String.valueOf(e.get("detail")).contains("missing now")),
          "a record cut short at its end is noticed");
    }
  }

  private static void sqlite(HostProcess host, String sql) throws Exception {
    Process cli =
        new ProcessBuilder("sqlite3", host.data().resolve("bot.db").toString(), unlocked(sql))
            .inheritIO()
            .start();
    assertEquals(0, cli.waitFor());
  }

  /** In spite of the table's triggers, which are as they were afterwards. */
  private static String unlocked(String sql) {
    StringBuilder script = new StringBuilder("DROP TRIGGER audit_keeps; DROP TRIGGER audit_stays;");
    script.append(sql);
    for (String trigger : List.of("audit_keeps BEFORE UPDATE", "audit_stays BEFORE DELETE")) {
      script.append("CREATE TRIGGER ").append(trigger).append(" ON audit\n");
      script.append("BEGIN SELECT RAISE(ABORT, 'the record is only ever added to'); END;");
    }
    return script.toString();
  }

  private static String body(HostProcess host, String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Backwards by {@code next}, everything once. */
  private static void pages(HostProcess host) throws Exception {
    List<Long> seqs = new ArrayList<>();
    String before = "";
    while (true) {
      Map<?, ?> page = Json.read(host.get("/api/audit?limit=4" + before).body());
      List<Long> here = new ArrayList<>();
      for (Object entry : (List<?>) page.get("entries")) {
        here.add(((Number) ((Map<?, ?>) entry).get("seq")).longValue());
      }
      seqs.addAll(0, here);
      if (page.get("next") == null) {
        break;
      }
      before = "&before=" + page.get("next");
    }
    for (int i = 0; i < seqs.size(); i++) {
      assertEquals(i + 1, seqs.get(i));
    }
    assertFalse(seqs.isEmpty());
    assertEquals(400, host.get("/api/audit?limit=1001").statusCode());
  }

  /** A page elsewhere tries. */
  private static void refused(HostProcess host, int times) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    for (int i = 0; i < times; i++) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + host.port() + "/api/backups"))
              .header("Origin", "http://evil.example")
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      assertEquals(403, client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
    }
  }

  /** Who asked for the newest of that action, of that project or of none; null if nobody did. */
  private static String said(HostProcess host, String action, String project) {
    for (Map<?, ?> entry : entries(host, "?action=" + action)) {
      Map<?, ?> actor = (Map<?, ?>) entry.get("actor");
      if (actor.get("uid") == null) {
        return String.valueOf(actor.get("via"));
      }
      return actor.get("via") + " " + actor.get("uid") + " " + actor.get("program");
    }
    return null;
  }

  private static List<Map<?, ?>> entries(HostProcess host, String query) {
    try {
      List<Map<?, ?>> entries = new ArrayList<>();
      Map<?, ?> page = Json.read(host.get("/api/audit" + query).body());
      if (page.get("entries") instanceof List<?> list) {
        list.forEach(e -> entries.add(0, (Map<?, ?>) e));
      }
      return entries;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String newestBackup(HostProcess host) throws Exception {
    try (var files = Files.list(host.data().resolve("backups"))) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.matches("bot-.*Z\\.db"))
          .max(java.util.Comparator.naturalOrder())
          .orElseThrow();
    }
  }
}
