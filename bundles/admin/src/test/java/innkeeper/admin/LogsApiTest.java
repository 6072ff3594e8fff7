package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
    inn.logs.line("demo", "one", "password=[REDACTED]", "three");
    inn.logs.line("main", "{}");
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
    inn.logs.line(
        "demo",
        "\u001b[31mred\u001b[0m\ttab",
        "title \u001b]0;owned\u0007end",
        "\u009b2Jx",
        "progress 10 %\rprogress 100 %",
        "NUL\u0000 and an unended \u001b[31");
    HttpResponse<String> answer = get("/api/logs/c1", "Accept", "text/plain");
    assertEquals("red\ttab\ntitle end\nx\nprogress 100 %\nNUL and an unended \n", answer.body());
    assertTrue(answer.headers().firstValue("Content-Type").orElse("").startsWith("text/plain"));
  }

  @Test
  void aDownloadIsTheWholeLog() throws Exception {
    inn.logs.line("demo", "one", "two");
    HttpResponse<String> answer = get("/api/logs/c1/download");
    assertEquals("one\ntwo\n", answer.body());
    assertEquals(
        "attachment; filename=\"demo.log\"",
        answer.headers().firstValue("Content-Disposition").orElse(""));
  }

  @Test
  void anUnreadableLogIsAnswered409WithAdvice() throws Exception {
    inn.logs.line("demo", "one");
    inn.logs.unreadable("demo");
    for (String path : List.of("/api/logs/c1", "/api/logs/c1/download")) {
      HttpResponse<String> answer = get(path);
      problem(answer, 409, "log unreadable");
      assertEquals("logs/demo.log may not be read", map(answer).get("detail"));
      assertTrue(answer.headers().firstValue("Content-Disposition").isEmpty());
    }
  }

  /** Each of more requests than may run at once ends, so each that ran gave its turn back. */
  @Test
  void manyTailRequestsInARowAreAllAnswered() throws Exception {
    inn.logs.unreadable("demo");
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
  void aRotationBundleThatStopsDuringTheCallIsAnswered503() throws Exception {
    inn.rotator.going = true;
    assertEquals(503, send("POST", "/api/logs/c1/rotate").statusCode());
  }

  @Test
  void aSpanOfALogIsReadByTimes() throws Exception {
    inn.logs.line("demo", "one", "password=[REDACTED]", "three", "four");
    Map<?, ?> span = map(get("/api/logs/c1?from=1970-01-01T00:00:01Z&to=1970-01-01T00:00:03Z"));
    assertEquals(List.of("password=[REDACTED]", "three"), span.get("lines"));
    assertEquals(1, span.get("redactions"));
    assertEquals("logs/demo.log", span.get("file"));
    assertFalse(span.containsKey("times"));
    Map<?, ?> last = map(get("/api/logs/c1?lines=1&to=now&times=true"));
    assertEquals(List.of("four"), last.get("lines"));
    assertEquals(List.of("1970-01-01T00:00:03.000Z"), last.get("times"));
    assertEquals(List.of("3"), last.get("positions"));
    assertEquals(true, last.get("truncated"));
    assertEquals(
        "1970-01-01T00:00:03.000Z four\n",
        get("/api/logs/c1?lines=1&to=now&times=true", "Accept", "text/plain").body());
    Map<?, ?> tail = map(get("/api/logs/c1?times=true"));
    assertEquals(4, ((List<?>) tail.get("times")).size());
  }

  @Test
  void aSpanWithWrongTimesIsRefused() throws Exception {
    inn.logs.line("demo", "one");
    for (String query :
        List.of(
            "from=soon",
            "to=25:00",
            "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
            "from=2999-01-01T00:00:00Z",
            "to=1969-12-31T00:00:00Z",
            "times=perhaps",
            "stream=both",
            "lines=0")) {
      problem(get("/api/logs/c1?" + query), 400, "bad value");
    }
    problem(get("/api/logs?projects=c1,nope"), 400, "bad value");
    problem(get("/api/logs"), 400, "bad value");
    problem(get("/api/logs/c1/at"), 400, "bad value");
    problem(get("/api/logs/c1/at?time=now&position=1"), 400, "bad value");
    problem(get("/api/logs/c1/at?time=1969-12-31T00:00:00Z"), 400, "bad value");
    problem(get("/api/logs/c1/at?position=x"), 400, "bad value");
    problem(get("/api/logs/c1/at?position=99"), 410, "position gone");
    problem(get("/api/logs/nope/at?time=now"), 404, "unknown project");
  }

  @Test
  void severalLogsAreMergedByTime() throws Exception {
    inn.logs.line("demo", "a0", "a1", "a2");
    inn.logs.line("main", "b0", "b1");
    List<?> entries = (List<?>) map(get("/api/logs?projects=c1,main&lines=4")).get("entries");
    List<String> lines = entries.stream().map(e -> (String) ((Map<?, ?>) e).get("line")).toList();
    assertEquals(List.of("b0", "a1", "b1", "a2"), lines);
    Map<?, ?> last = (Map<?, ?>) entries.get(3);
    assertEquals("c1", last.get("channelId"));
    assertEquals("1970-01-01T00:00:02.000Z", last.get("at"));
    assertEquals(true, map(get("/api/logs?projects=c1,main&lines=4")).get("truncated"));
    assertEquals(false, map(get("/api/logs?projects=*")).get("truncated"));
  }

  @Test
  void aPlaceIsFoundByTimeAndReadByPosition() throws Exception {
    inn.logs.line("demo", "one", "two", "three");
    Map<?, ?> place = map(get("/api/logs/c1/at?time=1970-01-01T00:00:01Z"));
    assertEquals("1", place.get("position"));
    assertEquals("1970-01-01T00:00:01.000Z", place.get("at"));
    assertFalse(place.containsKey("lines"));
    Map<?, ?> lines = map(get("/api/logs/c1/at?position=1&lines=1&before=5"));
    assertEquals(List.of("one", "two"), lines.get("lines"));
    assertEquals("2", lines.get("next"));
    assertEquals(true, lines.get("more"));
  }
}
