package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.system.HostProcess.Said;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What add and start say of servers that cannot start, or take their time. */
class ReadyIT {

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterAll
  static void stop() throws Exception {
    if (host != null) {
      host.close();
    }
  }

  /** Why it did not start, as the line of its state says. */
  private static String refused(String id, String... more) throws Exception {
    String[] words = new String[more.length + 4];
    System.arraycopy(new String[] {"add", id, "--wait", "30"}, 0, words, 0, 4);
    System.arraycopy(more, 0, words, 4, more.length);
    Said said = host.cli(words);
    assertEquals(1, said.status(), said.toString());
    assertTrue(said.err().contains("more: innkeeper why " + id), said.err());
    String line = said.out().lines().filter(l -> l.startsWith(id + "  ")).findFirst().orElseThrow();
    assertTrue(line.startsWith(id + "  BACKOFF  "), line);
    return line.substring((id + "  BACKOFF  ").length());
  }

  private static String state(String id) {
    try {
      String status = host.cli("status", id).out();
      return status.contains(" RUNNING ") ? "RUNNING" : status;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsMissingIsNamedAndIsStatusOne() throws Exception {
    Path script = host.scratch().resolve("serve.js");
    Files.writeString(script, "#!/usr/bin/env nodde\n");
    assertTrue(script.toFile().setExecutable(true));
    assertTrue(refused("program", "--", "pyhton3").startsWith("not found: pyhton3 is in no"));
    assertTrue(refused("script", "--", script.toString()).startsWith("not found: nodde, which"));
    assertTrue(refused("env", "--", "env", "A=1", "nodde").startsWith("not found: nodde, which"));
    assertTrue(refused("folder", "--dir", "/nowhere", "--", "true").startsWith("no such dir"));
    String file = refused("file", "--env-file", "/nowhere/env", "--", "true");
    assertTrue(file.startsWith("env file not found: /nowhere/env"), file);
  }

  @Test
  void aTakenPortIsSaidWithItsHolder() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      Said said =
          host.cli("add", "port", "--wait", "9", "--port", port, "--", "sh", "-c", "exit 98");
      assertEquals(1, said.status());
      String holder = "java (pid " + ProcessHandle.current().pid() + ")";
      assertTrue(
          said.err().startsWith("innkeeper: port " + port + " of port is taken by " + holder),
          said.err());
    }
  }

  @Test
  void oneThatIsReadyOrHasDoneItsWorkIsStatusZero() throws Exception {
    Path ready = host.scratch().resolve("ready");
    String probe = "exec:test -e " + ready;
    Process adds =
        host.client("add", "web", "--wait", "50", "--health", probe, "--", "sleep", "600");
    HostProcess.await("web runs", () -> state("web").equals("RUNNING"));
    assertFalse(adds.waitFor(300, TimeUnit.MILLISECONDS), "it runs, but is not ready");
    Files.createFile(ready);
    assertTrue(adds.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertEquals(0, adds.exitValue());
    host.cli("add", "once", "--wait", "50", "--restart", "never", "--", "true").ok();
  }

  @Test
  void controlCEndsTheWaitingAndNotTheServer() throws Exception {
    HostProcess.assumeHeard(2);
    Process waits =
        host.client("add", "slow", "--wait", "50", "--health", "tcp:1", "--", "sleep", "600");
    HostProcess.await("slow runs", () -> state("slow").equals("RUNNING"));
    new ProcessBuilder("kill", "-s", "INT", String.valueOf(waits.pid())).start().waitFor();
    assertTrue(waits.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertEquals(130, waits.exitValue());
    String said = new String(waits.getInputStream().readAllBytes());
    assertTrue(
        said.endsWith("no longer waiting; the start continues. See: innkeeper status slow\n"));
    assertFalse(said.contains("\r"), "nothing that only a terminal understands: " + said);
    assertEquals("RUNNING", state("slow"));
  }
}
