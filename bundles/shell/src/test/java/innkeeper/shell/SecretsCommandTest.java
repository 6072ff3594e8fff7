package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Secrets of definitions on the command line: what is protected, masked and refused. */
class SecretsCommandTest extends ShellFixture {

  @Test
  void exportPrintsNoSecretOfACommandOrAProbeAndApplyRefusesItsMask() throws Exception {
    cli("add", "c1", "--health", "exec:ping hunter2", "--", "app", "--pw=hunter2", "x");
    String masked = cli("export").out();
    assertFalse(masked.contains("hunter2"), masked);
    assertTrue(masked.contains("--pw=[REDACTED]"), masked);
    Cli.Result refused = with(masked, "apply", "-");
    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("c1: command element 2 has the mask"), refused.err());
    assertTrue(refused.err().contains("c1: health exec has the mask"), refused.err());
    assertTrue(cli("export", "--show-secrets").out().contains("--pw=hunter2"));
    assertEquals(2, cli("add", "c2", "--", "app", "--pw=[REDACTED]").status());
  }

  @Test
  void secretVariablesAreMaskedInAnExportAndNamedInTheAnswer() throws Exception {
    Path file = Files.writeString(temp.resolve("licence"), "good-evening-8");
    Cli.Result added =
        cli(
            "add",
            "c1",
            "--env",
            "MODE=live",
            "--secret-env",
            "GREETING=good-morning-7",
            "--secret-file",
            "LICENCE=licence",
            "--",
            "true");
    assertEquals(
        "added c1\nprotected in c1: 2 of 3: GREETING, LICENCE\nc1  RUNNING  pid 4711\n",
        added.out());
    String masked = cli("export").out();
    assertFalse(masked.contains("good-morning"), masked);
    assertTrue(masked.contains(file.toString()), masked);
    Cli.Result refused = with(masked, "apply", "-");
    assertTrue(refused.err().contains("secretEnv GREETING is the mask"), refused.err());
    Cli.Result again = with(cli("export", "--show-secrets").out(), "apply", "-");
    assertTrue(again.out().startsWith("unchanged c1\n"), again.out() + again.err());
  }

  @Test
  void theAnswerInJsonSaysWhatIsProtected() throws Exception {
    Cli.Result added =
        cli(
            "add",
            "c1",
            "--env",
            "PIN=1",
            "--secret-env",
            "GREETING=good-morning-7",
            "--json",
            "--",
            "true");
    assertEquals(
        """
        {"dryRun":false,"added":["c1"],"changed":[],"restarted":[],"removed":[],"unchanged":[],"changes":[],\
        "protection":[{"channelId":"c1","values":2,"protected":["GREETING"],\
        "warnings":["PIN:tooshort"]}],\
        "started":[{"channelId":"c1","state":"RUNNING","ready":true,"reason":""}]}""",
        added.out().replaceAll("\\s", ""));
    Cli.Result text = cli("add", "c1", "--env", "PIN=1", "--", "true");
    assertEquals("innkeeper: not protected in c1: PIN: too short\n", text.err());
  }

  @Test
  void onlySecretsAddedWithKeepAreKept() throws Exception {
    Cli.Result kept = with("mince9Pie\n", "redact", "add", "--stdin", "--keep");
    assertEquals("1 secret registered and kept in redact.keep\n", kept.out());
    assertEquals(List.of("mince9Pie"), shell.services.redactor.kept);
    with("plum9Pudding\n", "redact", "add", "--stdin");
    assertEquals(List.of("mince9Pie"), shell.services.redactor.kept);
    assertEquals(2, cli("redact", "stats", "--keep").status());
  }
}
