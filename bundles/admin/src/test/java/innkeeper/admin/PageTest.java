package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.history.History;
import innkeeper.api.history.Metric;
import innkeeper.api.supervisor.ProjectState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as the server sends it. */
@Timeout(60)
class PageTest {

  private static final String EVIL = "<script>alert(1)</script>\"' & \u202e\u0000";

  private final HttpClient http = HttpClient.newHttpClient();
  private Inn inn;

  @BeforeEach
  void open() throws Exception {
    inn = new Inn(0);
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, ""));
  }

  @AfterEach
  void shut() {
    inn.close();
  }

  private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(inn.url() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofByteArray());
  }

  private String page(String path) throws Exception {
    return new String(get(path).body(), StandardCharsets.UTF_8);
  }

  @Test
  void withoutScriptsProjectsAreListedWithStateAndReason() throws Exception {
    inn.supervisor.put(
        FakeSupervisor.status("c2", "api", ProjectState.BACKOFF, "exited with code 1 after 3 s"));
    inn.supervisor.put(FakeSupervisor.status("c3", "job", ProjectState.STOPPED, ""));
    for (String path : List.of("/", "/?t=health", "/?t=log", "/?state=ill")) {
      String page = page(path);
      assertTrue(page.contains("<a href=\"/?p=c2\">api</a>"), path);
      assertTrue(page.contains("BACKOFF</span> exited with code 1 after 3 s</td>"), path);
      assertTrue(page.contains("<form method=\"post\" action=\"/projects/c1/stop\">"), path);
      assertTrue(page.contains("<form method=\"post\" action=\"/projects/c3/start\">"), path);
      assertEquals(3, page.split("<form ", -1).length - 1, "one form a project: " + path);
    }
  }

  @Test
  void withoutScriptsAProjectsAddressShowsItsStateAndTheLast200Lines() throws Exception {
    for (int i = 0; i < 300; i++) {
      inn.logs.line("demo", "line " + i);
    }
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.RUNNING, "it was slow"));
    for (String path : List.of("/?p=c1", "/?p=demo", "/?p=c1&t=config", "/?p=c1&at=03:12")) {
      String page = page(path);
      assertTrue(page.contains("<h2>demo</h2>"), path);
      assertTrue(page.contains("RUNNING</span> it was slow</p>"), path);
      assertTrue(page.contains("action=\"/projects/c1/stop\""), path);
      assertTrue(page.contains("line 100\n"), path);
      assertTrue(page.contains("line 299\n"), path);
      assertFalse(page.contains("line 99\n"), path);
    }
    inn.logs.line("demo", "10 %\r100 %", "x".repeat(1 << 20));
    String last = page("/?p=c1");
    assertTrue(last.contains(" 100 %\n"));
    assertTrue(last.contains("x… (1032222 more characters)\n"));
    inn.logs.unreadable("demo");
    assertTrue(page("/?p=c1").contains("role=\"alert\">logs/demo.log may not be read"));
    assertTrue(page("/?p=none").contains("There is no such project."));
  }

  @Test
  void everyPlainPageNamesItsHost() throws Exception {
    for (String path : List.of("/", "/?p=c1", "/?t=health")) {
      String page = page(path);
      assertTrue(page.contains("<title>build-7 – Innkeeper</title>"), path);
      assertTrue(page.contains("<span class=\"machine\">build-7</span>"), path);
    }
    inn.settings.values.put("HOST_LABEL", "<b>");
    assertTrue(page("/").contains("<span class=\"machine\">&lt;b&gt;</span>"));
  }

  @Test
  void theIconHasTheCountOfProblems() throws Exception {
    HttpResponse<byte[]> icon = get("/icons/fail-12.svg");
    assertEquals(200, icon.statusCode());
    assertTrue(new String(icon.body(), StandardCharsets.UTF_8).contains(">12</text>"));
    assertEquals(404, get("/icons/fail-0.svg").statusCode());
    assertEquals(404, get("/icons/pass-3.svg").statusCode());
  }

  @Test
  void textsOfOthersNeverBecomeMarkup() throws Exception {
    inn.supervisor.put(FakeSupervisor.status("c1", EVIL, ProjectState.FATAL, EVIL));
    inn.logs.line(EVIL, EVIL, "\u001b[31mred\u001b[0m\u0007 \u001b]0;title\u0007bell");
    inn.audit.append(new AuditDraft(EVIL, EVIL, new Actor(Actor.Via.HTTP, EVIL, EVIL), EVIL, EVIL));
    inn.backups.lastError = EVIL;
    for (String path : List.of("/", "/?p=c1", "/?p=%3Cscript%3Ealert(1)%3C/script%3E")) {
      String page = page(path);
      assertFalse(page.contains("<script>"), path);
      assertFalse(page.contains("alert(1)</script>"), path);
      assertFalse(page.chars().anyMatch(c -> c < 0x20 && c != '\n' || c == 0x202e), path);
      assertTrue(page.contains("&lt;script&gt;alert(1)"), path);
    }
    assertTrue(page("/?p=c1").contains(" red bell\n"));
  }

  @Test
  void thePageHasNoInlineScriptStyleOrHandlerAndNoOtherSite() throws Exception {
    String page = page("/");
    assertFalse(Pattern.compile("<script(?![^>]* src=)").matcher(page).find());
    assertFalse(page.contains("<style"));
    assertFalse(Pattern.compile("<[^>]* (on[a-z]+|style)=").matcher(page).find());
    assertFalse(Pattern.compile("(src|href)=\"(https?:)?//").matcher(page).find());
  }

  @Test
  void aPlainFormStartsOrStopsAndLeadsBackToThePage() throws Exception {
    HttpResponse<String> stopped = post("/projects/c1/stop");
    assertEquals(303, stopped.statusCode());
    assertEquals("/?p=c1", stopped.headers().firstValue("Location").orElse(""));
    assertEquals(ProjectState.STOPPED, inn.supervisor.all.get("c1").state());
    assertEquals(303, post("/projects/c1/start").statusCode());
    assertEquals(ProjectState.RUNNING, inn.supervisor.all.get("c1").state());
    assertEquals(405, get("/projects/c1/stop").statusCode());
  }

  private HttpResponse<String> post(String path) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(inn.url() + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("a=b"))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void aRefusalOfAPlainFormIsShownOnThePage() throws Exception {
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.UNKNOWN, ""));
    HttpResponse<String> answer = post("/projects/c1/stop");
    assertEquals(409, answer.statusCode());
    assertTrue(answer.body().contains("role=\"alert\">state is UNKNOWN"));
    assertEquals(404, post("/projects/none/stop").statusCode());
  }

  @Test
  void allAssetsAreImmutableAndSmall() throws Exception {
    Matcher m = Pattern.compile("(?:src|href)=\"(/assets/[^\"]+)\"").matcher(page("/"));
    HttpResponse<byte[]> html = get("/", "Accept-Encoding", "gzip");
    int requests = 2; // the page, the stream
    long bytes = html.body().length;
    while (m.find()) {
      HttpResponse<byte[]> asset = get(m.group(1), "Accept-Encoding", "gzip");
      assertEquals(200, asset.statusCode());
      assertTrue(
          asset.headers().firstValue("Cache-Control").orElse("").contains("immutable"), m.group(1));
      requests++;
      bytes += asset.body().length;
    }
    assertEquals(6, requests);
    assertTrue(bytes < 90_000, "transferred " + bytes);
    assertEquals(404, get("/assets/app.0000000000000000.js").statusCode());
    assertEquals(404, get("/assets/openapi.json").statusCode());
  }

  /** What the overview of a large fleet takes, until all of it is there. */
  @Test
  void aFleetOf150OpensWithTenRequestsAnd90KB() throws Exception {
    Random random = new Random(7);
    List<String> ill = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      ProjectState state = i % 15 == 3 ? ProjectState.BACKOFF : ProjectState.RUNNING;
      inn.supervisor.put(FakeSupervisor.status("p" + i, "job-" + i, state, "it ended"));
      if (state == ProjectState.BACKOFF) {
        ill.add("p" + i);
      }
      Map<Metric, List<History.Point>> line = new EnumMap<>(Metric.class);
      for (Metric metric : List.of(Metric.CPU, Metric.RSS)) {
        List<History.Point> points = new ArrayList<>();
        for (int k = 60; k > 0; k--) {
          double value = random.nextInt(1000) / 10.0;
          points.add(new History.Point(Instant.now().minusSeconds(60L * k), value, value, value));
        }
        line.put(metric, points);
      }
      inn.past.figures.add(new History.Series("p" + i, Duration.ofMinutes(1), line));
      inn.past.figures.add(
          new History.Series("p" + i, Duration.ofSeconds(5), Map.of(Metric.RESTARTS, List.of())));
    }
    String page = page("/");
    Set<String> wanted = new LinkedHashSet<>(List.of("/"));
    Matcher m =
        Pattern.compile("(?:src|href|data-gone)=\"(/(?:assets|icons)/[^\"]+)\"").matcher(page);
    while (m.find()) {
      wanted.add(m.group(1));
    }
    wanted.add("/icons/warn-10.svg");
    wanted.add("/api/history/recent");
    wanted.add("/api/incidents?open=true");
    wanted.add("/api/history?metrics=cpu,rss&step=60&from=-1h&projects=" + String.join(",", ill));
    long bytes = 0;
    for (String path : wanted) {
      HttpResponse<byte[]> answer = get(path, "Accept-Encoding", "gzip");
      assertEquals(200, answer.statusCode(), path);
      bytes += answer.body().length;
    }
    assertEquals(9, wanted.size(), "and the stream: " + wanted);
    assertTrue(bytes < 90_000, "transferred " + bytes);
  }

  @Test
  void theStateInThePageIsReadUnchanged() throws Exception {
    String reason = "it's \"gone\" <b> &amp; then";
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.BACKOFF, reason));
    Matcher known = Pattern.compile(" data-known='([^'<>]+)'").matcher(page("/"));
    assertTrue(known.find());
    String json =
        known
            .group(1)
            .replace("&#39;", "'")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
    assertEquals(
        reason, new ObjectMapper().readTree(json).at("/projects/0/reason").textValue(), json);
  }

  @Test
  void theStreamContinuesFromThePageWithoutASnapshot() throws Exception {
    Matcher last = Pattern.compile("data-last=\"([^\"]+)\"").matcher(page("/"));
    assertTrue(last.find());
    inn.supervisor.put(FakeSupervisor.status("c1", "demo", ProjectState.BACKOFF, "meanwhile"));
    HttpResponse<InputStream> stream =
        http.send(
            HttpRequest.newBuilder(URI.create(inn.url() + "/api/events?last=" + last.group(1)))
                .build(),
            BodyHandlers.ofInputStream());
    StringBuilder told = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      while (!told.toString().contains("meanwhile")) {
        told.append(lines.readLine()).append('\n');
      }
    }
    assertTrue(told.toString().contains("event: project"), told.toString());
    assertFalse(told.toString().contains("event: snapshot"), told.toString());
  }

  @Test
  void theScriptsUseNoSinkThatTrustedTypesWouldBlock() throws Exception {
    for (String script : innkeeper.admin.page.AssetNames.scripts()) {
      if (!script.startsWith("js/")) {
        continue;
      }
      try (InputStream in = PageTest.class.getResourceAsStream("/innkeeper/admin/page/" + script)) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        assertFalse(
            Pattern.compile(
                    "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|new Function|setAttribute\\('style")
                .matcher(text)
                .find(),
            script);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"preact/preact.min.umd.js", "preact/hooks.umd.js", "htm/htm.umd.js"})
  void anUnchangedFileOfAPackageHasTheSumInItsReadme(String path) throws Exception {
    String[] file = path.split("/");
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(resource(path));
    String readme = new String(resource(file[0] + "/README.md"), StandardCharsets.UTF_8);
    assertTrue(readme.contains("- " + file[1] + ": " + HexFormat.of().formatHex(sum)), readme);
  }

  private static byte[] resource(String path) throws IOException {
    try (InputStream in = PageTest.class.getResourceAsStream("/innkeeper/admin/page/" + path)) {
      return in.readAllBytes();
    }
  }
}
