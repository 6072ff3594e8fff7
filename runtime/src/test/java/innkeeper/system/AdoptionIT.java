package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the next host makes of what the last one left. */
@ExtendWith(SharedHost.class)
class AdoptionIT {

  private static long startTime(long pid) throws Exception {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
  }

  private static void kill(String signal, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
  }

  private static long pid(HostProcess host, String id) {
    HostProcess.await(id + " has a pid", () -> !host.project(id, "pid").equals("null"));
    return Long.parseLong(host.project(id, "pid"));
  }

  @Test
  void aSwapOfTheSupervisorLeavesServersAlone(HostProcess host) throws Exception {
    host.cli("add", "kept", "--", "/bin/sleep", "600").ok();
    host.awaitState("kept", "RUNNING");
    long pid = pid(host, "kept");
    long start = startTime(pid);
    host.cli("update", "innkeeper.supervisor").ok();
    HostProcess.await("adopted", () -> host.project("kept", "adopted").equals("true"));
    assertEquals(pid, pid(host, "kept"));
    assertEquals(start, startTime(pid));
    kill("KILL", pid);
    HostProcess.await("a successor", () -> host.project("kept", "restarts").equals("1"));
    assertTrue(host.project("kept", "lastExit").contains("code=137"));
    assertEquals(200, host.post("/api/projects/kept/stop?wait=20").statusCode());
  }

  @Test
  void aServerKilledWhileNoHostRanIsRestartedAndOneThatWasStoppedIsNot(HostProcess host)
      throws Exception {
    host.cli("add", "wanted", "--", "/bin/sleep", "600").ok();
    host.cli("add", "unwanted", "--", "/bin/sleep", "600").ok();
    host.cli("stop", "unwanted").ok();
    long pid = pid(host, "wanted");
    host.crash();
    kill("KILL", pid);
    HostProcess.await("it is gone", () -> !HostProcess.alive(pid));
    host.start();
    host.awaitState("wanted", "RUNNING");
    assertNotEquals(pid, pid(host, "wanted"));
    assertTrue(host.project("wanted", "lastExit").contains("signalInferred=KILL"));
    assertEquals("STOPPED", host.project("unwanted", "state"));
  }

  @Test
  void whoeverHasTheNumbersOfOneThatIsGoneIsNeverSignalled(HostProcess host) throws Exception {
    Process recycled = new ProcessBuilder("setsid", "sleep", "600").start();
    Process otherBoot = new ProcessBuilder("setsid", "sleep", "600").start();
    try {
      Path run = host.data().resolve("run");
      for (String id : List.of("recycled", "rebooted")) {
        host.cli("add", id, "--", "/bin/sleep", "600").ok();
        host.awaitState(id, "RUNNING");
      }
      List<Long> servers = List.of(pid(host, "recycled"), pid(host, "rebooted"));
      host.crash();
      for (long pid : servers) {
        long wrapper = parent(pid);
        kill("KILL", wrapper);
        kill("KILL", pid);
        HostProcess.await("gone", () -> !HostProcess.alive(wrapper) && !HostProcess.alive(pid));
      }
      give(run, "recycled", recycled.pid(), startTime(recycled.pid()) - 1, null);
      give(run, "rebooted", otherBoot.pid(), startTime(otherBoot.pid()), "another-boot");
      host.start();
      for (String id : List.of("recycled", "rebooted")) {
        host.awaitState(id, "RUNNING");
        assertEquals("false", host.project(id, "adopted"));
        assertEquals(200, host.post("/api/projects/" + id + "/stop?wait=20").statusCode());
      }
      assertEquals(0, host.stop());
      assertTrue(recycled.isAlive());
      assertTrue(otherBoot.isAlive());
    } finally {
      recycled.destroyForcibly();
      otherBoot.destroyForcibly();
    }
  }

  @Test
  void aServerWhoseRecordOrFifoWasRemovedIsFoundAndReadOnAfterACrash(HostProcess host)
      throws Exception {
    Path removed = host.scratch().resolve("removed");
    Path go = host.scratch().resolve("go");
    Path run = host.data().resolve("run");
    String script =
        "until [ -e "
            + removed
            + " ]; do sleep 0.05; done; echo begins; until [ -e "
            + go
            + " ]; do sleep 0.05; done; i=0; while [ $i -lt 20000 ]; do echo line $i;"
            + " i=$((i+1)); done; exec sleep 600";
    for (String id : List.of("record", "output")) {
      host.cli("add", id, "--", "/bin/sh", "-c", script).ok();
      host.awaitState(id, "RUNNING");
    }
    List<Long> servers = List.of(pid(host, "record"), pid(host, "output"));
    Files.delete(run.resolve("output.out"));
    Files.createFile(removed);
    HostProcess.await("it is read", () -> host.log("output").size() == 1);
    host.crash();
    Files.delete(run.resolve("record.json"));
    host.start();
    Files.createFile(go);
    for (String id : List.of("record", "output")) {
      host.awaitState(id, "RUNNING");
      assertEquals("true", host.project(id, "adopted"));
      // More than a pipe holds.
      HostProcess.await(id + " is read on", () -> host.log(id).size() == 20001);
    }
    assertEquals(servers, List.of(pid(host, "record"), pid(host, "output")));
    String health = host.get("/api/health").body();
    assertTrue(health.contains("\"logs:capture\":{\"status\":\"pass\""), health);
    assertEquals(0, host.stop());
    servers.forEach(pid -> assertFalse(HostProcess.alive(pid)));
  }

  private static long parent(long pid) throws Exception {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[1]);
  }

  /** The record then names that process as server and wrapper. */
  private static void give(Path run, String name, long pid, long start, String boot)
      throws Exception {
    Path record = run.resolve(name + ".json");
    String text =
        Files.readString(record)
            .replaceAll("\"wrapperPid\":\\d+", "\"wrapperPid\":" + pid)
            .replaceAll("\"wrapperStart\":\\d+", "\"wrapperStart\":" + start);
    if (boot != null) {
      text = text.replaceAll("\"bootId\":\"[^\"]*\"", "\"bootId\":\"" + boot + "\"");
    }
    Files.writeString(record, text);
    Files.writeString(run.resolve(name + ".id"), pid + " " + start + "\n");
    Files.writeString(run.resolve(name + ".pid"), pid + "\n");
    Files.deleteIfExists(run.resolve(name + ".exit"));
  }

  @Test
  void aHostThatStandsStillOnlyMakesServersWait(HostProcess host) throws Exception {
    Path count = host.scratch().resolve("count");
    host.cli(
            "add",
            "writer",
            "--",
            "/bin/sh",
            "-c",
            "n=0; while [ $n -lt 20000 ]; do echo line $n; n=$((n+1)); done; echo done > "
                + count
                + "; exec sleep 600")
        .ok();
    HostProcess.await("it writes", () -> !host.log("writer").isEmpty());
    kill("STOP", host.pid());
    long pid = -1;
    try {
      pid = Long.parseLong(Files.readString(host.data().resolve("run/writer.pid")).strip());
      Thread.sleep(1500);
      assertTrue(HostProcess.alive(pid), "waits, at worst");
    } finally {
      kill("CONT", host.pid());
    }
    HostProcess.await("it is through", () -> Files.exists(count));
    HostProcess.await("all is in the log", () -> host.log("writer").size() == 20000);
    List<String> lines = host.log("writer");
    for (int i = 0; i < lines.size(); i++) {
      assertEquals("line " + i, lines.get(i));
    }
    assertEquals(Long.toString(pid), host.project("writer", "pid"));
  }

  /** The short form of runtime/bench/hostkills. */
  @Tag("nightly")
  @Test
  void hardKillsAtRandomMomentsNeitherDoubleAServerNorLoseAnExitCode(HostProcess host)
      throws Exception {
    Path ledger = Files.createFile(host.scratch().resolve("ledger"));
    Path server = host.scratch().resolve("server.sh");
    Files.writeString(
        server,
        "exec 9>"
            + host.scratch()
            + "/lock.$1; flock -n 9 || echo two $INNKEEPER_SERVER >>"
            + ledger
            + "\nn=0; while [ $n -lt $2 ]; do echo $n; sleep 0.1 9>&-; n=$((n+1)); done\n"
            + "echo end $INNKEEPER_SERVER $3 >>"
            + ledger
            + "; exit $3\n");
    host.cli(
            "add",
            "brief",
            "--restart",
            "always",
            "--",
            "/bin/sh",
            server.toString(),
            "brief",
            "3",
            "11")
        .ok();
    host.cli(
            "add",
            "longer",
            "--restart",
            "always",
            "--",
            "/bin/sh",
            server.toString(),
            "longer",
            "9",
            "12")
        .ok();
    host.cli("add", "steady", "--", "/bin/sh", server.toString(), "steady", "100000", "0").ok();
    long steady = pid(host, "steady");
    Random random = new Random();
    for (int i = 0; i < 4; i++) {
      Thread.sleep(random.nextInt(1500));
      host.crash();
      Thread.sleep(random.nextInt(500));
      host.start();
      assertEquals(steady, pid(host, "steady"));
      host.post("/api/projects/brief/start?wait=0");
    }
    for (String id : List.of("brief", "longer", "steady")) {
      assertEquals(200, host.post("/api/projects/" + id + "/stop?wait=20").statusCode());
    }
    TreeSet<String> lost = new TreeSet<>();
    for (String line : Files.readAllLines(ledger)) {
      String[] words = line.split(" ");
      assertEquals("end", words[0], line);
      String[] mark = words[1].split("/");
      lost.add(mark[0] + " incarnation " + mark[1] + " exited with code " + words[2]);
    }
    assertFalse(lost.isEmpty(), "servers ended");
    HostProcess.await("every end is in the record", () -> missing(host, lost).isEmpty());
  }

  private static TreeSet<String> missing(HostProcess host, TreeSet<String> wanted) {
    TreeSet<String> missing = new TreeSet<>();
    try {
      String audit = host.get("/api/audit?limit=1000&action=project.exit").body();
      for (String one : wanted) {
        String[] parts = one.split(" ", 2);
        if (!audit.matches(
            "(?s).*\"channelId\":\"" + parts[0] + "\"[^}]*\\}?[^}]*" + parts[1] + "[^0-9].*")) {
          missing.add(one);
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return missing;
  }
}
