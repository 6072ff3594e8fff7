package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The completion scripts of the release, in the shells that are installed here. */
class CompletionIT {

  private static final Path SHARE = HostProcess.HOME.resolve("share");
  private static final Path BASH = SHARE.resolve("bash-completion/completions/innkeeper");
  private static final Path ZSH = SHARE.resolve("zsh/site-functions/_innkeeper");
  private static final Path FISH = SHARE.resolve("fish/vendor_completions.d/innkeeper.fish");

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "web", "--no-autostart", "--", "true").ok();
    host.cli("add", "worker", "--no-autostart", "--", "true").ok();
  }

  @AfterAll
  static void stop() throws Exception {
    if (host != null) {
      host.close();
    }
  }

  private static String run(Path dataDir, String... command) throws Exception {
    String path = HostProcess.HOME.resolve("bin") + ":" + System.getenv("PATH");
    Programs.Said said =
        Programs.run(
            host.scratch(),
            Map.of("PATH", path, "DATA_DIR", dataDir.toString(), "HOME", host.scratch().toString()),
            List.of(command));
    return said.out().strip();
  }

  /** What bash offers for the last word; a word that is not begun is "". */
  private static String bash(Path dataDir, String... words) throws Exception {
    String script =
        ". \"$0\"; COMP_WORDS=(innkeeper \"$@\"); COMP_CWORD=$#; _innkeeper; echo ${COMPREPLY[*]}";
    String[] command = new String[words.length + 4];
    command[0] = "bash";
    command[1] = "-c";
    command[2] = script;
    command[3] = BASH.toString();
    System.arraycopy(words, 0, command, 4, words.length);
    return run(dataDir, command);
  }

  @Test
  void bashCompletesCommandsOptionsAndLiveIds() throws Exception {
    Programs.need("bash");
    assertEquals("start status stop", sorted(bash(host.data(), "st")));
    assertEquals("doctor", bash(host.data(), "do"));
    assertEquals("--sort", bash(host.data(), "status", "--so"));
    assertEquals("cpu", bash(host.data(), "status", "--sort", "c"));
    assertEquals("web worker", sorted(bash(host.data(), "stop", "")));
    assertEquals("worker", bash(host.data(), "--data", host.data().toString(), "logs", "wo"));
    assertEquals("worker", bash(host.data(), "--data", "=", host.data().toString(), "why", "wo"));
    assertEquals("add", bash(host.data(), "redact", "a"));
    assertEquals("", bash(host.data(), "add", "x", "--", "st"), "the user's own command");
  }

  @Test
  void withoutAHostThereAreCommandsAndNoIds() throws Exception {
    Programs.need("bash");
    Path none = host.scratch().resolve("nowhere");
    assertEquals("restart restart-host restore", sorted(bash(none, "rest")));
    assertEquals("", bash(none, "stop", ""));
  }

  @Test
  void zshKnowsCommandsAndLiveIds() throws Exception {
    Programs.need("zsh");
    // compadd is zsh's own in a terminal only: here it prints what it is given.
    String script =
        "exec 2>/dev/null; compdef() { : };"
            + "compadd() { [[ $1 == -a ]] && print -l -- ${(P)3} || print -l -- ${@[2,-1]} };"
            + "_describe() { print -l -- ${(P)4%%:*} }; _files() { print FILES };"
            + " . \"$0\"; words=(innkeeper \"$@\"); CURRENT=${#words}; _innkeeper";
    assertTrue(run(host.data(), "zsh", "-fc", script, ZSH.toString(), "st").contains("status"));
    assertEquals("web\nworker", run(host.data(), "zsh", "-fc", script, ZSH.toString(), "stop", ""));
    String sorts = run(host.data(), "zsh", "-fc", script, ZSH.toString(), "status", "--sort", "");
    assertTrue(sorts.contains("cpu"), sorts);
    assertEquals(
        "FILES", run(host.data(), "zsh", "-fc", script, ZSH.toString(), "add", "--", "x", ""));
  }

  @Test
  void fishKnowsCommandsAndLiveIds() throws Exception {
    Programs.need("fish");
    assertTrue(fish("innkeeper st").contains("status\t"));
    assertEquals("web\nworker", fish("innkeeper stop w"));
    assertEquals("cpu", fish("innkeeper status --sort c"));
    assertFalse(fish("innkeeper add x -- st").contains("status"));
  }

  private static String fish(String line) throws Exception {
    return run(
        host.data(),
        "fish",
        "--no-config",
        "-c",
        "source " + FISH + "; complete -C '" + line + "'");
  }

  @Test
  void theCommandPrintsWhatTheReleaseHas() throws Exception {
    for (Map.Entry<String, Path> one : Map.of("bash", BASH, "zsh", ZSH, "fish", FISH).entrySet()) {
      assertEquals(
          java.nio.file.Files.readString(one.getValue()),
          host.cli("completion", one.getKey()).ok().out());
    }
    assertEquals(2, host.cli("completion", "csh").status());
  }

  private static String sorted(String words) {
    return String.join(" ", new TreeSet<>(List.of(words.split(" "))));
  }
}
