package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.supervisor.ProjectState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The wire of contract §5, over a real Jetty. */
@Timeout(60)
class ApiTest {

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private Inn inn;

  @BeforeEach
  void open() throws Exception {
    inn = new Inn(0);
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, ""));
    inn.supervisor.put(FakeSupervisor.status("c2", "api", ProjectState.STOPPED, ""));
  }

  @AfterEach
  void shut() throws Exception {
    inn.close();
  }

  private HttpResponse<String> send(String method, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(inn.url() + path))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    return send("GET", path, headers);
  }

  private Map<?, ?> map(HttpResponse<String> answer) throws Exception {
    return json.readValue(answer.body(), Map.class);
  }

  private void problem(HttpResponse<String> answer, int status, String error) throws Exception {
    assertEquals(status, answer.statusCode(), answer.body());
    assertEquals(
        "application/problem+json", answer.headers().firstValue("Content-Type").orElse(""));
    assertEquals(error, map(answer).get("error"));
    assertEquals(status, map(answer).get("status"));
    assertEquals("no-store", answer.headers().firstValue("Cache-Control").orElse(""));
  }

  @Test
  void projectsAreABareArrayByName() throws Exception {
    HttpResponse<String> answer = get("/api/projects");
    assertEquals(200, answer.statusCode());
    List<?> all = json.readValue(answer.body(), List.class);
    assertEquals("api", ((Map<?, ?>) all.get(0)).get("name"));
    assertEquals("demo", ((Map<?, ?>) all.get(1)).get("name"));
    assertTrue(((Map<?, ?>) all.get(1)).containsKey("reason"), "absent members are null");
  }

  @Test
  void aTagIsAnsweredWith304UntilAProjectChanges() throws Exception {
    String tag = get("/api/projects").headers().firstValue("ETag").orElseThrow();
    assertTrue(tag.startsWith("W/\""));
    assertEquals(304, get("/api/projects", "If-None-Match", tag).statusCode());
    inn.supervisor.put("c1", ProjectState.BACKOFF);
    assertEquals(200, get("/api/projects", "If-None-Match", tag).statusCode());
  }

  @Test
  void aChangeIsSeenByTheVeryNextRequest() throws Exception {
    for (int i = 0; i < 20; i++) {
      ProjectState state = i % 2 == 0 ? ProjectState.FATAL : ProjectState.RUNNING;
      inn.supervisor.put("c1", state);
      assertTrue(get("/api/projects").body().contains("\"" + state + "\""));
    }
  }

  @Test
  void oneProjectIsFoundByIdAndByName() throws Exception {
    assertEquals("c1", map(get("/api/projects/c1")).get("channelId"));
    assertEquals("c1", map(get("/api/projects/demo")).get("channelId"));
    problem(get("/api/projects/nope"), 404, "unknown project");
  }

  @Test
  void anUnknownPathIsAProblemNeverHtml() throws Exception {
    problem(get("/api/nope"), 404, "unknown path");
    problem(get("/api"), 404, "unknown path");
    problem(get("/api/projects/c1/nope"), 404, "unknown path");
    assertEquals(404, get("/nope").statusCode());
  }

  @Test
  void aMethodThePathLacksIsRefusedWithWhatItTakes() throws Exception {
    HttpResponse<String> answer = send("DELETE", "/api/projects/c1");
    problem(answer, 405, "method not allowed");
    assertEquals("GET, HEAD, OPTIONS", answer.headers().firstValue("Allow").orElse(""));
    HttpResponse<String> stop = get("/api/projects/c1/stop");
    problem(stop, 405, "method not allowed");
    assertEquals("POST, OPTIONS", stop.headers().firstValue("Allow").orElse(""));
    assertEquals(ProjectState.RUNNING, inn.supervisor.all.get("c1").state());
  }

  @Test
  void headIsAsGetWithoutTheBody() throws Exception {
    HttpResponse<String> answer = send("HEAD", "/api/projects");
    assertEquals(200, answer.statusCode());
    assertEquals("", answer.body());
    assertTrue(answer.headers().firstValue("ETag").isPresent());
    assertEquals(404, send("HEAD", "/api/projects/nope").statusCode());
    assertEquals(200, send("HEAD", "/api/events").statusCode());
  }

  @Test
  void anActionThatIsReachedAnswers200() throws Exception {
    HttpResponse<String> answer = send("POST", "/api/projects/c2/start");
    assertEquals(200, answer.statusCode());
    assertEquals(
        Map.of(
            "ok", true,
            "action", "start",
            "channelId", "c2",
            "changed", true,
            "state", "RUNNING",
            "desired", "RUNNING"),
        map(answer));
    assertEquals(false, map(send("POST", "/api/projects/c2/start")).get("changed"));
  }

  @Test
  void anActionThatIsNotReachedInTimeAnswers202() throws Exception {
    inn.supervisor.prompt = false;
    HttpResponse<String> answer = send("POST", "/api/projects/c2/start?wait=0");
    assertEquals(202, answer.statusCode());
    assertEquals("STARTING", map(answer).get("state"));
    HttpResponse<String> later = send("POST", "/api/projects/c2/restart?wait=1");
    assertEquals(202, later.statusCode());
  }

  @Test
  void anActionIsWaitedForWithoutHoldingAThread() throws Exception {
    inn.supervisor.prompt = false;
    var waiting =
        java.util.stream.IntStream.range(0, 60)
            .mapToObj(
                i -> {
                  inn.supervisor.put(
                      FakeSupervisor.status("w" + i, "w" + i, ProjectState.STOPPED, ""));
                  return http.sendAsync(
                      HttpRequest.newBuilder(
                              URI.create(inn.url() + "/api/projects/w" + i + "/start?wait=30"))
                          .POST(BodyPublishers.noBody())
                          .build(),
                      BodyHandlers.ofString());
                })
            .toList();
    while (inn.supervisor.unsettled.size() < 60) {
      Thread.onSpinWait();
    }
    // More wait than Jetty has threads, and it still answers.
    assertEquals(200, get("/api/health").statusCode());
    for (int i = 0; i < 60; i++) {
      inn.supervisor.settle("w" + i, ProjectState.RUNNING);
    }
    for (var answer : waiting) {
      assertEquals(200, answer.get().statusCode());
    }
  }

  @Test
  void whatWaitsIsAnsweredWhenTheSurfaceGoes() throws Exception {
    inn.supervisor.prompt = false;
    var waiting =
        http.sendAsync(
            HttpRequest.newBuilder(URI.create(inn.url() + "/api/projects/c2/start?wait=60"))
                .POST(BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofString());
    while (inn.supervisor.unsettled.isEmpty()) {
      Thread.onSpinWait();
    }
    inn.swap();
    assertEquals(202, waiting.get().statusCode());
  }

  @Test
  void anActionOnAnUnknownStateIsAConflict() throws Exception {
    inn.supervisor.put(FakeSupervisor.status("c3", "lost", ProjectState.UNKNOWN, ""));
    problem(send("POST", "/api/projects/c3/stop"), 409, "state conflict");
    problem(send("POST", "/api/projects/nope/stop"), 404, "unknown project");
  }

  @Test
  void aNumberOutOfRangeIsRefusedWithTheRange() throws Exception {
    for (String path :
        List.of(
            "/api/logs/c1?lines=0",
            "/api/logs/c1?lines=10001",
            "/api/logs/c1?lines=-1",
            "/api/logs/c1?lines=1e3",
            "/api/logs/c1?lines=",
            "/api/logs/c1?lines=%2B5",
            "/api/logs/c1?lines=99999999999999999999",
            "/api/audit?limit=1001",
            "/api/audit?before=0",
            "/api/events?lines=x")) {
      HttpResponse<String> answer = get(path);
      problem(answer, 400, "bad value");
      assertTrue(map(answer).get("detail").toString().matches(".* from [0-9]+ .*"), path);
    }
    problem(send("POST", "/api/projects/c1/stop?wait=61"), 400, "bad value");
    problem(get("/api/health?level=deep"), 400, "bad value");
    assertEquals(ProjectState.RUNNING, inn.supervisor.all.get("c1").state());
  }

  @Test
  void aBodyOver64KiBIsRefusedWhetherItsLengthIsSaidOrNot() throws Exception {
    byte[] large = new byte[65 * 1024];
    URI stop = URI.create(inn.url() + "/api/projects/c1/stop");
    HttpResponse<String> known =
        http.send(
            HttpRequest.newBuilder(stop).POST(BodyPublishers.ofByteArray(large)).build(),
            BodyHandlers.ofString());
    problem(known, 413, "request body too large");
    HttpResponse<String> unknown =
        http.send(
            HttpRequest.newBuilder(stop)
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(large)))
                .build(),
            BodyHandlers.ofString());
    problem(unknown, 413, "request body too large");
    assertEquals(ProjectState.RUNNING, inn.supervisor.all.get("c1").state());
    HttpResponse<String> small =
        http.send(
            HttpRequest.newBuilder(stop)
                .POST(
                    BodyPublishers.ofInputStream(
                        () -> new java.io.ByteArrayInputStream("{}".getBytes())))
                .build(),
            BodyHandlers.ofString());
    assertEquals(200, small.statusCode());
  }

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
  void logsAreReadableWhileTheSupervisorIsAway() throws Exception {
    inn.logs.add("demo", "one");
    inn.house = without(Optional.empty(), Optional.of(inn.logs));
    assertEquals(200, get("/api/logs/demo").statusCode());
    HttpResponse<String> away = get("/api/projects");
    problem(away, 503, "surface away");
    assertTrue(away.headers().firstValue("Retry-After").isPresent());
  }

  private House without(
      Optional<innkeeper.api.supervisor.Supervisor> supervisor,
      Optional<innkeeper.api.log.Logs> logs) {
    House h = inn.house;
    return new House(
        supervisor,
        logs,
        h.findAudit(),
        h.findBackups(),
        h.findRotator(),
        h.findSurfaces(),
        h.findHealth());
  }

  @Test
  void aRequestWaitsForASurfaceThatIsBeingReplaced() throws Exception {
    House whole = inn.house;
    inn.house = House.EMPTY;
    CompletableFuture<HttpResponse<String>> asked =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return get("/api/projects");
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThrows(TimeoutException.class, () -> asked.get(100, TimeUnit.MILLISECONDS));
    inn.house = whole;
    assertEquals(200, asked.get(30, TimeUnit.SECONDS).statusCode());
  }

  @Test
  void everySurfaceThatIsAwayIsSaidSo() throws Exception {
    inn.house = House.EMPTY;
    for (String path :
        List.of(
            "/api/projects",
            "/api/health",
            "/api/logs/main",
            "/api/audit",
            "/api/backups",
            "/api/surfaces",
            "/api/rotation")) {
      HttpResponse<String> answer = get(path);
      problem(answer, 503, "surface away");
      assertTrue(answer.headers().firstValue("Retry-After").isPresent(), path);
    }
    assertEquals(200, get("/").statusCode());
    assertEquals(200, get("/metrics").statusCode());
    problem(send("POST", "/api/backups"), 503, "surface away");
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
  void theAuditIsPagedBackwards() throws Exception {
    for (int i = 0; i < 5; i++) {
      inn.audit.append(AuditDraft.ok("a.b", Actor.HOST, "n" + i));
    }
    Map<?, ?> page = map(get("/api/audit?limit=2"));
    assertEquals(4, page.get("next"));
    assertEquals(4, ((Map<?, ?>) ((List<?>) page.get("entries")).get(0)).get("seq"));
    Map<?, ?> rest = map(get("/api/audit?limit=10&before=4"));
    assertEquals(null, rest.get("next"));
    assertEquals(3, ((List<?>) rest.get("entries")).size());
  }

  @Test
  void aBackupIsMadeOnceAtATime() throws Exception {
    assertEquals(202, send("POST", "/api/backups").statusCode());
    assertEquals(1, json.readValue(get("/api/backups").body(), List.class).size());
    inn.backups.busy = true;
    problem(send("POST", "/api/backups"), 409, "backup already running");
  }

  @Test
  void aFailingHostAnswers503WithItsReport() throws Exception {
    inn.host.status = HealthStatus.FAIL;
    HttpResponse<String> answer = get("/api/health");
    assertEquals(503, answer.statusCode());
    assertEquals("fail", map(answer).get("status"));
    inn.host.status = HealthStatus.WARN;
    assertEquals(200, get("/api/health").statusCode());
  }

  @Test
  void whoAskedIsToldByThePlatform() throws Exception {
    send("POST", "/api/projects/c2/start");
    Actor actor = inn.supervisor.actors.get(0);
    assertEquals(Actor.Via.HTTP, actor.via());
    assertEquals(
        String.valueOf(
            java.nio.file.Files.getAttribute(java.nio.file.Path.of("/proc/self"), "unix:uid")),
        actor.uid());
    assertEquals("java", actor.program());
  }

  @Test
  void metricsAreOpenMetrics() throws Exception {
    HttpResponse<String> answer = get("/metrics");
    assertEquals(200, answer.statusCode());
    assertTrue(
        answer
            .headers()
            .firstValue("Content-Type")
            .orElse("")
            .startsWith("application/openmetrics-text"));
    assertTrue(answer.body().contains("innkeeper_project_ready{channel_id=\"c1\"} 1.0\n"));
    assertTrue(answer.body().endsWith("# EOF\n"));
  }

  @Test
  void noAnswerLetsAnotherOriginIn() throws Exception {
    for (String path : List.of("/", "/api/projects", "/api/nope", "/metrics")) {
      for (String method : List.of("GET", "HEAD", "POST", "PUT", "OPTIONS")) {
        HttpResponse<String> answer = send(method, path, "Origin", "http://evil.test");
        assertFalse(
            answer.headers().map().keySet().stream()
                .anyMatch(h -> h.toLowerCase(java.util.Locale.ROOT).startsWith("access-control")),
            method + " " + path);
        assertTrue(answer.headers().firstValue("Set-Cookie").isEmpty());
      }
    }
  }
}
