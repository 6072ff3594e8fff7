package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code incidents} and {@code history}. */
@Timeout(60)
class PastCommandsTest extends ShellFixture {

  private FakeIncidents past;

  @BeforeEach
  void open() throws Exception {
    past = shell.services.past;
    past.incidents.add(FakeIncidents.crashLoop(7));
  }

  @Test
  void incidentsAreATableForPeopleAndRecordsForPrograms() throws Exception {
    assertEquals(
        """
        N  PROJECT  KIND        FROM                      FOR     RUNS  CAUSE
        7  api      crash-loop  2026-11-21T03:12:00.000Z  2m 26s  11    It ended 11 times, again \
        and again after its start: KeyError: 'sku-31' (exited with code 1)
        """,
        cli("incidents").out());
    assertEquals(Instant.MAX, past.wanted.to(), "the clock may have been set back");
    String json = cli("incidents", "api", "--json").out();
    assertTrue(json.contains("\"kind\" : \"crash-loop\""), json);
    assertEquals(List.of("api"), past.wanted.projects());
  }

  @Test
  void atATimeTheWholeIncidentIsShown() throws Exception {
    Cli.Result found = cli("incidents", "--at", "2026-11-21T03:12:30Z");
    assertEquals(
        """
        incident 7: crash-loop of api, 11 runs
        from:     2026-11-21T03:12:00.000Z
        to:       2026-11-21T03:14:26.000Z
        cause:    It ended 11 times, again and again after its start: KeyError: 'sku-31' (exited \
        with code 1)
        before:   CPU 1.3 % (at most 9.0 %), memory 1.0 KiB (at most 2.0 KiB)
        changed:  2026-11-21T03:07:00.000Z definition: command (cli)
        acted:    2026-11-21T03:13:00.000Z project.restart (cli sh)
        It exited with code 1, 11 times, the last at 2026-11-21T03:14:20.000Z, after:
          | Traceback (most recent call last):
          | KeyError: 'sku-31'

        """,
        found.out());
    assertEquals(found.out(), cli("incidents", "show", "7").out());
    Cli.Result none = cli("incidents", "--at", "2026-11-21T04:00:00Z");
    assertEquals(new Cli.Result(0, "", "no incident at 2026-11-21T04:00:00.000Z\n"), none);
  }

  @Test
  void anIncidentIsAcknowledgedAndSnoozed() throws Exception {
    assertEquals(
        "incident 7 is acknowledged since 2026-11-21T05:43:10.000Z\n",
        cli("incidents", "ack", "7").out());
    assertEquals(
        "incident 7 is snoozed until 2026-11-21T07:43:10.000Z\n",
        cli("incidents", "snooze", "7", "--for", "2h").out());
    Cli.Result unknown = cli("incidents", "ack", "8");
    assertEquals(1, unknown.status());
    assertTrue(unknown.err().contains("no incident has the number 8"), unknown.err());
  }

  @Test
  void aUsageErrorNamesTheAllowedValues() throws Exception {
    assertWrong("allowed: an incident's number", "incidents", "ack", "seven");
    assertWrong("N is missing", "incidents", "show");
    assertWrong("such as 2h", "incidents", "snooze", "7", "--for", "soon");
    assertWrong("--for goes with snooze only", "incidents", "ack", "7", "--for", "2h");
    assertWrong("exclude each other", "incidents", "--at", "-1h", "--since", "-2h");
    assertWrong("\"whenever\"", "incidents", "--at", "whenever");
    assertWrong("\"whenever\"", "history", "api", "--since", "whenever");
    assertWrong("ID is missing", "history");
    assertEquals(1, cli("history", "nobody").status());
  }

  private void assertWrong(String what, String... words) throws Exception {
    Cli.Result result = cli(words);
    assertEquals(2, result.status(), result.err());
    assertTrue(result.err().contains(what), result.err());
  }

  @Test
  void historyPlotsWithinEightyColumns() throws Exception {
    Cli.Result plot = cli("history", "api", "--since", "2026-11-21T05:42:10Z");
    assertEquals(0, plot.status(), plot.err());
    List<String> lines = plot.out().lines().toList();
    assertEquals(
        "api  2026-11-21T05:42:10.000Z to 2026-11-21T05:43:10.000Z, steps of 5s", lines.get(0));
    String cpu = lines.stream().filter(l -> l.startsWith("cpu")).findFirst().orElseThrow();
    assertTrue(cpu.matches("cpu +4\\.0 % +2\\.0 % +▁·+▅·+█·+"), cpu);
    String rss = lines.stream().filter(l -> l.startsWith("rss")).findFirst().orElseThrow();
    assertTrue(rss.matches("rss +– +– +·+"), "never sampled is no zero: " + rss);
    lines.forEach(line -> assertTrue(line.length() <= 80, line));
    assertEquals(Instant.parse("2026-11-21T05:42:10Z"), past.asked.from());
    assertFalse(past.asked.host());
    assertTrue(cli("history", "--host").out().startsWith("the host  "));
    assertTrue(past.asked.host());
    String json = cli("history", "api", "--json").out();
    assertTrue(json.contains("\"cpu\" : [ [ \"2026-"), json);
  }

  @Test
  void timesHaveTheZoneOfTheHostAndCanBeTypedBack() throws Exception {
    TimeZone machine = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
    try {
      String shown = "2026-11-20T22:12:00.000-05:00";
      String table = cli("incidents").out();
      assertTrue(table.contains(shown), table);
      String whole = cli("incidents", "--at", shown).out();
      assertTrue(whole.contains("from:     " + shown), whole);
      assertEquals(Instant.parse("2026-11-21T03:11:00Z"), past.wanted.from());
      assertFalse(whole.contains("Z"), whole);
      assertTrue(cli("incidents", "--json").out().contains("2026-11-21T03:12:00.000Z"));
    } finally {
      TimeZone.setDefault(machine);
    }
  }
}
