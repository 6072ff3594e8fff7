package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.audit.Actor;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code alarm} and {@code silence}. */
@Timeout(60)
class AlarmCommandsTest extends ShellFixture {

  private FakeAlarms alarms;

  @BeforeEach
  void open() throws Exception {
    alarms = shell.services.alarms;
    alarms.channels.add(FakeAlarms.channel("discord", "", ""));
    assertEquals(0, cli("add", "web", "--no-wait", "--", "/bin/true").status());
  }

  @Test
  void channelsAreListedWithTheirStates() throws Exception {
    alarms.channels.add(FakeAlarms.channel("smtp", "no host is set", ""));
    assertEquals(
        """
        CHANNEL  LAST SUCCESS              LAST FAILURE  WAITING  GIVEN UP  STATE
        discord  2026-11-21T03:12:00.000Z  -             2        1         ok
        smtp     2026-11-21T03:12:00.000Z  -             2        1         not used: no host is set
        """,
        cli("alarm").out());
    assertTrue(cli("alarm", "--json").out().contains("\"name\" : \"discord\""));
    alarms.channels.clear();
    assertEquals(0, cli("alarm").status());
    assertTrue(cli("alarm").err().startsWith("no alarm channel is set up"));
  }

  @Test
  void aTestOfAChannelReportsItsResult() throws Exception {
    assertEquals(
        new Cli.Result(0, "a test was delivered to discord\n", ""),
        cli("alarm", "test", "discord"));
    assertEquals(Actor.Via.CLI, alarms.actor.via());
    alarms.result = SendResult.refused("discord.com answered 404");
    Cli.Result failed = cli("alarm", "test", "discord");
    assertEquals(1, failed.status());
    assertTrue(failed.err().contains("discord.com answered 404"), failed.err());
    assertEquals(1, cli("alarm", "test", "fax").status());
    assertEquals(2, cli("alarm", "test").status());
  }

  @Test
  void aProjectIsSilentForAWhileAndTheSilenceCanBeListedAndEnded() throws Exception {
    String id = "web";
    Cli.Result began = cli("silence", id, "--for", "2h");
    assertTrue(began.out().startsWith(id + " is silent until 2026-"), began.toString());
    assertTrue(cli("silence").out().contains(id), "listed");
    assertEquals(id + " is silent no more\n", cli("silence", id, "--end").out());
    assertEquals(id + " is not silent\n", cli("silence", id, "--end").out());
    assertEquals("nothing is silent\n", cli("silence").err());
    cli("silence", "--all", "--for", "1h");
    assertEquals(Alarms.ALL, alarms.silences.get(0).channelId());
  }

  @Test
  void anUnclearSilenceIsRefusedAndSilencesNothing() throws Exception {
    String id = "web";
    for (List<String> words :
        List.of(
            List.of("silence", id),
            List.of("silence", "--for", "2h"),
            List.of("silence", id, "--for", "2h", "--end"),
            List.of("silence", id, "--for", "soon"),
            List.of("silence", id, "--for", "31d"),
            List.of("silence", id, "--for", "59s"),
            List.of("silence", id, "--all", "--for", "2h"))) {
      assertEquals(2, cli(words.toArray(String[]::new)).status(), words.toString());
    }
    assertEquals(1, cli("silence", id, "nobody", "--for", "2h").status());
    assertEquals(List.of(), alarms.silences);
  }
}
