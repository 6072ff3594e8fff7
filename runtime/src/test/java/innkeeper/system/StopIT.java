package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A stop ends all of a server, in whatever state it is, and a start after it is not lost. */
class StopIT {

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  /** Writes a script and defines a project that runs it. */
  private static void define(String id, String members, String script) throws Exception {
    Path file = Files.writeString(host.scratch().resolve(id + ".sh"), script);
    Path json = host.scratch().resolve(id + ".json");
    Files.writeString(
        json,
        "[{\"channelId\":\"%s\",\"command\":[\"/bin/sh\",\"%s\"]%s}]"
            .formatted(id, file, members.isEmpty() ? "" : "," + members));
    host.cli("apply", json.toString()).ok();
  }

  private static long number(Path file) {
    HostProcess.await(file + " is there", () -> Files.exists(file));
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A line of sh that writes a number by rename, so that a reader sees all of it. */
  private static String say(String what, Path file) {
    return "echo %s >%s.new; mv %s.new %s".formatted(what, file, file, file);
  }

  @Test
  void nobodyOfAServerOutlivesItsStop() throws Exception {
    Path folder = Files.createDirectory(host.scratch().resolve("family"));
    List<String> who = List.of("deaf", "group", "session", "daemon");
    define(
        "family",
        "\"stopSeconds\":0.5",
        "trap '' TERM\n"
            + ("sh -c \"trap '' TERM; " + say("\\$\\$", folder.resolve("deaf")))
            + "; while :; do sleep 0.1; done\" &\n"
            + "perl -e 'setpgrp(0,0); exec @ARGV' sh -c '"
            + say("$$", folder.resolve("group"))
            + "; exec sleep 600' &\n"
            + "setsid sh -c '"
            + say("$$", folder.resolve("session"))
            + "; exec sleep 600' &\n"
            + "(setsid sh -c '(trap \"\" TERM; sh -c \""
            + say("\\$\\$", folder.resolve("daemon"))
            + "; exec sleep 600\" &)' &)\n"
            + "while :; do sleep 0.1; done\n");
    List<Long> pids = new ArrayList<>();
    for (String name : who) {
      pids.add(number(folder.resolve(name)));
    }
    host.awaitState("family", "RUNNING");
    assertEquals(200, host.post("/api/projects/family/stop?wait=30").statusCode());
    for (int i = 0; i < pids.size(); i++) {
      assertFalse(HostProcess.alive(pids.get(i)), who.get(i));
    }
    assertEquals("STOPPED", host.project("family", "state"));
  }

  @Test
  void whatALeaderLeftBehindIsGoneBeforeItsSuccessorComes() throws Exception {
    Path child = host.scratch().resolve("left");
    define(
        "heir",
        "\"startSeconds\":0",
        "[ -e "
            + child
            + " ] && exec sleep 600\nsh -c '"
            + say("$$", child)
            + "; exec sleep 600' &\nwhile ! [ -e "
            + child
            + " ]; do sleep 0.02; done; exit 5\n");
    long left = number(child);
    HostProcess.await(
        "a successor", () -> host.project("heir", "restarts").equals("1") && running("heir"));
    assertFalse(HostProcess.alive(left));
    assertTrue(host.project("heir", "lastExit").contains("code=5"));
  }

  private static boolean running(String id) {
    return host.project(id, "state").equals("RUNNING");
  }

  @Test
  void aStopDuringTheStartIsNotOvertakenByIt() throws Exception {
    define("slow", "\"startSeconds\":600", "exec sleep 600\n");
    HostProcess.await("it has a pid", () -> !host.project("slow", "pid").equals("null"));
    assertEquals("STARTING", host.project("slow", "state"));
    long pid = Long.parseLong(host.project("slow", "pid"));
    assertEquals(200, host.post("/api/projects/slow/stop?wait=20").statusCode());
    assertFalse(HostProcess.alive(pid));
    assertEquals("STOPPED", host.project("slow", "state"));
  }

  @Test
  void aStopWinsOverALivenessProbeThatFails() throws Exception {
    define(
        "sick",
        "\"startSeconds\":0,\"stopSeconds\":1,\"health\":{\"exec\":\"exit 1\","
            + "\"periodSeconds\":0.2,\"failures\":2,\"liveness\":true}",
        "trap '' TERM; while :; do sleep 0.1; done\n");
    HostProcess.await(
        "it is being ended as unhealthy",
        () ->
            host.project("sick", "state").equals("STOPPING")
                && host.project("sick", "reason").startsWith("killed by its probe"));
    assertEquals(200, host.post("/api/projects/sick/stop?wait=20").statusCode());
    assertEquals("STOPPED", host.project("sick", "state"));
    assertEquals("STOPPED", host.project("sick", "desired"));
    assertEquals("null", host.project("sick", "pid"));
  }

  @Test
  void aStartDuringAStopFollowsIt() throws Exception {
    Path deaf = host.scratch().resolve("deaf-one");
    define(
        "again",
        "\"startSeconds\":0,\"stopSeconds\":1",
        "trap '' TERM; " + say("$$", deaf) + "; while :; do sleep 0.1; done\n");
    long first = number(deaf);
    HostProcess.await("it runs", () -> running("again"));
    host.post("/api/projects/again/stop?wait=0");
    assertEquals(200, host.post("/api/projects/again/start?wait=30").statusCode());
    assertEquals("RUNNING", host.project("again", "state"));
    assertFalse(HostProcess.alive(first));
    assertFalse(host.project("again", "pid").equals(Long.toString(first)));
  }

  @Test
  void fiftyWhoStartStopAndRestartAtOnceNeverMakeTwoServers() throws Exception {
    Path two = host.scratch().resolve("two");
    Path lock = host.scratch().resolve("lock");
    define(
        "crowd",
        "\"startSeconds\":0",
        "exec 9>"
            + lock
            + "; flock -n 9 || echo $$ >>"
            + two
            + "\nsleep 600 9>&- & trap 'kill $!; exit 0' TERM; wait\n");
    HostProcess.await("it runs", () -> running("crowd"));
    List<String> actions = List.of("start", "stop", "restart");
    ExecutorService pool = Executors.newFixedThreadPool(50);
    try {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        String path = "/api/projects/crowd/" + actions.get(i % 3) + "?wait=30";
        answers.add(pool.submit(() -> host.post(path).statusCode()));
      }
      for (Future<Integer> answer : answers) {
        int status = answer.get(60, TimeUnit.SECONDS);
        assertTrue(status == 200 || status == 202, "status " + status);
      }
    } finally {
      pool.shutdownNow();
    }
    assertFalse(Files.exists(two), "two at one time");
    assertEquals(200, host.post("/api/projects/crowd/start?wait=30").statusCode());
    long pid = Long.parseLong(host.project("crowd", "pid"));
    assertEquals(200, host.post("/api/projects/crowd/stop?wait=30").statusCode());
    assertFalse(HostProcess.alive(pid));
    assertFalse(Files.exists(two), "two at one time");
  }

  @Test
  void aServerThatDiesAtOnceDoesNotSpin() throws Exception {
    Path tries = host.scratch().resolve("tries");
    define("spin", "\"startSeconds\":0", "echo x >>" + tries + "; exit 1\n");
    HostProcess.await(
        "it has been tried three times", () -> host.project("spin", "restarts").equals("3"));
    // By then at once, after 0.4 s at least, and after 0.8 s at least.
    assertTrue(Files.readAllLines(tries).size() <= 4, "tries");
    assertEquals("BACKOFF", host.project("spin", "state"));
    assertEquals(200, host.post("/api/projects/spin/stop?wait=5").statusCode());
    assertEquals("null", host.project("spin", "nextRetryAt"));
  }

  @Test
  void whoWantsNoRestartGetsNoneForAnUnhealthyServerEither() throws Exception {
    define(
        "once",
        "\"restart\":\"never\",\"startSeconds\":0,\"health\":{\"exec\":\"exit 1\","
            + "\"periodSeconds\":0.2,\"failures\":2,\"liveness\":true}",
        "exec sleep 600\n");
    host.awaitState("once", "EXITED");
    assertTrue(host.project("once", "reason").startsWith("killed by its probe"), "says why");
    assertEquals("0", host.project("once", "restarts"));
  }

  /** As `innkeeper run &` in a script, and nohup, start it. */
  @Test
  void aHostThatWasBornDeafToASignalHasServersThatHearIt() throws Exception {
    try (HostProcess deaf = new HostProcess()) {
      deaf.under("/bin/sh", "-c", "trap '' HUP INT QUIT; exec \"$@\"", "sh");
      deaf.start();
      for (String signal : List.of("HUP", "INT", "QUIT")) {
        deaf.cli("add", signal, "--stop-signal", signal, "--", "sleep", "600").ok();
        deaf.awaitState(signal, "RUNNING");
        assertEquals(200, deaf.post("/api/projects/" + signal + "/stop?wait=30").statusCode());
        assertTrue(deaf.project(signal, "lastExit").contains("signalInferred=" + signal));
      }
    }
  }

  @Test
  void whatStartsAfterAnotherStopsBeforeIt() throws Exception {
    Path order = host.scratch().resolve("order");
    String script =
        "trap 'sleep 0.2; echo %1$s >>"
            + order
            + "; exit 0' TERM; : >"
            + host.scratch()
            + "/up-%1$s; while :; do sleep 0.05; done";
    define("store-c", "\"startSeconds\":0", script.formatted("store-c"));
    define("store-b", "\"startSeconds\":0,\"after\":[\"store-c\"]", script.formatted("store-b"));
    define("store-a", "\"startSeconds\":0,\"after\":[\"store-b\"]", script.formatted("store-a"));
    for (String id : List.of("store-a", "store-b", "store-c")) {
      HostProcess.await(id, () -> Files.exists(host.scratch().resolve("up-" + id)));
    }
    host.cli("stop", "store-c", "store-a", "store-b", "--wait", "30").ok();
    assertEquals(List.of("store-a", "store-b", "store-c"), Files.readAllLines(order));
  }

  @Test
  void soItIsForWhoStopsOneByOneOverHttpHoweverLongEachTakes() throws Exception {
    Path order = host.scratch().resolve("http-order");
    List<String> all = List.of("http-a", "http-b", "http-c");
    String after = "";
    for (int i = 2; i >= 0; i--) {
      // The last to start takes longest to go.
      String script =
          "trap 'sleep %1$d; echo %2$s >>%3$s; exit 0' TERM; : >%4$s/up-%2$s;"
              + " while :; do sleep 0.05; done";
      define(
          all.get(i),
          "\"startSeconds\":0" + after,
          script.formatted(2 - i, all.get(i), order, host.scratch()));
      after = ",\"after\":[\"" + all.get(i) + "\"]";
    }
    for (String id : all) {
      HostProcess.await(id, () -> Files.exists(host.scratch().resolve("up-" + id)));
    }
    for (String id : all) {
      assertEquals(202, host.post("/api/projects/" + id + "/stop?wait=0").statusCode());
    }
    for (String id : all) {
      host.awaitState(id, "STOPPED");
    }
    assertEquals(all, Files.readAllLines(order));
  }
}
