package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedHost.class)
class SupervisionIT {

  @Test
  void aServerThatIsKilledIsStartedAgain(HostProcess host) throws Exception {
    host.cli("add", "web", "--", "/bin/sleep", "600").ok();
    host.awaitState("web", "RUNNING");
    long first = Long.parseLong(host.project("web", "pid"));
    ProcessHandle.of(first).orElseThrow().destroyForcibly();
    HostProcess.await(
        "a successor runs",
        () -> {
          String pid = host.project("web", "pid");
          return !pid.equals("null") && Long.parseLong(pid) != first;
        });
    assertEquals("1", host.project("web", "restarts"));
    assertTrue(host.project("web", "lastExit").contains("137"), host.project("web", "lastExit"));
  }

  @Test
  void aStopEndsTheWholeGroupEvenWhenTermIsIgnored(HostProcess host) throws Exception {
    Path child = host.scratch().resolve("child");
    host.cli(
            "add",
            "stubborn",
            "--stop-seconds",
            "1",
            "--",
            "/bin/sh",
            "-c",
            "trap '' TERM; sleep 600 & echo $! > " + child + "; while :; do sleep 1; done")
        .ok();
    host.awaitState("stubborn", "RUNNING");
    HostProcess.await("its child runs", () -> Files.exists(child));
    long grandchild = Long.parseLong(Files.readString(child).strip());
    long leader = Long.parseLong(host.project("stubborn", "pid"));
    assertEquals(200, host.post("/api/projects/stubborn/stop?wait=20").statusCode());
    assertFalse(HostProcess.alive(leader));
    assertFalse(HostProcess.alive(grandchild));
    assertEquals("STOPPED", host.project("stubborn", "desired"));
  }

  @Test
  void aServerThatNeverStaysUpIsGivenUpOn(HostProcess host) throws Exception {
    host.cli("add", "broken", "--", "/bin/sh", "-c", "echo no such luck; exit 3").ok();
    HostProcess.await("it backs off", () -> host.project("broken", "state").equals("BACKOFF"));
    assertNotEquals("null", host.project("broken", "nextRetryAt"));
    assertTrue(host.project("broken", "lastExit").contains("code=3"));
    String why = host.cli("why", "broken").ok().out();
    assertTrue(why.contains("3"), why);
    assertEquals(200, host.post("/api/projects/broken/stop").statusCode());
    assertEquals("STOPPED", host.project("broken", "state"));
  }

  @Test
  void aProgramThatIsNotThereSaysSo(HostProcess host) throws Exception {
    host.cli("add", "lost", "--", "/no/such/program");
    HostProcess.await("it says why", () -> !host.project("lost", "reason").equals("null"));
    String reason = host.project("lost", "reason");
    assertTrue(reason.toLowerCase().contains("no such") || reason.contains("not found"), reason);
  }

  @Test
  void aHardKilledHostFindsItsServerAgain(HostProcess host) throws Exception {
    host.cli("add", "kept", "--", "/bin/sleep", "600").ok();
    host.awaitState("kept", "RUNNING");
    String pid = host.project("kept", "pid");
    host.crash();
    assertTrue(HostProcess.alive(Long.parseLong(pid)));
    host.start();
    host.awaitState("kept", "RUNNING");
    assertEquals(pid, host.project("kept", "pid"));
    assertEquals("true", host.project("kept", "adopted"));
  }

  @Test
  void whatEndedWhileNoHostRanIsToldWithItsTrueExitCode(HostProcess host) throws Exception {
    Path go = host.scratch().resolve("go");
    host.cli(
            "add",
            "brief",
            "--restart",
            "never",
            "--",
            "/bin/sh",
            "-c",
            "while [ ! -e " + go + " ]; do sleep 0.05; done; exit 7")
        .ok();
    host.awaitState("brief", "RUNNING");
    long pid = Long.parseLong(host.project("brief", "pid"));
    host.crash();
    Files.createFile(go);
    HostProcess.await("it ends", () -> !HostProcess.alive(pid));
    host.start();
    host.awaitState("brief", "EXITED");
    assertTrue(host.project("brief", "lastExit").contains("code=7"));
  }

  @Test
  void aCrashAndARestartOfTheHostGoOnAndACleanStopBeginsAnew(HostProcess host) throws Exception {
    Path runs = host.scratch().resolve("runs");
    host.cli("add", "given-up", "--restart", "never", "--", "/no/such/program");
    String shot = "echo run >> " + runs + "; exit 137";
    host.cli("add", "shot", "--restart", "never", "--", "/bin/sh", "-c", shot);
    host.awaitState("given-up", "FATAL");
    host.awaitState("shot", "EXITED");
    String since = host.project("given-up", "stateSince");
    String exit = host.project("shot", "lastExit");
    assertTrue(exit.contains("code=137, signal=null, signalInferred=KILL"), exit);
    assertEquals("ended with code 137 (SIGKILL, or exit 137)", host.project("shot", "reason"));
    host.crash();
    host.start();
    leftAsItWas(host, since, exit);
    host.cli("restart-host").ok();
    leftAsItWas(host, since, exit);
    assertEquals(1, Files.readAllLines(runs).size());
    assertEquals(0, host.stop());
    host.start();
    HostProcess.await("run again", () -> lines(runs) == 2);
    HostProcess.await(
        "tried again",
        () ->
            host.project("given-up", "state").equals("FATAL")
                && !host.project("given-up", "stateSince").equals(since));
  }

  private static void leftAsItWas(HostProcess host, String since, String exit) {
    HostProcess.await("known", () -> !host.project("shot", "state").equals("null"));
    assertEquals("FATAL", host.project("given-up", "state"));
    Instant now = Instant.parse(host.project("given-up", "stateSince"));
    assertTrue(Duration.between(Instant.parse(since), now).abs().toSeconds() < 3, since + now);
    assertEquals("EXITED", host.project("shot", "state"));
    assertEquals(exit, host.project("shot", "lastExit"));
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aCleanStopStopsServersAndTheNextStartBringsBackWhatWasWanted(HostProcess host)
      throws Exception {
    host.cli("add", "wanted", "--", "/bin/sleep", "600").ok();
    host.cli("add", "unwanted", "--", "/bin/sleep", "600").ok();
    host.awaitState("wanted", "RUNNING");
    host.awaitState("unwanted", "RUNNING");
    long pid = Long.parseLong(host.project("wanted", "pid"));
    host.cli("stop", "unwanted").ok();
    assertEquals(0, host.stop());
    assertFalse(HostProcess.alive(pid));
    host.start();
    host.awaitState("wanted", "RUNNING");
    assertEquals("STOPPED", host.project("unwanted", "state"));
    assertEquals("false", host.project("wanted", "adopted"));
  }
}
