package innkeeper.shell.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.shell.cli.ScriptCommand;
import innkeeper.shell.cli.Services;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OfflineHelpTest {

  private static Optional<String> mistakes(String line) {
    return new OfflineHelp().mistakes(List.of(line.split(" ")));
  }

  private static List<String> names() {
    Commands commands = new Commands(new Services(null, Duration.ZERO), Clock.systemDefaultZone());
    List<String> names = new ArrayList<>(commands.names());
    names.remove("grep"); // takes any word
    return names;
  }

  @Test
  void everyCommandReportsAnUnknownOptionWithoutAHost() {
    for (String name : names()) {
      String said = mistakes(name + " --nope").orElse("nothing");
      assertTrue(said.startsWith("innkeeper: " + name + ": unknown option --nope"), said);
      assertTrue(said.contains("\nusage: innkeeper " + name), said);
    }
  }

  @Test
  void correctWordsAreAccepted() {
    for (String line :
        List.of(
            "status",
            "inn:status web --json",
            "logs web -n 5 -f",
            "add web --port 80 -- true",
            "apply projects.json",
            "import Procfile",
            "start --all",
            "redact test",
            "backup",
            "restore latest --yes",
            "install /nonexistent/x.jar",
            "install http://127.0.0.1:1/x.jar",
            "upgrade x.tar.gz",
            "audit verify",
            "completion bash",
            "shell",
            "felix:lb -s",
            "lb",
            "headers x",
            "of-a-plugin --any")) {
      assertEquals(Optional.empty(), mistakes(line), line);
    }
  }

  @Test
  void mistakesOtherThanOptionsAreFoundToo() {
    for (String line :
        List.of("add", "start", "logs", "status --sort", "install", "silence --for", "shell a")) {
      assertTrue(mistakes(line).isPresent(), line);
    }
  }

  @Test
  void anOptionOfAnotherLogReaderSuggestsOurOption() {
    String said = mistakes("logs web --tail 5").orElse("");
    assertTrue(said.startsWith("innkeeper: logs: unknown option --tail; did you mean -n?\n"), said);
  }

  @Test
  void anOptionOfTheStartScriptAfterTheCommandNamesItsPlace() {
    String said = mistakes("status --host box").orElse("");
    assertTrue(
        said.startsWith(
            "innkeeper: status: --host is read before the command only: innkeeper --host ..."
                + " COMMAND\n"),
        said);
    assertEquals(1, said.lines().filter(line -> line.startsWith("innkeeper: ")).count(), said);
  }

  @Test
  void anUnknownOptionBeforeTheCommandIsNamed() {
    String said = mistakes("--hots box status").orElse("");
    assertTrue(said.startsWith("innkeeper: unknown option --hots before the command;"), said);
    assertTrue(said.contains("did you mean --host"), said);
  }

  @Test
  void anUnknownWordNamesTheNearestCommand() {
    assertEquals(
        Optional.of("unknown command statsu; did you mean status?"),
        new OfflineHelp().unknown("statsu"));
    assertEquals(
        Optional.of("unknown command ls; did you mean status?"), new OfflineHelp().unknown("ls"));
    assertEquals(Optional.of("unknown command qqqq"), new OfflineHelp().unknown("qqqq"));
    assertEquals(Optional.empty(), new OfflineHelp().unknown("felix:lb"));
    assertEquals(Optional.empty(), new OfflineHelp().unknown("lb"));
    ScriptCommand.ALL.forEach(
        row -> assertEquals(Optional.empty(), new OfflineHelp().unknown(row.name())));
  }
}
