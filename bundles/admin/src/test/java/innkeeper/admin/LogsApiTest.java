package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Logs: tails, downloads, turns. */
class LogsApiTest extends Wire {

  @Test
  void aLogIsReadByIdNameAndMain() throws Exception {
    inn.logs.add("demo", "one", "password=[REDACTED]", "three");
    inn.logs.add("main", "{}");
    Map<?, ?> log = map(get("/api/logs/c1?lines=2"));
    assertEquals(List.of("password=[REDACTED]", "three"), log.get("lines"));
    assertEquals("c1", log.get("channelId"));
    assertEquals("logs/demo.log", log.get("file"));
    assertEquals(1, log.get("redactions"));
    assertEquals("c1", map(get("/api/logs/demo")).get("channelId"));
    assertEquals("main", map(get("/api/logs/main")).get("channelId"));
    assertEquals(List.of(), map(get("/api/logs/c2")).get("lines"));
    problem(get("/api/logs/nope"), 404, "unknown project");
  }

  @Test
  void aPlainTailHoldsNoTerminalEscape() throws Exception {
    inn.logs.add(
        "demo", "\u001b[31mred\u001b[0m\ttab", "title \u001b]0;owned\u0007end", "\u009b2Jx");
    HttpResponse<String> answer = get("/api/logs/c1", "Accept", "text/plain");
    assertEquals("red\ttab\ntitle end\nx\n", answer.body());
    assertTrue(answer.headers().firstValue("Content-Type").orElse("").startsWith("text/plain"));
  }

  @Test
  void aDownloadIsTheWholeLog() throws Exception {
    inn.logs.add("demo", "one", "two");
    HttpResponse<String> answer = get("/api/logs/c1/download");
    assertEquals("one\ntwo\n", answer.body());
    assertEquals(
        "attachment; filename=\"demo.log\"",
        answer.headers().firstValue("Content-Disposition").orElse(""));
  }

  @Test
  void aLogThatCannotBeReadIsNoFailureOfTheHost() throws Exception {
    inn.logs.add("demo", "one");
    inn.logs.forbid("demo");
    for (String path : List.of("/api/logs/c1", "/api/logs/c1/download")) {
      HttpResponse<String> answer = get(path);
      problem(answer, 409, "log unreadable");
      assertEquals("logs/demo.log may not be read", map(answer).get("detail"));
      assertTrue(answer.headers().firstValue("Content-Disposition").isEmpty());
    }
  }

  /** Each of more requests than may run at once ends, so each that ran gave its turn back. */
  @Test
  void requestsForTheEndOfALogGiveTheirTurnsBack() throws Exception {
    inn.logs.forbid("demo");
    long more = 2 + (Runtime.getRuntime().maxMemory() >> 25);
    for (int i = 0; i < more; i++) {
      assertEquals(409, get("/api/logs/c1").statusCode());
    }
    String tag = get("/api/logs/c2").headers().firstValue("ETag").orElseThrow();
    for (int i = 0; i < more; i++) {
      assertEquals(200, send("HEAD", "/api/logs/c2").statusCode());
      assertEquals(304, get("/api/logs/c2", "If-None-Match", tag).statusCode());
    }
  }

  @Test
  void aRotationIsDoneAndRecorded() throws Exception {
    inn.rotator.logs =
        List.of(
            new innkeeper.api.rotation.Rotator.Status(
                "demo",
                10,
                100,
                List.of(),
                0,
                Optional.empty(),
                innkeeper.api.rotation.Rotator.Next.bySize(10, 100)));
    Map<?, ?> answer = map(send("POST", "/api/logs/c1/rotate"));
    assertEquals(true, answer.get("changed"));
    assertEquals("log.rotate", inn.audit.all.get(0).action());
    assertEquals(false, map(send("POST", "/api/logs/c2/rotate")).get("changed"));
  }

  @Test
  void aRotationThatGoesWhileItIsAskedIsAwayAndNotFailed() throws Exception {
    inn.rotator.going = true;
    assertEquals(503, send("POST", "/api/logs/c1/rotate").statusCode());
  }
}
