package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.ProjectDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {

  @TempDir Path temp;
  private AwaitedServices house;

  @BeforeEach
  void open() throws Exception {
    house = new AwaitedServices(temp.resolve("data"));
  }

  @AfterEach
  void close() {
    house.close();
  }

  private Cli.Result cli(String... words) throws Exception {
    return Cli.run(house.dataDir, temp, "", words);
  }

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
    ProjectDefinition x = house.services.supervisor.definitions.get("x");
    assertEquals(odd, x.command());
    assertEquals(temp.toRealPath(), x.directory().toRealPath());
    Actor actor = house.services.supervisor.actors.get(0);
    assertEquals(Actor.Via.CLI, actor.via());
    assertEquals(Files.getAttribute(temp, "unix:uid").toString(), actor.uid());
  }

  @Test
  void wordsSurviveTheCLocale() throws Exception {
    ProcessBuilder builder =
        Cli.builder(
            house.dataDir,
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
    assertEquals("grüße ☃", house.services.supervisor.definitions.get("x").env().get("GREETING"));
  }

  @Test
  void theEnvFileBesideAProcfileIsReadOnRequestAndTheRequestIsOffered() throws Exception {
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
        house.services.supervisor.definitions.get("web").envFile());
  }

  @Test
  void allMistakesOfAddAreToldAtOnceWithItsUsage() throws Exception {
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
    assertTrue(house.services.supervisor.definitions.isEmpty());
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
    ProjectDefinition d = house.services.supervisor.definitions.get("c1");
    assertEquals("demo", d.name());
    assertEquals(temp.resolve("sub").toString(), d.directory().toString());
    assertEquals(4300, d.port().getAsInt());
    assertEquals("x=y", d.env().get("B"));
    assertEquals(temp.resolve(".env"), d.envFile().orElseThrow());
    assertFalse(d.autostart());
    assertEquals("INT", d.stopSignal());
    assertEquals(2500, d.stopTimeout().toMillis());
    assertEquals("http://127.0.0.1:4300/", d.health().orElseThrow().target());
  }

  @Test
  void unknownCommandsAndUnknownProjectsSayWhyInOneLine() throws Exception {
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
    house.close();
    Cli.Result refused = cli("status");
    assertEquals(69, refused.status());
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
  void aWordNamedHelpBehindTheSeparatorIsTheCommands() throws Exception {
    assertEquals(0, cli("add", "x", "--", "prog", "--help").status());
    assertEquals(
        List.of("prog", "--help"), house.services.supervisor.definitions.get("x").command());
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
        Cli.run(house.dataDir, temp, "one\ntwo\n", "swallow"));
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
  void whatAsksIsShownBeforeTheAnswerIsWaitedFor() throws Exception {
    assertEquals(
        new Cli.Result(0, "name? hello x\n", ""), Cli.run(house.dataDir, temp, "x", "asks"));
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
