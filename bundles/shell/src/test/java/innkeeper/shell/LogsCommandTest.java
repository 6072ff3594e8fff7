package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.record.LogLevel;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code logs} of several logs, by time, and what is searched for. */
class LogsCommandTest extends ShellFixture {

  @BeforeEach
  void open() throws Exception {
    shell.services.logs.line("c1", "c1 zero", "c1 one", "c1 two");
    shell.services.logs.line("c2", "c2 zero", "c2 one");
  }

  @Test
  void linesOfSeveralLogsComeInTheOrderOfTheirTimes() throws Exception {
    assertEquals(
        "c1 | c1 zero\nc2 | c2 zero\nc1 | c1 one\nc2 | c2 one\nc1 | c1 two\n",
        cli("logs", "c1", "c2").out());
    assertEquals("c2 | c2 one\nc1 | c1 two\n", cli("logs", "c1", "c2", "-n", "2").out());
    assertEquals("", cli("logs", "c1", "c2", "-n", "0").out());
  }

  @Test
  void withATimeAllLinesFromThenOnAreShown() throws Exception {
    assertEquals("c1 one\nc1 two\n", cli("logs", "c1", "--since", "1970-01-01T00:00:01Z").out());
    assertEquals("c1 zero\n", cli("logs", "c1", "--until", "1970-01-01T00:00:01Z").out());
    assertEquals("c1 two\n", cli("logs", "c1", "-n1", "--since", "1970-01-01T00:00:01Z").out());
  }

  @Test
  void aLineAsJsonIsAnObject() throws Exception {
    assertEquals(
        "{\"channelId\":\"c1\",\"at\":\"1970-01-01T00:00:02.000Z\",\"stream\":\"stdout\","
            + "\"line\":\"c1 two\"}\n",
        cli("logs", "c1", "-t", "-n1", "--json").out());
  }

  @Test
  void aLineIsPrintedAfterItsTime() throws Exception {
    String line = cli("logs", "c1", "-t", "-n1").out();
    assertEquals("1970-01-01T00:00:02.000Z c1 two\n", line);
  }

  @Test
  void matchesArePrintedTheOldestFirst() throws Exception {
    shell.services.search.lines = List.of("newer", "older");
    Cli.Result found = cli("logs", "c1", "--grep", "x[0-9]", "--level", "error", "-C", "1");
    assertEquals("older\nafter\n--\nnewer\nafter\n", found.out());
    assertEquals("x[0-9]", shell.services.search.asked.pattern());
    assertEquals(LogLevel.ERROR, shell.services.search.asked.level().orElseThrow());
    assertEquals(200, shell.services.search.asked.limit());
    cli("logs", "c1", "--grep", "x", "--since", "-2h");
    assertEquals(10_000, shell.services.search.asked.limit());
  }

  @Test
  void contradictingOptionsOfLogsAreReported() throws Exception {
    refused("--since: \"noon\" is no time; allowed are 03:12", "logs", "c1", "--since", "noon");
    refused("is before the begin", "logs", "c1", "--since", "-1h", "--until", "-2h");
    refused("--level: \"bad\" is no level; allowed are", "logs", "c1", "--level", "bad");
    refused("the pattern \"(\" cannot be read", "logs", "c1", "--grep", "(");
    refused("-C goes with --grep or --level", "logs", "c1", "-C", "2");
    refused("--stream is in; allowed: out, err", "logs", "c1", "--stream", "in");
    refused("-f and --until do not go together", "logs", "c1", "-f", "--until", "now");
    refused("unknown project nobody", "logs", "c1", "nobody");
    refused("ID (or --main) is missing", "logs", "-t");
  }

  private void refused(String why, String... words) throws Exception {
    Cli.Result result = cli(words);
    assertTrue(result.status() != 0 && result.err().contains(why), result.toString());
  }

  private void recorded(String action, String project, String detail) {
    shell.services.record.append(
        new AuditDraft(action, project, Actor.of(Actor.Via.CLI), "ok", detail));
  }

  @Test
  void theOwnersOfALogsLinesAreReportedAfterItsNameWasChangedOrReused() throws Exception {
    recorded("project.define", "shop", "name: none -> c1");
    recorded("project.change", "shop", "port: 1 -> 2");
    assertEquals("", cli("logs", "c1").err());
    recorded("project.change", "shop", "port: 2 -> 3; name: c1 -> c2");
    recorded("project.define", "c1", "");
    cli("add", "shop", "--name", "c2", "--", "true");
    cli("add", "c1", "--", "true");
    assertEquals(
        "innkeeper: lines from before 2026-11-21T05:40:00.000Z are those of the project shop\n",
        cli("logs", "c1").err());
    assertEquals(
        "innkeeper: until 2026-11-21T05:40:00.000Z the log of shop was logs/c1.log\n",
        cli("logs", "shop", "-n", "1", "-t").err());
    recorded("project.remove", "c1", "");
    recorded("project.define", "c1", "");
    assertEquals(1, cli("logs", "c1").err().lines().count(), "the same project came back");
    shell.services.record.now = Instant.parse("2026-11-21T05:41:00Z");
    recorded("project.remove", "c1", "");
    cli("remove", "c1");
    shell.services.record.now = Instant.parse("2026-11-21T05:42:00Z");
    recorded("project.define", "third", "name: none -> c1");
    cli("add", "third", "--name", "c1", "--", "true");
    assertEquals(
        """
        innkeeper: lines from before 2026-11-21T05:40:00.000Z are those of the project shop
        innkeeper: lines from 2026-11-21T05:40:00.000Z to 2026-11-21T05:42:00.000Z are those of the\
         project c1
        """,
        cli("logs", "third").err());
    recorded("project.remove", "shop", "");
    cli("remove", "shop");
    shell.services.record.now = Instant.parse("2026-11-21T05:43:00Z");
    recorded("project.define", "shop", "name: none -> c3");
    cli("add", "shop", "--name", "c3", "--", "true");
    assertEquals(
        "innkeeper: until 2026-11-21T05:42:00.000Z the log of shop was logs/c2.log",
        cli("logs", "shop").err().lines().toList().get(1));
  }
}
