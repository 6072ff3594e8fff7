package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ShellIT {

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  @Test
  void withoutAHostTheCommandLineSaysSo() throws Exception {
    try (HostProcess none = new HostProcess()) {
      HostProcess.Said said = none.cli("status");
      assertEquals(69, said.status());
      assertEquals(1, said.err().lines().count(), said::err);
      assertTrue(said.err().contains(none.data().toString()), said::err);
    }
  }

  @Test
  void wordsReachTheServerByteForByte() throws Exception {
    Path out = host.scratch().resolve("words");
    host.cli(
            "add",
            "exact",
            "--restart",
            "never",
            "--env",
            "GREETING=a \"b\" $c 'd'",
            "--",
            "/bin/sh",
            "-c",
            "printf '%s|%s|%s' \"$GREETING\" \"$1\" \"$2\" > " + out,
            "sh",
            "two  spaces; $HOME `x`",
            "")
        .ok();
    HostProcess.await("it wrote", () -> Files.exists(out) && out.toFile().length() > 10);
    assertEquals("a \"b\" $c 'd'|two  spaces; $HOME `x`|", Files.readString(out));
  }

  @Test
  void aUsageErrorIsTwoAndNamesEveryMistake() throws Exception {
    HostProcess.Said said =
        host.cli("add", "bad id", "--restart", "sometimes", "--no-such", "--", "x");
    assertEquals(2, said.status(), () -> said.out() + said.err());
    assertFalse(said.err().contains("\tat "), said::err);
    assertEquals(1, host.cli("start", "nobody").status());
    assertEquals(2, host.cli("no-such-command").status());
  }

  @Test
  void statusIsATableAndJson() throws Exception {
    host.cli("add", "shown", "--", "/bin/sleep", "600").ok();
    host.awaitState("shown", "RUNNING");
    assertTrue(host.cli("status").ok().out().contains("shown"));
    Map<?, ?> record =
        (Map<?, ?>) Json.list(host.cli("status", "shown", "--json").ok().out()).get(0);
    assertEquals("RUNNING", record.get("state"));
    assertFalse(host.cli("status").out().contains("\u001b["), "no colours on a pipe");
  }

  @Test
  void definitionsGoOutMaskedAndComeBackWhole() throws Exception {
    host.cli(
            "add",
            "traveller",
            "--no-autostart",
            "--env",
            "API_TOKEN=hush-hush-1",
            "--",
            "/bin/true")
        .ok();
    assertFalse(host.cli("export").ok().out().contains("hush-hush-1"));
    Path file = host.scratch().resolve("all.json");
    Files.writeString(file, host.cli("export", "--show-secrets").ok().out());
    assertTrue(Files.readString(file).contains("hush-hush-1"));
    host.cli("remove", "traveller").ok();
    assertEquals(404, host.get("/api/projects/traveller").statusCode());
    host.cli("apply", file.toString()).ok();
    assertEquals(200, host.get("/api/projects/traveller").statusCode());
  }

  @Test
  void felixesOwnCommandsWorkToo() throws Exception {
    assertTrue(host.cli("lb").ok().out().contains("Innkeeper admin"));
    host.cli("felix:stop", "innkeeper.rotation");
    assertTrue(host.cli("surfaces").ok().out().contains("innkeeper.rotation"));
    host.cli("felix:start", "innkeeper.rotation").ok();
    host.cli("update", "innkeeper.rotation").ok();
    assertTrue(host.cli("headers", "innkeeper.rotation").ok().out().contains("Bundle-Version"));
    host.cli("refresh", "innkeeper.rotation").ok();
    HostProcess.await("all serve again", () -> ready());
  }

  private static boolean ready() {
    try {
      return host.get("/api/health?level=ready").statusCode() == 200;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void backupsAreMadeListedAndKept() throws Exception {
    host.cli("backup").ok();
    assertTrue(host.cli("backups").ok().out().contains("bot-"));
    host.cli("prune", "--dry-run").ok();
  }

  @Test
  void aLineIsShownAsItWouldBecome() throws Exception {
    String out = host.cliWithInput("password=hunter2\n", "redact", "test").ok().out();
    assertTrue(out.contains("password=[REDACTED]"), out);
    host.cliWithInput("xyzzy-plugh-42\n", "redact", "add", "--stdin").ok();
    out = host.cliWithInput("say xyzzy-plugh-42\n", "redact", "test").ok().out();
    assertFalse(out.contains("plugh"), out);
  }

  /**
   * Most commands are sent by lib/client.pl where perl is, and by the JVM's client where it is not.
   */
  @Test
  void bothClientsSayTheSame() throws Exception {
    host.cli("add", "twice", "--", "/bin/sh", "-c", "echo said once; exec sleep 600").ok();
    host.awaitState("twice", "RUNNING");
    Path line = Files.writeString(host.scratch().resolve("line.txt"), "token=hush-hush-2\n");
    for (String command :
        List.of(
            "status twice --json nonsense",
            "health --level alive",
            "start nobody",
            "redact test --file " + line,
            "redact test --file /nowhere",
            "apply /tmp",
            "add ü -- true",
            "project",
            "export twice")) {
      Programs.Said quick =
          host.offered("echo '[]' | innkeeper --data " + host.data() + " " + command);
      Programs.Said other =
          host.offered(
              "echo '[]' | INNKEEPER_CLIENT=java innkeeper --data " + host.data() + " " + command);
      assertEquals(other.status(), quick.status(), command);
      assertEquals(other.out(), quick.out(), command);
    }
  }
}
