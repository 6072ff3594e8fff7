package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.shell.command.OfflineHelp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommandLineTest extends ShellFixture {

  @Test
  void aCommandKeepsEveryByteOfItsWords() throws Exception {
    List<String> odd =
        List.of(
            "sh",
            "-c",
            "echo $HOME; sleep 1 && { echo \"a 'b'\" | cat; } > /dev/null # %s \\n",
            "",
            " ",
            "*",
            "a\nb\tc",
            "--dir",
            "--",
            "-n5",
            "ünï ☃ 🦉",
            "x=1",
            "[a] (b) <c>",
            "\\");
    String[] words = new String[odd.size() + 3];
    words[0] = "add";
    words[1] = "x";
    words[2] = "--";
    for (int i = 0; i < odd.size(); i++) {
      words[i + 3] = odd.get(i);
    }
    Cli.Result result = cli(words);
    assertEquals(new Cli.Result(0, "added x\nx  RUNNING  pid 4711\n", ""), result);
    ProjectDefinition x = shell.services.supervisor.definitions.get("x");
    assertEquals(odd, x.command());
    assertEquals(temp.toRealPath(), x.directory().toRealPath());
    Actor actor = shell.services.supervisor.actors.get(0);
    assertEquals(Actor.Via.CLI, actor.via());
    assertEquals(Files.getAttribute(temp, "unix:uid").toString(), actor.uid());
  }

  @Test
  void wordsAreKeptInTheCLocale() throws Exception {
    ProcessBuilder builder =
        Cli.builder(
            shell.dataDir,
            temp,
            "add",
            "x",
            "--no-wait",
            "--env",
            "GREETING=grüße ☃",
            "--",
            "true");
    builder.environment().put("LC_ALL", "C");
    // The launching JVM encodes arguments by its own locale; a shell passes bytes as they are.
    StringBuilder script = new StringBuilder("exec");
    builder.command().forEach(w -> script.append(" '").append(w).append("'"));
    Path file = temp.resolve("run.sh");
    Files.writeString(file, script.append('\n'));
    builder.command("sh", file.toString());
    assertEquals(
        new Cli.Result(0, "added x\nprotected in x: 0 of 1\n", ""), Cli.finish(builder, ""));
    assertEquals("grüße ☃", shell.services.supervisor.definitions.get("x").env().get("GREETING"));
  }

  @Test
  void theEnvFileBesideAProcfileIsReadWithAnOptionThatTheMessageNames() throws Exception {
    Files.writeString(temp.resolve("Procfile"), "web: ./serve\n");
    String input = cli("import", "Procfile", "--dry-run").err();
    assertTrue(
        input.matches("(?s)(Procfile:[^\n]*\n)*Procfile: standard input is [^\n]*\n"), input);
    Files.writeString(temp.resolve(".env"), "TOKEN=x\n");
    Cli.Result unread = cli("import", "Procfile");
    assertEquals(0, unread.status(), unread.err());
    String offer = "innkeeper import --env-file .env Procfile";
    assertEquals(".env was not read; to have its variables: " + offer + "\n" + input, unread.err());
    Cli.Result read = cli(offer.substring("innkeeper ".length()).split(" "));
    assertEquals(input, read.err());
    assertEquals(
        Optional.of(temp.resolve(".env")),
        shell.services.supervisor.definitions.get("web").envFile());
  }

  @Test
  void allMistakesOfAddAreReportedTogetherWithItsUsage() throws Exception {
    Cli.Result result =
        cli("add", "a b", "--port", "70000", "--colour", "red", "--env", "SECRET", "--health", "x");
    assertEquals(2, result.status());
    assertEquals("", result.out());
    for (String part :
        List.of(
            "unknown option --colour",
            "port is 70000",
            "--env needs NAME=VALUE",
            "--health is x; allowed: http:URL, tcp:PORT, exec:CMD",
            "-- before the command is missing",
            "usage: innkeeper add ID ")) {
      assertTrue(result.err().contains(part), part + " in " + result.err());
    }
    assertFalse(result.err().contains("SECRET"), result.err());
    assertFalse(result.err().contains("\tat "), result.err());
    assertTrue(shell.services.supervisor.definitions.isEmpty());
  }

  @Test
  void addTakesEveryFlagOfTheContract() throws Exception {
    Cli.Result result =
        cli(
            "add",
            "c1",
            "--name",
            "demo",
            "--dir",
            "sub",
            "--port=4300",
            "--env",
            "A=1",
            "--env",
            "B=x=y",
            "--env-file",
            ".env",
            "--no-autostart",
            "--restart",
            "never",
            "--stop-signal",
            "SIGINT",
            "--stop-seconds",
            "2.5",
            "--health",
            "http://127.0.0.1:4300/",
            "--",
            "node",
            "server.js");
    assertEquals(0, result.status(), result.err());
    ProjectDefinition d = shell.services.supervisor.definitions.get("c1");
    assertEquals("demo", d.name());
    assertEquals(temp.resolve("sub").toString(), d.directory().toString());
    assertEquals(4300, d.port().getAsInt());
    assertEquals("x=y", d.env().get("B"));
    assertEquals(temp.resolve(".env"), d.envFile().orElseThrow());
    assertFalse(d.autostart());
    assertEquals("INT", d.stopSignal());
    assertEquals(2500, d.stopSeconds().toMillis());
    assertEquals("http://127.0.0.1:4300/", d.health().orElseThrow().target());
  }

  @Test
  void unknownCommandsAndProjectsAreReportedInOneLine() throws Exception {
    Cli.Result command = cli("frobnicate");
    assertEquals(2, command.status());
    assertEquals(
        "innkeeper: unknown command frobnicate; what there is: innkeeper help\n", command.err());
    Cli.Result project = cli("start", "nobody");
    assertEquals(1, project.status());
    assertEquals("innkeeper: start: unknown project nobody; nothing was done\n", project.err());
  }

  @Test
  void withoutAHostTheStatusIs69AndTheLineNamesTheDirectory() throws Exception {
    Path other = temp.resolve("other");
    Cli.Result absent = Cli.run(other, temp, "", "status");
    assertEquals(69, absent.status());
    assertEquals(1, absent.err().lines().count());
    assertTrue(absent.err().contains("DATA_DIR=" + other), absent.err());
    assertTrue(absent.err().contains("innkeeper --data " + other + " run"), absent.err());
    shell.close();
    assertEquals(69, Cli.run(shell.dataDir, temp, "", "status").status());
  }

  @Test
  void withoutAHostAMistakeIsNamedAndWhatNeedsNoHostIsDone() throws Exception {
    Path other = temp.resolve("other");
    for (String line :
        List.of(
            "help --bogus",
            "version a",
            "completion tcsh",
            "completion --bogus",
            "completion --words",
            "completion --words x",
            "shell a",
            "dial-stdio a",
            "incidents snooze 1 --for 9d",
            "logs web --grep (",
            "silence e1 --for 31d",
            "audit verify x",
            "redact list a b")) {
      String said = mistakes(line);
      assertTrue(said.startsWith("innkeeper: " + line.split(" ")[0] + ": "), said);
      if (line.startsWith("incidents") || line.startsWith("completion --words")) {
        assertEquals(new Cli.Result(2, "", said), cli(line.split(" ")), line);
      }
    }
    assertEquals(
        new Cli.Result(2, "", mistakes("help --bogus")),
        Cli.run(other, temp, "", "help", "--bogus"));
    Cli.Result ofFelix = Cli.run(other, temp, "", "lb");
    assertEquals(69, ofFelix.status());
    assertFalse(ofFelix.err().contains("unknown"), ofFelix.err());
    assertEquals("ab\n", Cli.run(other, temp, "ab\nc\n", "grep", "a").out());
    assertEquals(0, Cli.run(other, temp, "", "status", "x", "-h").status());
  }

  @Test
  void whileSeveralHostsRunAMistakeIsNamedBeforeOneIsAskedFor() throws Exception {
    for (String line : List.of("add", "why a b", "restore --bogus")) {
      assertEquals(new Cli.Result(2, "", mistakes(line)), several(line), line);
    }
    assertEquals(
        new Cli.Result(2, "", "innkeeper: unknown command statsu; did you mean status?\n"),
        several("statsu"));
    assertEquals(new Cli.Result(2, "", "WHICH\n"), several("status"));
    assertEquals(0, several("help").status());
    assertEquals(0, several("status -h").status());
    assertTrue(several("frobnicate").err().endsWith(" runs\nWHICH\n"));
  }

  private static String mistakes(String line) {
    return new OfflineHelp().mistakes(List.of(line.split(" "))).orElse("none") + "\n";
  }

  private Cli.Result several(String line) throws Exception {
    ProcessBuilder builder = Cli.builder(temp.resolve("other"), temp, line.split(" "));
    builder.command().add(1, "-Dinnkeeper.several=WHICH");
    return Cli.finish(builder, "");
  }

  @Test
  void wordsAreCheckedBeforeAMissingFarHostIsReported() throws Exception {
    Path ssh = temp.resolve("bin/ssh");
    Files.createDirectories(ssh.getParent());
    Files.writeString(ssh, "#!/bin/sh\necho 'no route' >&2; exit 255\n");
    ssh.toFile().setExecutable(true);
    for (String line : List.of("add", "restore --bogus")) {
      assertEquals(2, far(line).status(), line);
    }
    assertEquals(69, far("status").status());
    assertEquals(0, far("status -h").status());
    Cli.Result file = Cli.finish(far("status", "-Dinnkeeper.far.file=nosuch"), "");
    assertEquals(2, file.status());
    assertTrue(file.err().startsWith("innkeeper: --hosts names the file nosuch, "), file.err());
  }

  private Cli.Result far(String line) throws Exception {
    return Cli.finish(far(line, "-Dinnkeeper.far=box"), "");
  }

  private ProcessBuilder far(String line, String property) {
    ProcessBuilder builder = Cli.builder(temp.resolve("other"), temp, line.split(" "));
    builder.command().add(1, property);
    builder.environment().put("PATH", temp.resolve("bin") + ":" + System.getenv("PATH"));
    return builder;
  }

  @Test
  void aDataDirThatIsAFileIsAMistakeInTheConfiguration() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));
    Cli.Result result = Cli.run(file, temp, "", "status");
    assertEquals(78, result.status());
    assertTrue(result.err().contains(file.toString()), result.err());
  }

  @Test
  void everyCommandHasHelp() throws Exception {
    Cli.Result list = cli("help");
    assertEquals(0, list.status());
    for (String name : List.of("add", "import", "redact", "update", "restore", "run", "shell")) {
      assertTrue(list.out().contains("  " + name + " "), name);
      Cli.Result page = cli("help", name);
      assertEquals(0, page.status(), page.err());
      assertTrue(page.out().startsWith("usage: innkeeper " + name), page.out());
    }
    assertEquals(cli("help", "logs"), cli("logs", "--help"));
    assertEquals(list, cli("--help"));
  }

  @Test
  void everyCommandTakesHelpAndVersionWhereverAnOptionMayBe() throws Exception {
    String version = cli("version").out();
    for (String line :
        List.of(
            "status", "incidents show 1", "redact add", "help", "help logs", "version --json")) {
      String[] words = line.split(" ");
      assertEquals(new Cli.Result(0, version, ""), cli(with(words, "-V")), line);
      Cli.Result page = cli(with(words, "-h"));
      assertEquals(0, page.status(), page.err());
      assertEquals(cli("help", words[0]), page, line);
    }
    for (String line : List.of("-V", "--version", "status -V", "inn:status -V", "version")) {
      Cli.Result said = Cli.run(shell.dataDir, temp, line + "\n", "shell");
      assertEquals(new Cli.Result(0, version, ""), said, line);
    }
  }

  private static String[] with(String[] words, String last) {
    String[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = last;
    return all;
  }

  @Test
  void anOptionsValueAndWordsAfterTheSeparatorAreNotHelpOptions() throws Exception {
    assertEquals(0, cli("add", "x", "--name", "-V", "--", "prog", "-V").status());
    ProjectDefinition x = shell.services.supervisor.definitions.get("x");
    assertEquals("-V", x.name());
    assertEquals(List.of("prog", "-V"), x.command());
  }

  @Test
  void aCommandOfTheStartScriptIsNotOneOfTheHost() throws Exception {
    Cli.Result said = cli("dial-stdio", "a");
    assertEquals(2, said.status());
    assertTrue(said.err().startsWith("innkeeper: dial-stdio: unexpected word a\n"), said.err());
    assertTrue(said.err().contains("usage: innkeeper dial-stdio\n"), said.err());
    Cli.Result typed = Cli.run(shell.dataDir, temp, "restore latest\n", "shell");
    assertEquals(
        new Cli.Result(
            2,
            "",
            "innkeeper: restore is not run inside a host; type it in a terminal: innkeeper restore\n"),
        typed);
  }

  @Test
  void helpAfterTheSeparatorBelongsToTheCommand() throws Exception {
    assertEquals(0, cli("add", "x", "--", "prog", "--help").status());
    assertEquals(
        List.of("prog", "--help"), shell.services.supervisor.definitions.get("x").command());
  }

  @Test
  void anotherBundlesCommandGetsItsWordsExactly() throws Exception {
    Cli.Result result = cli("other:say", "a b", "$HOME", "it's", "{x}", "\\", "|", "ü");
    assertEquals(new Cli.Result(0, "[a b, $HOME, it's, {x}, \\, |, ü]\n", ""), result);
    assertEquals(new Cli.Result(0, "[1]\n", ""), cli("say", "1"));
  }

  @Test
  void anotherBundlesCommandReadsStandardInput() throws Exception {
    assertEquals(
        new Cli.Result(0, "<one\ntwo\n>", ""),
        Cli.run(shell.dataDir, temp, "one\ntwo\n", "swallow"));
  }

  @Test
  void anotherBundlesOutputShowsNeitherSecretsNorControlSequences() throws Exception {
    for (String line : List.of("tricks", "tricks | swallow", "tricks; status")) {
      Cli.Result said = cli(line);
      assertTrue(said.out().contains("password [REDACTED] red\n"), line + said);
      assertTrue(said.out().contains("last [REDACTED]"), line + said);
      assertTrue(said.err().startsWith("err [REDACTED]\n"), line + said);
      for (String text : List.of(said.out(), said.err())) {
        assertFalse(text.contains("\033") || text.contains("hunter2"), text);
      }
    }
    assertTrue(cli("tricks").out().endsWith("returned [REDACTED]\n"));
    assertEquals(
        new Cli.Result(1, "", "innkeeper: [REDACTED] is red\n"), cli("raises", "a", "word"));
  }

  @Test
  void aPromptIsShownBeforeInputIsRead() throws Exception {
    assertEquals(
        new Cli.Result(0, "name? hello x\n", ""), Cli.run(shell.dataDir, temp, "x", "asks"));
  }

  @Test
  void anotherBundlesFailureIsOneLine() throws Exception {
    assertEquals(new Cli.Result(1, "", "innkeeper: it is\n"), cli("fail"));
  }

  @Test
  void theScopedNameAndTheGogoLineReachTheSameCode() throws Exception {
    cli("add", "x", "--", "true");
    Cli.Result plain = cli("status");
    assertEquals(0, plain.status());
    assertEquals(plain, cli("inn:status"));
    Cli.Result piped = cli("inn:status | swallow");
    assertEquals("<" + plain.out() + ">", piped.out(), piped.err());
    Cli.Result wrong = cli("inn:add y --colour");
    assertEquals(2, wrong.status());
    assertEquals(cli("add", "y", "--colour"), wrong);
  }
}
