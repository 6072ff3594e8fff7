package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code run --project}: the projects of the command line, without a container engine. */
class ForegroundIT {

  private static final String BIN = HostProcess.HOME.resolve("bin/innkeeper").toString();

  private Path scratch;
  private Process process;

  @BeforeEach
  void makeScratch() throws Exception {
    scratch = Files.createTempDirectory("innkeeper-fg");
  }

  @AfterEach
  void end() throws Exception {
    if (process != null) {
      // unshare itself does not hear TERM.
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      if (!process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
    HostProcess.endServers(scratch.resolve("data"));
    HostProcess.remove(scratch);
  }

  private static final String PROJECTS =
      "[{'channelId':'api','restart':'never','command':['/bin/sh','-c',"
          + "'echo password=hunter22xyz; trap `echo heard HUP` HUP; trap `exit 75` USR1;"
          + " echo waits; while :; do sleep 0.05; done']},"
          + "{'channelId':'b','command':['/bin/sh','-c','trap `` HUP USR1; echo of b; exec sleep 600']}]";

  @Test
  void theFirstProcessPrintsCleanOutputForwardsSignalsAndEndsWithTheProjectsCode()
      throws Exception {
    String[] trial = {"unshare", "--pid", "--fork", "--mount-proc", "true"};
    boolean may = Programs.installed("unshare") && Programs.status(trial) == 0;
    if (!may) {
      System.err.println("SKIPPED: no PID namespace may be made here");
    }
    Assumptions.assumeTrue(may, "SKIPPED: no PID namespace may be made here");
    Path file = Files.writeString(scratch.resolve("p.json"), quoted(PROJECTS));
    start(
        List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child"),
        Map.of(),
        file.toString(),
        "--stdout",
        "--exit-with",
        "api");
    await("api | waits");
    await("b | of b");
    assertTrue(out().contains("api | password=[REDACTED]\n"), this::out);
    assertFalse(out().contains("hunter22xyz"), this::out);
    assertTrue(err().contains("no page (ADMIN_PORT=0)"), this::err);
    assertEquals(0, cli("health", "--level", "alive").status());
    HostProcess.await("both are ready", this::ready);

    ProcessHandle first = process.children().findFirst().orElseThrow();
    signal("HUP", first);
    await("api | heard HUP");
    // The code with which a host says that its memory was out: the script does not start it again.
    signal("USR1", first);
    assertTrue(process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS), this::err);

    assertEquals(75, process.exitValue(), this::err);
    assertTrue(err().contains("bot.db closed"), this::err);
  }

  @Tag("nightly")
  @Test
  void eachLineIsPrintedOnceOverARestartOfTheHostAndAnotherStart() throws Exception {
    String counting = "i=0; while :; do i=$((i+1)); echo line $i $$; sleep 0.02; done";
    String json = "[{'channelId':'one','command':['/bin/sh','-c','" + counting + "']}]";
    Map<String, String> env = Map.of("PROJECTS", quoted(json));
    start(List.of(), env, "env:PROJECTS", "--stdout");
    await("line 20 ");
    cli("restart-host").ok();
    HostProcess.await("the next host prints", () -> err().split(" ready ", -1).length > 2);
    int lines = out().split("\n").length;
    HostProcess.await("it goes on", () -> out().split("\n").length > lines + 20);
    process.destroy();
    assertTrue(process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS), this::err);
    assertEquals(0, process.exitValue(), this::err);

    Path log = scratch.resolve("data/logs/one.log");
    assertEquals(Files.readString(log), out(), "what was printed is what is in the log");
    String before = out();

    start(List.of(), env, "env:PROJECTS", "--stdout");
    await("line 5 ");
    process.destroy();
    assertTrue(process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS), this::err);
    assertEquals(Files.readString(log), before + out());
  }

  @Test
  void aDefinitionThatIsWrongEndsTheHostAsAMistakeInTheSettingsDoes() throws Exception {
    Path file = Files.writeString(scratch.resolve("p.json"), quoted("[{'channelId':'a/b'}]"));
    start(List.of(), Map.of(), file.toString());
    assertTrue(process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS), this::err);
    assertEquals(78, process.exitValue(), this::err);
    assertTrue(out().contains("channelId is a/b; allowed: "), this::out);
  }

  @Test
  void aProjectThatIsInNoFileCannotEndTheHost() throws Exception {
    Path file = Files.writeString(scratch.resolve("p.json"), quoted(PROJECTS));
    start(List.of(), Map.of(), file.toString(), "--stdout", "--exit-with", "c");
    assertTrue(process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS), this::err);
    assertEquals(78, process.exitValue(), this::err);
    assertTrue(err().contains("--exit-with names c, which no file"), this::err);
  }

  /** JSON in Java is easier to read with another quote. */
  private static String quoted(String json) {
    return json.replace('\'', '"').replace('`', '\'');
  }

  private void start(List<String> under, Map<String, String> env, String... words)
      throws Exception {
    List<String> command = new ArrayList<>(under);
    command.addAll(List.of(BIN, "run", "--project"));
    command.addAll(List.of(words));
    ProcessBuilder builder = builder(command);
    builder.environment().putAll(env);
    process =
        builder
            .redirectOutput(scratch.resolve("out").toFile())
            .redirectError(scratch.resolve("err").toFile())
            .start();
  }

  private ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(scratch.toFile());
    Map<String, String> env = builder.environment();
    env.keySet().removeAll(List.of("ADMIN_PORT", "JAVA_TOOL_OPTIONS"));
    env.put("DATA_DIR", scratch.resolve("data").toString());
    env.put("HOME", scratch.toString());
    env.put("XDG_RUNTIME_DIR", scratch.toString());
    env.put("INNKEEPER_ARCHIVES", "off");
    env.put("BACKUP_INTERVAL_HOURS", "0");
    env.put("JAVA_OPTS", "-XX:TieredStopAtLevel=1");
    return builder;
  }

  private Programs.Said cli(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(BIN));
    command.addAll(List.of(words));
    return Programs.run(scratch, Map.of("DATA_DIR", scratch.resolve("data").toString()), command);
  }

  private boolean ready() {
    try {
      return cli("health", "--level", "ready").out().equals("ready\n");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void signal(String name, ProcessHandle to) throws Exception {
    assertEquals(0, Programs.status("kill", "-s", name, String.valueOf(to.pid())));
  }

  private void await(String text) {
    HostProcess.await(text + " is printed", () -> out().contains(text) || !process.isAlive());
    assertTrue(out().contains(text), () -> out() + err());
  }

  private String out() {
    return read("out");
  }

  private String err() {
    return read("err");
  }

  private String read(String name) {
    try {
      return Files.readString(scratch.resolve(name));
    } catch (java.io.IOException e) {
      return "";
    }
  }
}
