package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What no supervisor may do to a server while it is itself killed, swapped or replaced: each server
 * here counts its lines, so one that is lost, doubled or torn shows.
 */
class ScenariosIT {

  private static final int WRITERS = 3;

  private static void addWriters(HostProcess host) throws Exception {
    for (int i = 0; i < WRITERS; i++) {
      host.cli(
              "add",
              "w" + i,
              "--",
              "/bin/sh",
              "-c",
              "n=0; while :; do n=$((n+1)); echo \"line $n of w"
                  + i
                  + " password=hunter2-$n\";"
                  + " [ $((n % 20)) -eq 0 ] && sleep 0.01; done")
          .ok();
      host.awaitState("w" + i, "RUNNING");
    }
  }

  /** Process number and start time: what no other process can have as well. */
  private static List<String> identities(HostProcess host) throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      all.add(Files.readString(host.data().resolve("run/w" + i + ".id")).strip());
      long pid = Long.parseLong(all.get(i).split(" ")[0]);
      assertTrue(HostProcess.alive(pid), "w" + i + " lives");
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      assertEquals(
          all.get(i), pid + " " + stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
    }
    return all;
  }

  private static void awaitMore(HostProcess host) {
    for (int i = 0; i < WRITERS; i++) {
      String name = "w" + i;
      int before = host.log(name).size();
      HostProcess.await(name + " writes on", () -> host.log(name).size() > before + 100);
    }
  }

  private static void assertWhole(HostProcess host) throws Exception {
    for (int i = 0; i < WRITERS; i++) {
      assertEquals(200, host.post("/api/projects/w" + i + "/stop?wait=20").statusCode());
      List<String> lines = host.log("w" + i);
      // A server may be ended in the middle of its last line.
      for (int n = 1; n < lines.size(); n++) {
        assertEquals("line " + n + " of w" + i + " password=[REDACTED]", lines.get(n - 1));
      }
    }
  }

  /** C1. */
  @Test
  void aHardKillOfTheHostLosesDoublesAndTearsNoLine() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      addWriters(host);
      awaitMore(host);
      List<String> before = identities(host);
      host.crash();
      host.start();
      awaitMore(host);
      assertEquals(before, identities(host));
      assertWhole(host);
    }
  }

  /** C2; the short form of runtime/bench/kills. */
  @Tag("nightly")
  @Test
  void noMomentOfAHardKillLosesDoublesOrTearsALine() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (HostProcess host = HostProcess.running()) {
      addWriters(host);
      List<String> before = identities(host);
      for (int i = 0; i < 6; i++) {
        // Every other one while it is still taking over.
        Thread.sleep(random.nextInt(i % 2 == 0 ? 1500 : 300));
        host.crash();
        host.launch();
      }
      HostProcess.await("the last host answers", () -> answers(host));
      for (int i = 0; i < WRITERS; i++) {
        host.awaitState("w" + i, "RUNNING");
      }
      awaitMore(host);
      assertEquals(before, identities(host), "seed " + seed);
      assertWhole(host);
    }
  }

  private static boolean answers(HostProcess host) {
    try {
      return host.get("/api/projects").statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** C3. */
  @Test
  void aSwapOfAnySurfaceUnderLoadLosesDoublesAndTearsNoLine() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      addWriters(host);
      List<String> before = identities(host);
      for (String surface :
          List.of("supervisor", "logging", "rotation", "store", "backup", "admin", "shell")) {
        awaitMore(host);
        host.cli("update", "innkeeper." + surface).ok();
      }
      awaitMore(host);
      assertEquals(before, identities(host));
      assertWhole(host);
    }
  }

  /** C4; that another release takes over is UpgradeIT's. */
  @Tag("nightly")
  @Test
  void aRestartOfTheHostLeavesServersAndLinesAsTheyWere() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      addWriters(host);
      awaitMore(host);
      List<String> before = identities(host);
      host.cli("restart-host").ok();
      HostProcess.await("all are adopted", () -> adopted(host));
      awaitMore(host);
      assertEquals(before, identities(host));
      assertWhole(host);
    }
  }

  private static boolean adopted(HostProcess host) {
    for (int i = 0; i < WRITERS; i++) {
      if (!host.project("w" + i, "adopted").equals("true")) {
        return false;
      }
    }
    return true;
  }

  /** C13; that it is given up in the end is SupervisionIT's. */
  @Test
  void aCrashLoopWaitsTwiceAsLongEachTimeAndAStartForgetsIt() throws Exception {
    try (HostProcess host = HostProcess.running()) {
      host.cli("add", "loop", "--restart", "always", "--", "/bin/sh", "-c", "exit 3").ok();
      for (int restart = 2; restart <= 4; restart++) {
        double wanted = 500 * Math.pow(2, restart - 2);
        double waits = pause(host, restart);
        assertTrue(
            waits >= wanted * 0.79 && waits <= wanted * 1.21,
            "restart " + restart + " waits " + waits + " ms, not about " + wanted);
      }
      assertEquals(202, host.post("/api/projects/loop/start?wait=0").statusCode());
      double first = pause(host, 2);
      assertTrue(first <= 610, "an operator's start begins anew, and waits " + first + " ms");
    }
  }

  /** From the end to the next try, as the record says it; ms. */
  private static double pause(HostProcess host, int restart) {
    List<Map<?, ?>> found = new ArrayList<>();
    HostProcess.await(
        "the pause before restart " + restart,
        () -> {
          Map<?, ?> now = record(host);
          if ("BACKOFF".equals(now.get("state"))
              && String.valueOf(restart).equals(String.valueOf(now.get("restarts")))) {
            found.add(now);
          }
          return !found.isEmpty();
        });
    Instant since = Instant.parse(String.valueOf(found.get(0).get("stateSince")));
    Instant until = Instant.parse(String.valueOf(found.get(0).get("nextRetryAt")));
    return Duration.between(since, until).toMillis();
  }

  private static Map<?, ?> record(HostProcess host) {
    try {
      return Json.read(host.get("/api/projects/loop").body());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
