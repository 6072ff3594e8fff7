package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.surface.Surfaces.Surface;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommandsTest extends ShellFixture {

  private void projects(String... ids) throws Exception {
    for (String id : ids) {
      cli("add", id, "--no-autostart", "--", "true");
    }
  }

  @Test
  void statusIsATableForPeopleAndRecordsForPrograms() throws Exception {
    cli("add", "c1", "--port", "4300", "--", "true");
    assertEquals(
        """
        NAME  STATE    SINCE   PID   CPU    MEM      RESTARTS  PORT  REASON
        c1    RUNNING  3m 10s  4711  12.5%  1.5 MiB  0         4300
        """,
        cli("status").out());
    String json = cli("status", "c1", "--json").out();
    assertTrue(json.startsWith("[ {"), json);
    assertTrue(json.contains("\"uptimeMs\" : 190000"), json);
    assertTrue(json.contains("\"hostPort\" : 4300"), json);
    assertFalse(json.contains("true\" ]"), "no command line: " + json);
    shell.services.supervisor.definitions.clear();
    assertEquals("[ ]\n", cli("status", "--json").out());
  }

  @Test
  void statusIsSortedAndShowsADashForAMissingFigure() throws Exception {
    cli("add", "a", "--no-autostart", "--", "true");
    cli("add", "b", "--", "true");
    cli("add", "c", "--no-autostart", "--", "true");
    shell.services.supervisor.states.put("c", ProjectState.FATAL);
    assertEquals("a b c", names("status"));
    assertEquals("c b a", names("status", "--sort", "state"));
    assertEquals("b a c", names("status", "--sort=cpu"));
    assertEquals("b a c", names("status", "--sort=uptime"));
    String row = cli("status", "a").out().lines().skip(1).findFirst().orElseThrow();
    assertEquals("a     STOPPED  3m 10s  –    –    –    0         –", row);
    Cli.Result wrong = cli("status", "--sort", "size");
    assertEquals(2, wrong.status());
    assertTrue(wrong.err().contains("allowed: name, state, cpu, mem, restarts, uptime"));
    assertEquals(2, cli("status", "--watch", "--json").status());
    assertEquals(2, cli("status", "--watch=0").status());
  }

  private String names(String... words) throws Exception {
    return cli(words)
        .out()
        .lines()
        .skip(1)
        .map(line -> line.split(" ")[0])
        .collect(java.util.stream.Collectors.joining(" "));
  }

  @Test
  void watchingOnAPipePrintsOneTableAfterAnother() throws Exception {
    cli("add", "a", "--", "true");
    Process watch = Cli.builder(shell.dataDir, temp, "status", "--watch", "0.1").start();
    try (var lines = watch.inputReader()) {
      for (int i = 0; i < 3; i++) {
        assertTrue(lines.readLine().startsWith("NAME "));
        assertTrue(lines.readLine().startsWith("a "));
        assertEquals("", lines.readLine());
      }
    } finally {
      watch.destroy();
    }
  }

  @Test
  void projectsThatStartAfterEachOtherAreRemovedTogetherInAnyOrderOrNotAtAll() throws Exception {
    String chain =
        "[{'channelId':'aa','command':['a']},{'channelId':'bb','command':['b'],'after':['aa']},"
            + "{'channelId':'cc','command':['c'],'after':['bb']}]";
    for (String order : List.of("aa bb cc", "cc bb aa", "bb aa cc")) {
      assertEquals(0, with(chain.replace('\'', '"'), "apply", "-").status());
      assertEquals(
          new Cli.Result(
              1,
              "",
              "innkeeper: remove: cannot remove bb: cc starts after it; name it too,"
                  + " or take bb out of \"after\"; nothing was removed\n"),
          cli("remove", "aa", "bb"));
      assertEquals(3, shell.services.supervisor.definitions.size());
      String said = cli(("remove " + order).split(" ")).out();
      assertEquals(
          "removed cc; its logs stay\nremoved bb; its logs stay\nremoved aa; its logs stay\n",
          said);
    }
  }

  @Test
  void aMistypedWordGetsTheNearestKnownWord() throws Exception {
    projects("webshop");
    assertEquals(
        "innkeeper: unknown command statsu; did you mean status? What there is: innkeeper help\n",
        cli("statsu").err());
    for (String word : List.of("log", "ls", "ps", "list", "info", "rm", "show", "tail")) {
      Cli.Result result = cli(word, "x");
      assertEquals(2, result.status(), word);
      assertTrue(result.err().contains("; did you mean "), result.err());
    }
    assertTrue(cli("--foo", "status").err().contains("unknown option --foo before the command"));
    assertTrue(cli("doctr").err().contains("did you mean doctor?"));
    assertTrue(cli("help", "lgos").err().contains("called lgos; did you mean logs?"));
    assertTrue(cli("status", "--jsn").err().contains("unknown option --jsn; did you mean --json?"));
    for (String command : List.of("status", "why", "start", "stop", "remove", "export")) {
      String said = cli(command, "webshpo").err();
      assertTrue(said.contains("unknown project webshpo"), said);
      assertTrue(said.contains("; did you mean webshop?"), said);
    }
    Cli.Result member =
        with(
            "[{\"channelId\":\"a\",\"command\":[\"a\"],\"comand\":1,\"log\":{\"maxFile\":1}}]",
            "apply",
            "-");
    assertTrue(member.err().contains("unknown member comand; did you mean command?"), member.err());
    assertTrue(member.err().contains("log.maxFile; did you mean log.maxFiles?"), member.err());
  }

  @Test
  void startReportsItsResultAndWaitsOnlyOnRequest() throws Exception {
    projects("a", "b");
    assertEquals(
        new Cli.Result(0, "a  RUNNING  pid 4711\nb  RUNNING  pid 4711\n", ""),
        cli("start", "--all"));
    assertEquals(
        new Cli.Result(0, "a  RUNNING  pid 4711  was so already\n", ""), cli("start", "a"));
    shell.services.supervisor.reaches = false;
    assertEquals(
        new Cli.Result(0, "b  STARTING  still under way\n", ""), cli("start", "b", "--no-wait"));
    assertEquals(
        new Cli.Result(
            1,
            "b  STARTING\n",
            "innkeeper: b is not ready after 0s; the start continues. To see why: innkeeper why"
                + " b\n"),
        cli("start", "b", "--wait", "0.1"));
    shell.services.supervisor.states.put("a", ProjectState.UNKNOWN);
    Cli.Result refused = cli("stop", "a");
    assertEquals(1, refused.status());
    assertEquals("innkeeper: stop a: a is UNKNOWN; nothing can be done\n", refused.err());
    assertEquals(2, cli("start").status());
    assertEquals(2, cli("start", "a", "--all").status());
    assertEquals(2, cli("start", "a", "--wait", "-1").status());
    assertEquals(2, cli("start", "a", "--wait", "1", "--no-wait").status());
  }

  @Test
  void aFailedServerIsReportedWithItsLastLinesAndStatusOne() throws Exception {
    projects("a");
    shell.services.supervisor.ends.put("a", ProjectState.BACKOFF);
    assertEquals(
        new Cli.Result(
            1,
            "a  BACKOFF  exited with code 1\n",
            """
            innkeeper: a log: boom
            innkeeper: a did not start; more: innkeeper why a
            """),
        cli("start", "a"));
    Cli.Result added = cli("add", "b", "--no-autostart", "--", "true");
    assertEquals(new Cli.Result(0, "added b\n", ""), added);
    shell.services.supervisor.ends.put("c", ProjectState.FATAL);
    Cli.Result failed = cli("add", "c", "--", "true");
    assertEquals(1, failed.status());
    assertEquals("added c\nc  FATAL  exited with code 1\n", failed.out());
    assertEquals(0, cli("add", "d", "--no-wait", "--", "true").status());
    shell.services.supervisor.ends.put("e", ProjectState.FATAL);
    Cli.Result json = cli("add", "e", "--json", "--", "true");
    assertEquals(1, json.status());
    assertTrue(json.out().contains("\"ready\" : false"), json.out());
  }

  @Test
  void aServerWhoseLastRunFailedIsFollowedBeyondReady() throws Exception {
    projects("a");
    shell.services.supervisor.ends.put("b", ProjectState.FATAL);
    for (String action : List.of("start", "restart")) {
      shell.services.supervisor.states.put("a", ProjectState.FATAL);
      shell.services.supervisor.endsAfterReads = 5;
      assertEquals(
          new Cli.Result(
              1,
              "a  FATAL  exited with code 1\n",
              """
              innkeeper: a log: boom
              innkeeper: a was ready and ended again: exited with code 1; its log: innkeeper logs a; \
              more: innkeeper why a
              """),
          cli(action, "a"));
    }
    shell.services.supervisor.states.put("a", ProjectState.FATAL);
    assertEquals(
        new Cli.Result(0, "a  RUNNING  pid 4711\n", ""), cli("start", "a", "--wait", "0.2"));
  }

  @Test
  void aServerThatIsNeverReadyIsReportedWithTheOutputOfItsProbe() throws Exception {
    projects("a");
    shell.services.supervisor.notReady = "connection refused";
    Cli.Result late = cli("start", "a", "--wait", "0.1");
    assertEquals(1, late.status());
    assertEquals(
        "innkeeper: a is not ready after 0s: connection refused; the start continues. To see why:"
            + " innkeeper why a\n",
        late.err());
  }

  @Test
  void helpFitsEightyColumnsAndIsInGroups() throws Exception {
    String help = cli("help").out();
    assertTrue(help.lines().allMatch(line -> line.length() <= 80), help);
    for (String group : List.of("Projects", "Logs", "Backups", "Bundles", "Host", "Shell")) {
      assertTrue(help.contains("\n" + group + "\n"), group);
    }
  }

  @Test
  void aPortOfAnotherProcessIsReportedAtOnce() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      Cli.Result added = cli("add", "a", "--port", port, "--", "true");
      assertEquals(0, added.status());
      assertEquals(
          "innkeeper: port "
              + port
              + " of a is taken by java (pid "
              + ProcessHandle.current().pid()
              + ")\n",
          added.err());
    }
  }

  @Test
  void aTypingMistakeAmongSeveralStopsNone() throws Exception {
    projects("a");
    cli("start", "a");
    assertEquals(1, cli("stop", "a", "bb").status());
    assertEquals(ProjectState.RUNNING, shell.services.supervisor.states.get("a"));
  }

  @Test
  void applyRestoresWhatExportPrinted() throws Exception {
    cli("add", "c1", "--env", "TOKEN=s3cret", "--health", "tcp:80", "--", "sh", "-c", "echo $A");
    var before = shell.services.supervisor.definitions();
    String masked = cli("export").out();
    assertFalse(masked.contains("s3cret"), masked);
    Cli.Result refused = with(masked, "apply", "-");
    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("env TOKEN is the mask"), refused.err());
    Files.writeString(temp.resolve("p.json"), cli("export", "--show-secrets", "c1").out());
    String protection = "protected in c1: 0 of 1\n";
    assertEquals("unchanged c1\n" + protection, cli("apply", "p.json").out());
    shell.services.supervisor.definitions.clear();
    assertEquals("would add c1\n" + protection, cli("apply", "p.json", "--dry-run").out());
    assertTrue(shell.services.supervisor.definitions.isEmpty());
    assertEquals("added c1\n" + protection, cli("apply", temp.resolve("p.json").toString()).out());
    assertEquals(before, shell.services.supervisor.definitions());
    assertEquals(1, cli("export", "nobody").status());
  }

  @Test
  void aProjectThatCannotBeSavedIsReportedAndTheOthersAreStopped() throws Exception {
    projects("a", "b");
    cli("start", "a", "b");
    shell.services.supervisor.unsaved.add("a");
    Cli.Result said = cli("stop", "--all");
    assertEquals(1, said.status());
    assertTrue(said.err().contains("stop a: a could not be saved: locked"), said.err());
    assertTrue(said.out().contains("b  STOPPED"), said.out());
  }

  @Test
  void applySaysWhatItAddsChangesRestartsAndRemoves() throws Exception {
    cli("add", "old", "--", "true");
    cli("add", "c1", "--", "true");
    String json =
        "[{\"channelId\":\"c1\",\"command\":[\"false\"]},{\"channelId\":\"c2\",\"command\":[\"x\"]}]";
    String change = "c1: command: true -> false\n";
    assertEquals(
        "would add c2\nwould change c1 and restart it\nwould remove old\n" + change,
        with(json, "apply", "-", "--prune", "--dry-run").out());
    assertEquals(
        "added c2\nchanged c1 and restarted it\nremoved old\n" + change,
        with(json, "apply", "-", "--prune").out());
  }

  @Test
  void aDefinitionThatIsReplacedSaysWhichMembersItDrops() throws Exception {
    Files.writeString(temp.resolve("app.env"), "");
    cli(
        "add",
        "c1",
        "--port",
        "8290",
        "--health",
        "tcp:8290",
        "--env-file",
        "app.env",
        "--env",
        "TOKEN=s3cret-1",
        "--env",
        "PLAIN=one",
        "--restart",
        "always",
        "--",
        "true");
    Cli.Result again = cli("add", "c1", "--port", "8291", "--env", "PLAIN=two", "--", "true");
    for (String line :
        List.of(
            "c1: port: 8290 -> 8291",
            "c1: restart: always -> on-failure (the default)",
            "c1: env.PLAIN: set -> another value",
            "c1: dropped health: tcp 8290, ",
            "c1: dropped envFile: " + temp.resolve("app.env"),
            "c1: dropped env: TOKEN")) {
      assertTrue(again.out().contains(line), again.out());
    }
    assertFalse(again.out().contains("s3cret-1"), again.out());
    assertFalse(again.out().contains("one"), again.out());
    String json = cli("add", "c1", "--json", "--", "true").out();
    assertTrue(json.contains("\"dropped\" : [ \"env.PLAIN\", \"port\" ]"), json);
    assertFalse(cli("add", "c1", "--", "true").out().contains("dropped"));
  }

  @Test
  void anImportOfAKnownProjectSaysWhichMembersItDrops() throws Exception {
    cli("add", "web", "--port", "8290", "--health", "tcp:8290", "--", "true");
    Files.writeString(temp.resolve("Procfile"), "web: true\n");
    for (String[] words :
        new String[][] {{"import", "Procfile", "--dry-run"}, {"import", "Procfile"}}) {
      String said = cli(words).out();
      assertTrue(said.contains("web: dropped health: tcp 8290"), said);
      assertTrue(said.contains("web: dropped port: 8290"), said);
    }
  }

  @Test
  void allMistakesOfApplyAreReportedTogetherAndNothingChanges() throws Exception {
    Cli.Result result =
        with(
            "[{\"channelId\":\"c1\",\"command\":[]},{\"channelId\":\"c2\",\"command\":[\"x\"],"
                + "\"colour\":1}, 7]",
            "apply",
            "-");
    assertEquals(1, result.status());
    assertEquals(3, result.err().lines().count(), result.err());
    assertTrue(result.err().contains("c2: unknown member colour"), result.err());
    assertTrue(shell.services.supervisor.definitions.isEmpty());
    Cli.Result syntax = with("[{\"channelId\":", "apply", "-");
    assertEquals(1, syntax.status());
    assertTrue(syntax.err().startsWith("innkeeper: apply: standard input:1:"), syntax.err());
    Cli.Result twice = with("[{\"channelId\":\"a\",\"channelId\":\"b\"}]", "apply", "-");
    assertTrue(twice.err().contains("Duplicate field"), twice.err());
    Cli.Result absent = cli("apply", "nowhere.json");
    assertEquals(1, absent.status());
    assertTrue(absent.err().contains("nowhere.json"), absent.err());
    assertEquals(1, absent.err().lines().count());
  }

  @Test
  void secretsComeFromStandardInputOnlyAndAreNeverRepeated() throws Exception {
    Cli.Result added = with("hunter2hunter2\n\nabc\n", "redact", "add", "--stdin");
    assertEquals(1, added.status(), "one value was too short");
    assertEquals("1 secret registered until the machine restarts\n", added.out());
    assertFalse((added.out() + added.err()).contains("hunter2"), added.err());
    assertEquals(List.of("hunter2hunter2", "abc"), shell.services.redactor.registered);
    assertEquals("redaction.add", shell.services.record.entries.get(0).action());
    Cli.Result word = cli("redact", "add", "hunter2");
    assertEquals(2, word.status());
    assertFalse(word.err().contains("hunter2"), word.err());
    Cli.Result tested = with("pass hunter2 ü\nx", "redact", "test");
    assertEquals("pass [REDACTED] ü\nx", tested.out());
    assertEquals("1:6-12  name.passw\n", tested.err());
    assertEquals(
        "key badge  active\nguest  switched off: threw X\n"
            + "name.passw  'passw'  (a list)\ntoken.acme  acme_  (Acme API)  "
            + "switched off: our test host prints it\n",
        cli("redact", "list").out());
    assertEquals(
        "token.acme  acme_  (Acme API)  switched off: our test host prints it\n",
        cli("redact", "list", "ACME").out());
    assertEquals("3  name.passw\n1 rule hid nothing so far\n", cli("redact", "stats").out());
    assertEquals(
        "3  name.passw\n0  token.acme\n1 rule hid nothing so far\n",
        cli("redact", "stats", "--all").out());
    assertTrue(cli("redact", "list", "--all").err().contains("--all goes with stats only"));
  }

  @Test
  void learnedValuesAreListedByTheirIdsAndCanBeForgotten() throws Exception {
    Cli.Result nobody = cli("redact", "explain", "web");
    assertEquals(1, nobody.status());
    assertTrue(nobody.err().contains("unknown project web"), nobody.err());
    cli("add", "web", "--", "true");
    String lines = cli("redact", "explain", "web").out();
    assertEquals(
        "v1  taught by name.passw at 2026-11-21T05:40:00.000Z  hidden until 2026-11-21T05:41:00.000Z\n"
            + "v2  taught by name.authorization at 2026-11-21T05:40:00.000Z"
            + "  hidden until 2026-11-21T05:41:00.000Z\n",
        lines);
    assertEquals(
        "1:2-8  learned.value v1\n",
        with("a hunter2\n", "redact", "explain", "web", "--stdin").out());
    Cli.Result unknown = cli("redact", "explain", "web", "--forget", "v9");
    assertEquals(1, unknown.status());
    assertTrue(unknown.err().contains("web has no value v9"), unknown.err());
    Cli.Result forgotten = cli("redact", "explain", "web", "--forget", "v1");
    assertEquals("value v1 of web is hidden no more\n", forgotten.out());
    assertTrue(
        shell.services.record.entries.stream()
            .anyMatch(e -> e.action().equals("redaction.forget")));
    assertTrue(cli("redact", "explain", "web").out().contains("v1  taught by name.passw"));
    assertTrue(cli("redact", "explain", "web").out().contains("not hidden until"));
    assertEquals(2, cli("redact", "explain").status());
    assertEquals(2, cli("redact", "list", "--forget", "v1").status());
  }

  @Test
  void aLogHasItsProjectsNameAndOutlivesTheProject() throws Exception {
    cli("add", "c1", "--name", "demo", "--", "true");
    shell.services.logs.line("demo", "one");
    shell.services.logs.line("demo", "\033]0;title\007two \033[31mred\033[0m");
    shell.services.logs.line("main", "{\"ts\":1}");
    assertEquals("one\ntwo red\n", cli("logs", "c1").out());
    assertTrue(cli("logs", "c1", "--json").out().contains("\\u001B]0;title"), "JSON has all");
    assertEquals("", cli("logs", "c1", "-n", "0").out());
    assertEquals("{\"ts\":1}\n", cli("logs", "--main").out());
    cli("remove", "c1");
    assertTrue(cli("logs", "demo", "-n1").out().startsWith("two"));
    assertEquals(1, cli("logs", "nobody").status());
    assertEquals(2, cli("logs", "demo", "-n", "10001").status());
    assertEquals(2, cli("logs").status());
  }

  @Test
  void healthFailsOnlyWhenTheHostDoes() throws Exception {
    shell.services.health = HealthStatus.WARN;
    Cli.Result warn = cli("health");
    assertEquals(0, warn.status());
    assertTrue(warn.out().contains("fix disk:free: free some"), warn.out());
    shell.services.health = HealthStatus.FAIL;
    assertEquals(1, cli("health").status());
    assertTrue(cli("health", "--json").out().contains("\"ok\" : false"));
  }

  @Test
  void healthAtLevelReadyNamesTheProjectsThatAreNotReady() throws Exception {
    cli("add", "a", "--", "true");
    Cli.Result ready = cli("health", "--level", "ready", "--json");
    assertEquals(0, ready.status());
    assertTrue(ready.out().contains("\"notReady\" : [ ]"), ready.out());
    shell.services.supervisor.notReady = "connection refused";
    assertEquals(new Cli.Result(1, "not ready: a\n", ""), cli("health", "--level", "ready"));
    Cli.Result waiting = cli("health", "--level", "ready", "--json");
    assertEquals(1, waiting.status());
    assertTrue(waiting.out().contains("\"notReady\" : [ \"a\" ]"), waiting.out());
    assertFalse(cli("health", "--json").out().contains("notReady"));
  }

  @Test
  void aBackupThatFailsSaysAtWhichStep() throws Exception {
    Cli.Result made = cli("backup");
    assertEquals(
        "bot-2026-11-21T05-40-00-000Z.db  4.0 KiB  verified, audit record up to 7\n", made.out());
    assertEquals(
        new Cli.Result(1, "", "innkeeper: backup: copying failed: the disk is full\n"),
        cli("backup"));
    assertTrue(cli("backups").out().contains("demand"));
    assertTrue(cli("backups", "--json").out().contains("\"kind\" : \"demand\""));
    String name = "bot-2026-11-21T05-40-00-000Z.db";
    assertEquals(name + " is pinned\n", cli("pin", name).out());
    assertEquals(name + " is not pinned\n", cli("unpin", name).out());
    assertEquals(name + " is pinned\n", cli("pin", name.replace(".db", "")).out());
    assertTrue(cli("prune", "--dry-run").out().contains("older than all that is kept"));
    assertEquals(2, cli("prune").status());
  }

  @Test
  void rotatingAllContinuesAfterAFailure() throws Exception {
    Cli.Result all = cli("rotate", "--all");
    assertEquals(1, all.status());
    assertEquals("main: main.log.1\n", all.out());
    assertTrue(all.err().contains("stuck was not rotated: renaming failed"), all.err());
    assertEquals("empty: empty, left alone\n", cli("rotate", "empty").out());
    assertEquals(2, cli("rotate", "a", "--main").status());
  }

  @Test
  void rotationListsSizeNextRotationAndArchivesOfEachLog() throws Exception {
    Cli.Result all = cli("rotation");
    assertTrue(all.out().matches("(?s)LOG +SIZE +NEXT ROTATION .*main +1 B +at 2 B .*"), all.out());
    assertTrue(all.out().matches("(?s).*stuck +3 B +failing +1 +7 B +2026-11-21T.*"), all.out());
    assertEquals("innkeeper: disk full\n", all.err());
    assertTrue(cli("rotation", "--json").out().contains("\"bytesLeft\" : 1"));
  }

  @Test
  void aBrokenRecordIsAFailure() throws Exception {
    assertEquals(0, cli("audit", "verify").status());
    shell.services.record.broken = OptionalLong.of(3);
    Cli.Result broken = cli("audit", "verify");
    assertEquals(1, broken.status());
    assertTrue(broken.err().contains("broken at entry 3"), broken.err());
    assertEquals(2, cli("audit", "-n", "0").status());
  }

  @Test
  void leftoversOfEarlierVersionsAreListedByKind() throws Exception {
    assertEquals(
        "threads:       poller, at leaky.Poller.run(Poller.java:9)\n"
            + "class loaders: 1 still in use\n",
        cli("surfaces", "leaky", "--leaks").out());
    assertEquals(
        "tidy: earlier versions left nothing behind\n", cli("surfaces", "tidy", "--leaks").out());
    assertTrue(cli("surfaces", "leaky", "--leaks", "--json").out().contains("\"classLoaders\""));
    assertEquals(2, cli("surfaces", "--leaks").status());
  }

  @Test
  void aMalformedDigestIsAUsageError() throws Exception {
    Files.createFile(temp.resolve("x.jar"));
    assertEquals(2, cli("install", "x.jar", "--sha256", "abc").status());
    assertEquals(List.of(), shell.services.installed);
  }

  @Test
  void uninstallSaysWhichVersionsWentAndWhichIsActiveAgain() throws Exception {
    Instant at = Instant.EPOCH;
    shell.services.surfaces.add(new Surface("innkeeper.admin", "0.2.0", "active", at, "user", ""));
    shell.services.surfaces.add(new Surface("mine", "1.0.0", "active", at, "user", ""));
    assertEquals(
        "uninstalled innkeeper.admin 0.2.0; release version 0.1.0 is active again\n",
        cli("uninstall", "innkeeper.admin").out());
    assertEquals("uninstalled mine 1.0.0\n", cli("uninstall", "mine").out());
    assertEquals(1, cli("uninstall", "mine").status());
  }

  @Test
  void bundlesAreInstalledFromWhereTheCallerIs() throws Exception {
    Files.createFile(temp.resolve("x.jar"));
    assertEquals("innkeeper.metrics 0.2.0 active\n", cli("install", "x.jar").out());
    assertEquals(List.of(temp.resolve("x.jar")), shell.services.installed);
    assertEquals(List.of(false), shell.services.acceptedMissing);
    assertEquals(0, cli("install", "x.jar", "--accept-missing").status());
    assertEquals(List.of(false, true), shell.services.acceptedMissing);
    shell.services.installed.remove(1);
    assertEquals(1, cli("install", "y.jar").status());
    assertEquals(1, cli("uninstall", "nothing").status());
    assertTrue(cli("surfaces").out().contains("innkeeper.admin"));
    assertEquals("innkeeper.admin 0.1.0 -> 0.1.1 active\n", cli("update", "innkeeper.admin").out());
    assertEquals(1, cli("update", "nothing").status());
    for (String file : List.of("x.jar", "file:x.jar", "file:" + temp.resolve("x.jar"))) {
      shell.services.installed.clear();
      assertEquals(0, cli("update", "innkeeper.admin", file).status(), file);
      assertEquals(List.of(temp.resolve("x.jar")), shell.services.installed, file);
    }
    for (String none : List.of("y.jar", "http://127.0.0.1:9/x.jar", "file:", "http://[::1")) {
      assertEquals(1, cli("update", "innkeeper.admin", none).status(), none);
    }
  }

  @Test
  void aCommandWaitsForAMissingBundleAndThenNamesIt() throws Exception {
    shell.services.supervisorService.remove(shell.services.supervisor);
    Cli.Result away = cli("status");
    assertEquals(1, away.status());
    assertTrue(away.err().contains("the supervisor surface is away"), away.err());
    Thread back =
        new Thread(
            () -> {
              while (shell.server.sessions() == 0) {
                Thread.onSpinWait();
              }
              shell.services.supervisorService.add(shell.services.supervisor);
            });
    back.start();
    assertEquals(0, cli("status").status());
    back.join();
  }

  @Test
  void importAndExportNameTheBundleConvertIfItIsMissing() throws Exception {
    projects("a");
    Files.writeString(temp.resolve("Procfile"), "web: true\n");
    shell.services.formats.remove(shell.services.convert);
    for (String[] words :
        new String[][] {{"import", "Procfile"}, {"export", "--format", "swarm"}}) {
      Cli.Result missing = cli(words);
      assertEquals(1, missing.status());
      assertTrue(missing.err().contains("the convert surface is away"), missing.err());
    }
    assertTrue(cli("export").out().contains("\"a\""));
  }

  @Test
  void whySaysCauseEvidenceAndNextStep() throws Exception {
    projects("a");
    assertEquals(
        """
        a is STOPPED since 2026-11-21T05:40:00.000Z
        cause:    it ended by itself
        evidence: exit code 1
                  last line: boom
                  log: boom
        next:     next try in 4 s
        """,
        cli("why", "a").out());
    assertTrue(cli("why", "a", "--json").out().contains("\"nextStep\" : \"next try in 4 s\""));
    assertEquals(new Cli.Result(1, "", "innkeeper: why: unknown project b\n"), cli("why", "b"));
  }
}
