package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiIT {

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "c1", "--name", "demo1", "--", "/bin/sh", "-c", "echo hello; exec sleep 600")
        .ok();
    host.awaitState("c1", "RUNNING");
    HostProcess.await("it said hello", () -> host.log("demo1").contains("hello"));
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  @Test
  void aProjectRecordHasEveryMemberTheContractNames() throws Exception {
    Map<?, ?> record = (Map<?, ?>) Json.list(host.get("/api/projects").body()).get(0);
    for (String member :
        ("channelId name status hostPort desired state stateCode stateSince reason pid startedAt"
                + " uptimeMs adopted restarts nextRetryAt lastExit health resources log actions")
            .split(" ")) {
      assertTrue(record.containsKey(member), member);
    }
    assertEquals("c1", record.get("channelId"));
    assertEquals(20, record.get("stateCode"));
    String text = host.get("/api/projects").body();
    assertFalse(text.contains("sleep") || text.contains("\"env\"") || text.contains("\"/"), text);
    assertEquals(record.get("name"), Json.read(host.get("/api/projects/c1").body()).get("name"));
  }

  @Test
  void startStopRestartAreIdempotentAndSayWhatChanged() throws Exception {
    Map<?, ?> again = Json.read(host.post("/api/projects/c1/start").body());
    assertEquals(false, again.get("changed"));
    assertEquals("RUNNING", again.get("state"));
    HttpResponse<String> stopped = host.post("/api/projects/c1/stop?wait=10");
    assertEquals(200, stopped.statusCode());
    Map<?, ?> stop = Json.read(stopped.body());
    assertEquals(
        List.of("ok", "action", "channelId", "changed", "state", "desired"),
        List.copyOf(stop.keySet()).subList(0, 6));
    assertEquals("STOPPED", stop.get("state"));
    assertEquals(false, Json.read(host.post("/api/projects/c1/stop").body()).get("changed"));
    assertEquals(200, host.post("/api/projects/c1/restart?wait=20").statusCode());
    host.awaitState("c1", "RUNNING");
  }

  @Test
  void theLogIsServedAsJsonAndAsText() throws Exception {
    Map<?, ?> log = Json.read(host.get("/api/logs/c1?lines=5").body());
    assertEquals("logs/demo1.log", log.get("file"));
    assertTrue(((List<?>) log.get("lines")).contains("hello"));
    HttpResponse<String> text = host.get("/api/logs/c1", "Accept", "text/plain");
    assertTrue(text.headers().firstValue("content-type").orElse("").startsWith("text/plain"));
    assertTrue(text.body().contains("hello\n"));
    assertEquals("bot.log", Json.read(host.get("/api/logs/main").body()).get("file"));
  }

  @Test
  void theAuditRecordTellsWhoAskedOldestFirst() throws Exception {
    host.post("/api/projects/c1/start");
    List<?> entries = (List<?>) Json.read(host.get("/api/audit?limit=1000").body()).get("entries");
    long seq = 0;
    for (Object entry : entries) {
      long next = ((Number) ((Map<?, ?>) entry).get("seq")).longValue();
      assertTrue(next > seq);
      seq = next;
    }
    assertTrue(host.cli("audit", "verify").ok().out().length() > 0);
    Map<?, ?> page = Json.read(host.get("/api/audit?limit=1").body());
    assertEquals(1, ((List<?>) page.get("entries")).size());
  }

  @Test
  void healthIsAReportWithChecks() throws Exception {
    HttpResponse<String> answer = host.get("/api/health");
    assertEquals(200, answer.statusCode(), answer.body());
    Map<?, ?> health = Json.read(answer.body());
    assertEquals(true, health.get("ok"));
    assertTrue(((Map<?, ?>) health.get("checks")).size() > 3, answer.body());
    assertEquals(200, host.get("/api/health?level=alive").statusCode());
    assertEquals(200, host.get("/api/health?level=ready").statusCode());
  }

  @Test
  void surfacesAreListedWithVersionAndState() throws Exception {
    String body = host.get("/api/surfaces").body();
    for (String name : "admin backup logging rotation shell store supervisor".split(" ")) {
      assertTrue(body.contains("innkeeper." + name), name);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET,  /api/nothing, 404",
    "GET,  /api/projects/nobody, 404",
    "POST, /api/projects/nobody/start, 404",
    "GET,  /api/logs/nobody, 404",
    "GET,  /api/projects/c1/stop, 405",
    "DELETE, /api/projects, 405",
    "PUT,  /api/health, 405",
    "GET,  /api/logs/c1?lines=0, 400",
    "GET,  /api/logs/c1?lines=10001, 400",
    "GET,  /api/logs/c1?lines=x, 400",
    "GET,  /api/audit?limit=0, 400",
    "GET,  /api/audit?limit=1001, 400",
    "POST, /api/projects/c1/start?wait=61, 400",
    "POST, /api/projects/c1/start?wait=-1, 400",
  })
  void aRequestThatCannotBeMetIsAProblemInJson(String method, String path, int status)
      throws Exception {
    HttpResponse<String> answer = host.send(method, path);
    assertEquals(status, answer.statusCode(), answer.body());
    assertTrue(
        answer
            .headers()
            .firstValue("content-type")
            .orElse("")
            .startsWith("application/problem+json"));
    Map<?, ?> problem = Json.read(answer.body());
    assertEquals(status, problem.get("status"));
    assertTrue(problem.get("error") instanceof String, answer.body());
    if (status == 405) {
      assertTrue(answer.headers().firstValue("allow").isPresent());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/api/projects", "/api/nothing", "/nothing", "/api/audit", "/api/surfaces"})
  void everyAnswerCarriesTheHeadersAndNoneAllowsAnotherOrigin(String path) throws Exception {
    HttpResponse<String> answer = host.get(path);
    String policy = answer.headers().firstValue("content-security-policy").orElse("");
    assertTrue(policy.contains("default-src 'none'") && !policy.contains("unsafe-"), policy);
    assertTrue(policy.contains("frame-ancestors 'none'"), policy);
    assertEquals("nosniff", answer.headers().firstValue("x-content-type-options").orElse(""));
    assertEquals("same-origin", answer.headers().firstValue("referrer-policy").orElse(""));
    answer.headers().map().keySet().forEach(h -> assertFalse(h.startsWith("access-control"), h));
    assertFalse(answer.headers().map().containsKey("set-cookie"));
  }

  @Test
  void aPageOfAnotherSiteMayNotAsk() throws Exception {
    assertEquals(
        403, host.post("/api/projects/c1/stop", "Origin", "http://evil.test").statusCode());
    assertEquals(
        403, host.post("/api/projects/c1/stop", "Sec-Fetch-Site", "same-site").statusCode());
    assertEquals(403, host.get("/api/projects", "Sec-Fetch-Site", "cross-site").statusCode());
    assertEquals("RUNNING", host.project("c1", "desired"));
  }

  @Test
  void withoutScriptsThePageListsProjectsAndShowsALog() throws Exception {
    HttpResponse<String> page = host.get("/");
    assertEquals(200, page.statusCode());
    assertTrue(page.body().contains("demo1"), "names the project");
    assertTrue(page.body().contains("RUNNING"), "says its state");
    assertTrue(page.body().contains("<table"), "has the status table");
    assertTrue(page.body().contains("method=\"post\""), "has buttons that work");
    assertTrue(host.get("/?p=c1").body().contains("hello"), "shows the last log lines");
  }
}
