package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of an operator's own, on a host that runs. */
class RedactionTablesIT {
  private static final String SECRET = "q7w8e9r0t1y2u3i4";

  /** What the server prints, as it is appended to this file. */
  private Path input;

  private void print(String line) throws Exception {
    Files.writeString(input, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void table(HostProcess host, String file, String text) throws Exception {
    Path tables = Files.createDirectories(host.data().resolve("conf/redaction"));
    Files.writeString(tables.resolve(file), text);
  }

  private static String get(HostProcess host, String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRowOfOnesOwnServesAtOnceAndFromTheFirstByteAfterACrash() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      input = host.scratch().resolve("input");
      print("no row yet acme_live_" + SECRET);
      host.cli("add", "web", "--", "tail", "-n", "+1", "-F", input.toString()).ok();
      HostProcess.await("a line", () -> host.log("web").size() == 1);
      assertEquals("no row yet acme_live_" + SECRET, host.log("web").get(0));

      table(
          host,
          "own.tsv",
          "id\tprefix\talphabet\tleast\n"
              + "acme.token\tacme_live_\talnum\t12\n"
              + "acme.bad\tacme_test_\tno-such-class\t12\n");
      table(host, "off.tsv", "id\toff\nphrase.word\tour test host prints it\n");
      HostProcess.await(
          "both files",
          () -> {
            String health = get(host, "/api/health");
            return health.contains("own.tsv:3") && health.contains("phrase.word");
          });
      print("now acme_live_" + SECRET);
      print("bindpw hunter2");
      HostProcess.await("two lines", () -> host.log("web").size() == 3);
      assertEquals(
          List.of("now acme_live_[REDACTED]", "bindpw hunter2"), host.log("web").subList(1, 3));
      assertShown(host);

      host.crash();
      for (int i = 0; i < 500; i++) {
        print("away " + i + " acme_live_" + SECRET);
      }
      host.start();
      HostProcess.await("the lines of the time between", () -> host.log("web").size() == 503);
      List<String> away = host.log("web").subList(3, 503);
      for (int i = 0; i < 500; i++) {
        assertEquals("away " + i + " acme_live_[REDACTED]", away.get(i));
      }
    }
  }

  private static void assertShown(HostProcess host) throws Exception {
    String health = host.cli("health").out();
    assertTrue(health.contains("redaction:rules"), health);
    assertTrue(health.contains("own.tsv:3: row acme.bad: "), health);
    assertTrue(
        health.contains("built-in phrase.word is switched off: our test host prints it"), health);
    String audit = get(host, "/api/audit?limit=1000");
    assertTrue(audit.contains("redaction.off") && audit.contains("phrase.word"), audit);
    assertEquals(
        "acme.token  acme_live_  (own.tsv:2)\n",
        host.cli("redact", "list", "acme_live").ok().out());
    String stats = host.cli("redact", "stats").ok().out();
    assertTrue(stats.contains("1  acme.token\n"), stats);
    String metrics = get(host, "/metrics");
    assertTrue(
        metrics.contains("innkeeper_redactions_total{rule=\"acme.token\"} 1.0"),
        () -> metrics.lines().filter(line -> line.contains("redactions")).toList().toString());
    assertFalse(metrics.contains("acme.bad"), "a row that does not serve is counted");
  }
}
