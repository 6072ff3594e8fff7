package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A bot.db that is damaged or taken away, and the one command that each message offers. */
class DamageIT {

  /** Page 2 is the root of table project: the first that was made. */
  private static void zeroProjects(Path database) throws Exception {
    FileTime time = Files.getLastModifiedTime(database);
    try (RandomAccessFile raw = new RandomAccessFile(database.toFile(), "rw")) {
      raw.seek(4096);
      raw.write(new byte[4096]);
    }
    Files.setLastModifiedTime(database, time);
  }

  @Test
  void aDamagedDatabaseEndsTheStartAndTheCommandItPrintsRestores() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "p", "--no-autostart", "--", "/bin/true").ok();
      assertEquals(0, host.stop());
      zeroProjects(host.data().resolve("bot.db"));
      host.launch();
      assertEquals(65, host.waitFor(), host::console);
      String said = host.console();
      assertTrue(said.contains("bot.db is damaged"), said);
      assertFalse(said.contains("projects are not known"), said);
      String last = said.substring(said.stripTrailing().lastIndexOf('\n') + 1);
      assertTrue(last.contains(" what to do: innkeeper "), said);
      String command = said.replaceAll("(?s).*what to do: (innkeeper --data [^\n]+).*", "$1");
      host.shell(command).ok();
      host.start();
      assertEquals(200, host.get("/api/projects/p").statusCode());
      host.cli("audit", "verify").ok();
    }
  }

  @Test
  void aLogRemovedUnderTheHostIsMissedAndTheCommandInHealthMendsIt() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "p", "--no-autostart", "--", "/bin/true").ok();
      Files.delete(host.data().resolve("bot.db-wal"));
      HostProcess.await("health fails", () -> !fix(host).isEmpty());
      assertEquals(503, host.post("/api/projects/p/start").statusCode());
      assertEquals(200, host.get("/api/projects").statusCode(), "what is known is shown");
      host.shell(fix(host)).ok();
      assertEquals(200, host.get("/api/health").statusCode());
      assertFalse(host.get("/api/audit?action=database.suspect").body().contains("[]"));
    }
  }

  private static String fix(HostProcess host) {
    try {
      Map<?, ?> checks = (Map<?, ?>) Json.read(host.get("/api/health").body()).get("checks");
      Object check = checks.get("database:writable");
      Map<?, ?> one =
          check instanceof java.util.List<?> list ? (Map<?, ?>) list.get(0) : (Map<?, ?>) check;
      return "fail".equals(one.get("status")) ? String.valueOf(one.get("fix")) : "";
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
