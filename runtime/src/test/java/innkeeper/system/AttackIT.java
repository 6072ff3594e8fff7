package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.system.RawHttp.Answer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes over the wire from someone who is not the operator: byte by byte. */
class AttackIT {

  private static HostProcess host;
  private static RawHttp raw;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "c1", "--name", "demo", "--", "sleep", "600").ok();
    host.awaitState("c1", "RUNNING");
    raw = new RawHttp(host.port());
  }

  @AfterEach
  void nothingWasStopped() {
    assertEquals("RUNNING", host.project("c1", "state"));
    assertEquals("RUNNING", host.project("c1", "desired"));
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1", "127.0.0.1:4560", "127.0.0.1:1", "127.1.2.3:65535", "127.255.255.255",
        "localhost", "LOCALHOST:80", "localhost:4560", "[::1]", "[::1]:4560"
      })
  void aNameOfThisMachineIsServedAtAnyPort(String name) throws Exception {
    assertEquals(200, raw.send("GET /api/health HTTP/1.1", "Host: " + name).status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.test",
        "evil.test:4560",
        "127.0.0.1.evil.test",
        "127.0.0.1.nip.io:4560",
        "localhost.evil.test",
        "evil.localhost",
        "0.0.0.0",
        "0.0.0.0:4560",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:0:0:1]",
        "0x7f.1",
        "0177.0.0.1",
        "2130706433",
        "127.1",
        "127.0.0.256",
        "127.0.0.1.",
        "127.0.0.01",
        "user@127.0.0.1",
        "127.0.0.1@evil.test",
        "127.0.0.1:99999",
        "127.0.0.1:",
        "127.0.0.1:-1",
        "127.0.0.1:80:80",
        "127.0.0.1/",
        "127.0.0.1#",
        "127.0.0.1, evil.test",
        "127.0.0.1 evil.test",
        "127.0.0.1\tevil.test",
        "localhos\u0131",
        "",
        "*"
      })
  void aNameThatMayLeadHereByRebindingIsRefusedAndToldHowToOpenThePage(String name)
      throws Exception {
    for (String method : List.of("GET", "POST")) {
      Answer answer = raw.send(method + " /api/projects/c1/stop HTTP/1.1", "Host: " + name);
      assertTrue(answer.status() == 403 || answer.status() == 400, name + ": " + answer);
      dressed(answer, name);
      if (answer.status() == 403) {
        assertTrue(answer.body().contains("http://127.0.0.1:PORT"), answer.body());
      }
    }
  }

  @Test
  void noHostHoweverOddCrashesTheGate() throws Exception {
    Random random = new Random(7);
    String alphabet = "127.0.0.1localhost[]:%@/\\#?\t ,;x\u00ff-_*";
    for (int i = 0; i < 300; i++) {
      StringBuilder name = new StringBuilder("x");
      for (int k = random.nextInt(60); k > 0; k--) {
        name.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      refused(raw.send("GET /api/health HTTP/1.1", "Host: " + name));
    }
  }

  @Test
  void exactlyOneHostIsAsked() throws Exception {
    String ours = "Host: 127.0.0.1:" + host.port();
    refused(raw.send("GET /api/health HTTP/1.1", ours, "Host: evil.test"));
    refused(raw.send("GET /api/health HTTP/1.1", "Host: evil.test", ours));
    refused(raw.send("GET /api/health HTTP/1.1", ours, ours));
    refused(raw.send("GET /api/health HTTP/1.1"));
    refused(raw.send("GET /api/health HTTP/1.0"));
    refused(raw.send("GET /api/health HTTP/1.1", "Host: evil.test", "X-Forwarded-Host: 127.0.0.1"));
    refused(raw.send("GET /api/health HTTP/1.1", "Host: evil.test", "Forwarded: host=127.0.0.1"));
    assertEquals(200, raw.send("GET /api/health HTTP/1.0", ours).status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://evil.test",
        "Origin: null",
        "Origin: https://127.0.0.1:PORT",
        "Origin: http://127.0.0.1:1",
        "Origin: http://127.0.0.1",
        "Origin: http://localhost:PORT",
        "Origin: file://",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Sec-Fetch-Site: none",
        "Sec-Fetch-Site: same-origin, cross-site",
        "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document",
        "Origin: http://127.0.0.1:PORT\r\nOrigin: http://evil.test",
        "Sec-Fetch-Site: same-origin\r\nOrigin: http://evil.test"
      })
  void aRequestOfAnotherSitesPageChangesNothing(String headers) throws Exception {
    String[] sent = headers.replace("PORT", String.valueOf(host.port())).split("\r\n");
    for (String path :
        List.of(
            "/api/projects/c1/stop", "/projects/c1/stop", "/api/backups", "/api/logs/c1/rotate")) {
      Answer answer = raw.ask("POST " + path + " HTTP/1.1", with(sent, "Content-Length: 0"));
      assertEquals(403, answer.status(), path + " " + answer);
      dressed(answer, path);
    }
  }

  @Test
  void refusalsAreInTheRecordOnceARule() throws Exception {
    for (int i = 0; i < 50; i++) {
      raw.ask("POST /api/projects/c1/stop HTTP/1.1", "Sec-Fetch-Site: cross-site");
    }
    HostProcess.await(
        "the refusal is recorded",
        () -> refusals().stream().anyMatch(r -> r.contains("cross-site")));
    assertTrue(refusals().size() < 10, refusals().toString());
  }

  private static List<String> refusals() {
    try {
      List<String> all = new ArrayList<>();
      Object entries =
          Json.read(host.get("/api/audit?limit=1000&action=request.refuse").body()).get("entries");
      ((List<?>) entries).forEach(e -> all.add(e.toString()));
      return all;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"script", "image", "empty", "iframe", "style", "audio", "object"})
  void aProbeOfAnotherSitesPageReadsNothing(String dest) throws Exception {
    for (String path : List.of("/api/audit", "/api/events", "/metrics", "/", "/api/openapi.json")) {
      Answer answer =
          raw.ask(
              "GET " + path + " HTTP/1.1",
              "Sec-Fetch-Site: cross-site",
              "Sec-Fetch-Mode: no-cors",
              "Sec-Fetch-Dest: " + dest);
      assertEquals(403, answer.status(), path);
      dressed(answer, path);
    }
  }

  @Test
  void aLinkFromAnotherSiteOpensThePage() throws Exception {
    assertEquals(
        200,
        raw.ask(
                "GET / HTTP/1.1",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Dest: document")
            .status());
  }

  @Test
  void aWebSocketHandshakeIsNotAnsweredAsOne() throws Exception {
    for (String origin : List.of("http://evil.test", "http://127.0.0.1:" + host.port())) {
      Answer answer =
          raw.ask(
              "GET /api/events HTTP/1.1",
              "Upgrade: websocket",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
              "Origin: " + origin,
              "Range: bytes=0-0");
      assertFalse(answer.status() == 101, origin);
      if (origin.contains("evil")) {
        refused(answer);
      }
    }
  }

  @Test
  void anUpgradeToPlainHttp2IsNotTaken() throws Exception {
    Answer answer =
        raw.ask(
            "GET /api/health HTTP/1.1", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA");
    assertFalse(answer.status() == 101, answer.toString());
    List<Answer> preface = raw.all("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    assertTrue(preface.isEmpty() || preface.get(0).status() >= 400, preface.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 3\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 3",
        "Content-Length: 3\r\nContent-Length: 4",
        "Content-Length: 3, 4",
        "Content-Length: +3",
        "Content-Length: -1",
        "Content-Length: 0x3",
        "Content-Length: 3 3",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding:\u000bchunked",
        "X: y\r\n Transfer-Encoding: chunked",
        "X: a\rb",
        "X\u0000: a",
        " X: a",
        "X : a"
      })
  void aRequestWhoseEndIsInDoubtIsRefusedAndNothingAfterItIsAnswered(String headers)
      throws Exception {
    String hidden = "GET /api/projects/hidden HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    List<Answer> answers =
        raw.all(
            "POST /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + headers
                + "\r\n\r\n0\r\n\r\n"
                + hidden);
    assertTrue(answers.size() <= 1, answers.toString());
    for (Answer answer : answers) {
      assertTrue(answer.status() >= 400 && answer.status() < 502, answer.toString());
      assertFalse(answer.body().contains("hidden"));
      dressed(answer, headers);
    }
  }

  @Test
  void anAbsoluteTargetDoesNotOutvoteTheHostHeader() throws Exception {
    refused(raw.send("GET http://127.0.0.1/api/health HTTP/1.1", "Host: evil.test"));
    refused(raw.ask("GET http://evil.test/api/health HTTP/1.1"));
    refused(raw.ask("GET evil.test:80 HTTP/1.1"));
  }

  @Test
  void aChunkedBodyEndsWhereItSays() throws Exception {
    String head =
        "POST /api/projects/c1/start HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n";
    assertEquals(
        200,
        raw.bytes(head + "Connection: close\r\n\r\n2;ext=\"a;b\"\r\n{}\r\n0\r\n\r\n").status());
    String smuggled = "1;ext=\"a\r\nX\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    for (String body :
        List.of("zz\r\n{}\r\n0\r\n\r\n", "-1\r\n\r\n", "FFFFFFFFFFFFFFFF\r\n", smuggled)) {
      List<Answer> answers = raw.all(head + "\r\n" + body);
      assertTrue(answers.size() <= 1, answers.toString());
      for (Answer answer : answers) {
        assertTrue(answer.status() >= 400 && answer.status() < 500, body + answer);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/logs/..%2f..%2fbot.db",
        "/api/logs/%2e%2e/%2e%2e/bot.db",
        "/api/logs/../../bot.db",
        "/api/logs/..%252f..%252fbot.db",
        "/api/logs/..;/..;/bot.db",
        "/api/logs/c1;x=y/../../etc/passwd",
        "/api/logs/..\\..\\bot.db",
        "/api/logs/..%5c..%5cbot.db",
        "/api/logs/c1%00.log",
        "/api/logs/%c0%ae%c0%ae%c0%afbot.db",
        "/api/logs//etc/passwd",
        "/api/logs/%2fetc%2fpasswd",
        "/api/logs/.",
        "/api/logs/..",
        "/assets/../openapi.json",
        "/assets/..%2fopenapi.json",
        "/assets/%2e%2e%2fpage%2fjs%2fapp.js",
        "/assets/../../../../etc/passwd",
        "//127.0.0.1/api/projects",
        "/./api/../bot.db"
      })
  void aPathThatClimbsFindsNothing(String path) throws Exception {
    for (String suffix : List.of("", "/download")) {
      Answer answer = raw.ask("GET " + path + suffix + " HTTP/1.1");
      assertTrue(answer.status() >= 400 && answer.status() < 500, path + suffix + " " + answer);
      assertFalse(answer.body().contains("SQLite format") || answer.body().contains("root:"), path);
      dressed(answer, path);
    }
  }

  @Test
  void headersAndBodiesPastTheirBoundsAreRefused() throws Exception {
    Answer header = raw.ask("GET /api/health HTTP/1.1", "X: " + "x".repeat(9000));
    assertEquals(431, header.status());
    dressed(header, "431");
    Answer many = raw.ask("GET /api/health HTTP/1.1", "A: b\r\n".repeat(3000).strip());
    assertEquals(431, many.status());
    Answer uri = raw.ask("GET /api/health?" + "x".repeat(9000) + " HTTP/1.1");
    assertTrue(uri.status() == 414 || uri.status() == 431, uri.toString());
    dressed(uri, "414");
    Answer body = raw.ask("POST /api/projects/c1/start HTTP/1.1", "Content-Length: 65537");
    assertEquals(413, body.status());
    dressed(body, "413");
    Answer huge = raw.ask("POST /api/projects/c1/start HTTP/1.1", "Content-Length: 9999999999");
    assertEquals(413, huge.status());
    Answer counted =
        raw.bytes(
            "POST /api/projects/c1/start HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n"
                + ("1000\r\n" + "x".repeat(4096) + "\r\n").repeat(20)
                + "0\r\n\r\n");
    assertEquals(413, counted.status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"TRACE", "CONNECT", "PUT", "DELETE", "PATCH", "PROPFIND", "get", "FOO", "TRACK"})
  void aMethodBeyondTheFourIsNotAllowed(String method) throws Exception {
    for (String path : List.of("/", "/api/projects", "/api/projects/c1/stop", "/nothing")) {
      Answer answer = raw.ask(method + " " + path + " HTTP/1.1", "X-Secret: reflected");
      assertTrue(answer.status() >= 400 && answer.status() < 502, path + answer);
      assertFalse(answer.body().contains("reflected"));
      dressed(answer, method + " " + path);
    }
  }

  @Test
  void aMethodHiddenInAHeaderOrAFieldIsNotObeyed() throws Exception {
    for (String header :
        List.of("X-HTTP-Method-Override: POST", "X-HTTP-Method: POST", "X-Method-Override: POST")) {
      assertEquals(405, raw.ask("GET /api/projects/c1/stop HTTP/1.1", header).status());
    }
    assertEquals(405, raw.ask("GET /api/projects/c1/stop?_method=POST HTTP/1.1").status());
  }

  @Test
  void aValueFromTheRequestNeverBecomesAHeader() throws Exception {
    for (String path :
        List.of(
            "/?p=%0d%0aX-Evil:%201", "/api/logs/c1%0d%0aX-Evil:1", "/api/projects/%0aX-Evil:1")) {
      Answer answer = raw.ask("GET " + path + " HTTP/1.1");
      assertEquals(List.of(), answer.header("X-Evil"), path);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1",
        "GET /api/nothing HTTP/1.1",
        "GET /nothing HTTP/1.1",
        "POST / HTTP/1.1",
        "OPTIONS / HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "OPTIONS /api/projects HTTP/1.1",
        "GET /api/logs/main HTTP/1.1",
        "GET /metrics HTTP/1.1",
        "HEAD /api/health HTTP/1.1",
        "GET /%zz HTTP/1.1",
        "GET / HTTP/9.9",
        "GET",
        "\u0000\u0001\u0002",
        "GET / HTTP/1.1\u0000"
      })
  void everyAnswerEvenToNonsenseWearsTheHeaders(String line) throws Exception {
    Answer answer = raw.ask(line);
    if (answer.status() != 0) {
      dressed(answer, line);
    }
  }

  @Test
  void aStrangersServletStandsBehindTheSameGate() throws Exception {
    host.cli("install", Stranger.jar(host.scratch()).toString()).ok();
    try {
      HostProcess.await("the stranger serves", () -> status("/stranger/x") == 200);
      Answer answer = raw.ask("GET /stranger/x HTTP/1.1");
      dressed(answer, "a third party's answer");
      assertEquals("hello from a stranger", answer.body().strip());
      refused(raw.send("GET /stranger/x HTTP/1.1", "Host: evil.test"));
      refused(raw.ask("POST /stranger/x HTTP/1.1", "Origin: http://evil.test"));
      Answer failing = raw.ask("GET /stranger/fail HTTP/1.1");
      assertEquals(500, failing.status());
      dressed(failing, "a third party's failure");
      assertFalse(failing.body().contains("secret-of-the-stack"), failing.body());
      assertEquals("small.txt 3; large.txt 100000;", upload("abc", "x".repeat(100_000)));
    } finally {
      host.cli("uninstall", "stranger").ok();
    }
  }

  private static final String WHITEBOARD =
      """
      static class Own extends jakarta.servlet.http.HttpServlet {
        Runnable go = () -> { };
        protected void service(
            jakarta.servlet.http.HttpServletRequest request,
            jakarta.servlet.http.HttpServletResponse response) throws IOException {
          if (request.getRequestURI().endsWith("/fail")) {
            throw new IllegalStateException("secret-of-the-stack");
          }
          go.run();
          response.getWriter().println("of the bundle");
        }
      }

      static class First implements org.osgi.service.servlet.whiteboard.Preprocessor {
        public void init(jakarta.servlet.FilterConfig config) {}
        public void doFilter(
            jakarta.servlet.ServletRequest request,
            jakarta.servlet.ServletResponse response,
            jakarta.servlet.FilterChain chain) throws IOException {
          response.getWriter().println("of the bundle");
        }
        public void destroy() {}
      }

      static class Throws implements jakarta.servlet.ServletRequestListener {
        public void requestInitialized(jakarta.servlet.ServletRequestEvent event) {
          throw new IllegalStateException("of the bundle");
        }
      }

      static class Closed extends org.osgi.service.servlet.context.ServletContextHelper {
        public boolean handleSecurity(
            jakarta.servlet.http.HttpServletRequest request,
            jakarta.servlet.http.HttpServletResponse response) {
          return false;
        }
      }

      static class Helper extends org.osgi.service.servlet.context.ServletContextHelper {}

      static <T> void add(BundleContext c, Class<T> type, T service, String... words) {
        var properties = new java.util.Hashtable<String, Object>();
        properties.put("service.ranking", Integer.MAX_VALUE);
        for (String word : words) {
          properties.put("osgi.http.whiteboard." + word.split("=", 2)[0], word.split("=", 2)[1]);
        }
        c.registerService(type, service, properties);
      }

      static void context(BundleContext c, String name, String path) {
        add(c, org.osgi.service.servlet.context.ServletContextHelper.class, new Helper(),
            "context.name=" + name, "context.path=" + path);
        servlet(c, "servlet.pattern=/*",
            "context.select=(osgi.http.whiteboard.context.name=" + name + ")");
      }

      static void servlet(BundleContext c, String... words) {
        add(c, jakarta.servlet.Servlet.class, new Own(), words);
      }

      static void coverAll(BundleContext c) {
        servlet(c, "servlet.pattern=/*");
        servlet(c, "servlet.pattern=/api");
        servlet(c, "servlet.errorPage=404");
        add(c, jakarta.servlet.Filter.class, new First(), "filter.pattern=/*");
        add(c, Object.class, new Object(), "resource.pattern=/assets/*", "resource.prefix=/x");
        add(c, org.osgi.service.servlet.whiteboard.Preprocessor.class, new First());
        add(c, jakarta.servlet.ServletRequestListener.class, new Throws(), "listener=true");
        add(c, org.osgi.service.servlet.context.ServletContextHelper.class, new Closed(),
            "context.name=default", "context.path=/");
        context(c, "root", "/");
        context(c, "api", "/api");
      }
      """;

  private static UnrulyBundle whiteboard(String name, String start) {
    return UnrulyBundle.named(name)
        .members(WHITEBOARD)
        .start(start)
        .header(
            "Import-Package",
            "org.osgi.framework,jakarta.servlet,jakarta.servlet.http,"
                + "org.osgi.service.servlet.whiteboard,org.osgi.service.servlet.context");
  }

  /** Felix keeps the small file in memory and writes the large one to a temporary file. */
  private static String upload(String small, String large) throws Exception {
    String body =
        "--b\r\nContent-Disposition: form-data; name=\"s\"; filename=\"small.txt\"\r\n\r\n"
            + small
            + "\r\n--b\r\nContent-Disposition: form-data; name=\"l\"; filename=\"large.txt\"\r\n\r\n"
            + large
            + "\r\n--b--\r\n";
    Answer answer =
        raw.bytes(
            "POST /stranger/upload HTTP/1.1\r\nHost: 127.0.0.1:"
                + host.port()
                + "\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: "
                + body.length()
                + "\r\nConnection: close\r\n\r\n"
                + body);
    assertEquals(200, answer.status(), answer.body());
    return answer.body().strip();
  }

  @Test
  void aStrangersContextOfTheHighestRankStandsBehindTheGateToo() throws Exception {
    Path jar = whiteboard("first", "context(c, \"own\", \"/own\");").jar(host.scratch());
    host.cli("install", jar.toString()).ok();
    try {
      HostProcess.await("its context serves", () -> status("/own/x") == 200);
      for (String path : List.of("/own/x", "/own/fail", "/", "/none")) {
        Answer answer = raw.send("GET " + path + " HTTP/1.1", "Host: evil.test");
        assertEquals(403, answer.status(), path + ": " + answer);
        dressed(answer, path);
      }
      dressed(raw.ask("GET /own/x HTTP/1.1"), "/own/x");
      Answer failing = raw.ask("GET /own/fail HTTP/1.1");
      assertEquals(500, failing.status(), failing.toString());
      assertFalse(failing.body().contains("secret-of-the-stack"), failing.body());
      dressed(failing, "/own/fail");
      dressed(raw.send("GET /own/%zz HTTP/1.1", "Host: evil.test"), "a malformed path");
    } finally {
      host.cli("uninstall", "unruly.first").ok();
    }
  }

  @Test
  void whatWouldCoverPageOrApiIsRefusedByNameAndHasNoEffectLater() throws Exception {
    HostProcess.Said said =
        host.cli("install", whiteboard("covers", "coverAll(c);").jar(host.scratch()).toString());
    assertEquals(1, said.status(), said.out());
    assertTrue(said.err().contains("unruly.covers 1.0.0: its servlet"), said.err());
    assertTrue(
        said.err().contains("has the pattern \"/*\", which covers page and API"), said.err());
    assertTrue(said.err().contains("was taken out again"), said.err());

    String start =
        "Own own = new Own(); own.go = () -> coverAll(c);"
            + "add(c, jakarta.servlet.Servlet.class, own, \"servlet.pattern=/later/*\");";
    host.cli("install", whiteboard("later", start).jar(host.scratch()).toString()).ok();
    try {
      HostProcess.await("it covers all", () -> status("/later/go") == 200);
      for (String path : List.of("/", "/api", "/api/health", "/assets/none", "/none/x.js")) {
        String body = raw.ask("GET " + path + " HTTP/1.1").body();
        assertFalse(body.contains("of the bundle"), path + ": " + body);
      }
      assertEquals(200, status("/"));
      assertTrue(raw.ask("GET /none HTTP/1.1").body().contains("\"error\":\"unknown path\""));
      assertEquals("of the bundle", raw.ask("GET /later/x HTTP/1.1").body().strip());
      String health = host.cli("health").out();
      assertTrue(health.contains("plugins/unruly.later-1.0.0.jar: its servlet"), health);
    } finally {
      host.cli("uninstall", "unruly.later").ok();
    }
  }

  private static int status(String path) {
    try {
      return raw.ask("GET " + path + " HTTP/1.1").status();
    } catch (IOException e) {
      return 0;
    }
  }

  @Tag("nightly")
  @Test
  void twoHundredSlowSendersHoldUpNobodyAndNoMoreThan128AreConnected() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        Socket socket = raw.open();
        slow.add(socket);
        String head =
            i % 2 == 0
                ? "GET /api/health HTTP/1.1\r\nX: "
                : "POST /api/backups HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      }
      for (int i = 0; i < 10; i++) {
        assertEquals(200, raw.ask("GET /api/health HTTP/1.1").status());
      }
      HostProcess.await("no more than 128 are connected", () -> connected() <= 128);
      // Awaited: one that has just ended may still be listed beside its successor.
      HostProcess.await("no more than 32 threads", () -> host.jettyThreads() <= 32);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
    HostProcess.await("they are forgotten", () -> connected() < 20);
  }

  /** Connections the host holds open, as the kernel has them. */
  private static long connected() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/net/tcp"))) {
      String local = "0100007F:" + String.format("%04X", host.port());
      return lines
          .map(l -> l.strip().split("\\s+"))
          .filter(c -> c[1].equals(local) && c[3].equals("01"))
          .count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String[] with(String[] headers, String more) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add(more);
    return all.toArray(String[]::new);
  }

  private static void refused(Answer answer) {
    assertTrue(answer.status() >= 400 && answer.status() < 500, answer.toString());
    dressed(answer, "refusal");
  }

  /** What every answer carries, whoever gives it. */
  private static void dressed(Answer answer, String of) {
    String policy = String.join(" ", answer.header("Content-Security-Policy"));
    assertTrue(policy.contains("default-src 'none'"), of + ": " + answer);
    assertTrue(policy.contains("require-trusted-types-for 'script'"), of);
    assertTrue(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-"), of);
    assertEquals(List.of("nosniff"), answer.header("X-Content-Type-Options"), of);
    assertEquals(List.of("same-origin"), answer.header("Cross-Origin-Resource-Policy"), of);
    assertEquals(List.of("same-origin"), answer.header("Cross-Origin-Opener-Policy"), of);
    assertEquals(List.of("same-origin"), answer.header("Referrer-Policy"), of);
    assertEquals(List.of("DENY"), answer.header("X-Frame-Options"), of);
    for (String header : answer.headers()) {
      String name = header.toLowerCase(java.util.Locale.ROOT);
      assertFalse(
          name.startsWith("access-control")
              || name.startsWith("set-cookie")
              || name.startsWith("server:"),
          of + ": " + header);
    }
  }
}
