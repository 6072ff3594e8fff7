package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Usage;
import innkeeper.shell.cli.UsageException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Usage lines are the one place where a command's options are declared. */
class UsageTest {

  private static final Help COMMAND =
      Help.of("cut ID [-n|--lines 200] [--env K=V]... [-f|--json] -- WORD", "cuts")
          .form("cut ID|--all [--how fast|slow]")
          .form("cut verify --deep");

  @Test
  void aUsageLineIsParsedAndCompleted() {
    Usage usage = COMMAND.options();
    assertEquals(Set.of("-f", "--json", "--all", "--deep"), usage.flags());
    assertEquals(Set.of("-n", "--lines", "--env", "--how"), usage.valued());
    assertEquals(Set.of("--env"), usage.repeated());
    assertEquals(Set.of("verify"), usage.subcommands());
    assertTrue(usage.words().containsAll(List.of("-n", "--deep", "verify", "--")));
  }

  @Test
  void anOptionThatIsRequiredTakesItsValueToo() {
    Usage usage = Help.of("hush ID... (--for SPAN)", "hushes").options();
    assertEquals(Set.of("--for"), usage.valued());
    assertEquals(Set.of(), usage.flags());
  }

  @Test
  void anOptionIsFoundUnlessItIsAValueOrBehindTheSeparator() {
    Set<String> wanted = Set.of("-h");
    Usage usage = COMMAND.options();
    assertEquals(Optional.of("-h"), usage.first(List.of("x", "--json", "-h"), wanted));
    assertEquals(Optional.of("-h"), usage.first(List.of("-n5", "-h"), wanted));
    assertEquals(Optional.empty(), usage.first(List.of("-n", "-h"), wanted));
    assertEquals(Optional.empty(), usage.first(List.of("x", "--", "-h"), wanted));
  }

  @Test
  void optionsAreParsedByTheUsage() throws Exception {
    Options options =
        Options.of(
            List.of("x", "-n5", "--env", "A=1", "--env=B=2", "--json", "--", "--all"), COMMAND);
    options.check();
    assertEquals(5, options.number("-n", 1, 0, 9));
    assertEquals(List.of("A=1", "B=2"), options.all("--env"));
    assertTrue(options.has("--json"));
    assertEquals(List.of("--all"), options.rest().orElseThrow());
  }

  @Test
  void anOptionThatTheUsageDoesNotDeclareIsAMistake() {
    Options options =
        Options.of(List.of("--nope", "--json=1", "-n", "1", "-n", "2", "--how"), COMMAND);
    String said = assertThrows(UsageException.class, options::check).getMessage();
    assertTrue(said.contains("unknown option --nope"), said);
    assertTrue(said.contains("--json takes no value"), said);
    assertTrue(said.contains("-n is given twice"), said);
    assertTrue(said.contains("--how needs a value"), said);
  }
}
