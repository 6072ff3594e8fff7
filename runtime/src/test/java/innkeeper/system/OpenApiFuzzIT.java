package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.system.Described.Call;
import innkeeper.system.RawHttp.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Requests put together at random from what the document says and from what no client should send:
 * methods, values, doubled parameters, headers, bodies. Nothing of it fails in the host, and every
 * answer is written. {@code -Dinnkeeper.seed=N} tries others, {@code -Dinnkeeper.requests=N} more.
 */
@Tag("nightly")
class OpenApiFuzzIT {

  private static final long SEED = Long.getLong("innkeeper.seed", 7);
  private static final int REQUESTS = Integer.getInteger("innkeeper.requests", 500);

  private static final int MOST_BODY = 65_536;

  private static final List<String> METHODS =
      List.of(
          "GET",
          "HEAD",
          "POST",
          "OPTIONS",
          "TRACE",
          "PUT",
          "DELETE",
          "PATCH",
          "PROPFIND",
          "get",
          "FOO");

  private static final List<String> HEADERS =
      List.of(
          "Accept: text/plain",
          "Accept: application/json;q=0, */*",
          "Accept: text/html;level=1;q=0.3,,;",
          "Accept: */*, */*, */*",
          "Accept-Encoding: gzip;q=1.0, identity; q=0.5, *;q=0",
          "Accept-Language: \u00e9\u00e9",
          "If-None-Match: *",
          "If-None-Match: W/\"x\", \"y\", broken",
          "If-Match: \"nothing\"",
          "If-Modified-Since: Sat, 01 Jan 2028 00:00:00 GMT",
          "If-Modified-Since: yesterday",
          "Range: bytes=0-0",
          "Range: bytes=5-1,-,9999999999999999999-",
          "If-Range: \"x\"",
          "Content-Type: application/json",
          "Content-Type: application/x-www-form-urlencoded",
          "Content-Type: multipart/form-data; boundary=x",
          "Content-Type: text/xml; charset=no-such-set",
          "Content-Type: ;;;",
          "Cookie: a=b; $Version=1",
          "Authorization: Basic eDp5",
          "X-HTTP-Method-Override: DELETE",
          "X-Forwarded-Host: evil.test",
          "Forwarded: host=evil.test;proto=https",
          "Expect: 100-continue",
          "Expect: nonsense",
          "TE: trailers",
          "Last-Event-ID: 0-0-0-%%%",
          "Last-Event-ID: " + "9".repeat(3000),
          "Upgrade: websocket",
          "Content-Language: \u0001");

  private static final List<String> BODIES =
      List.of("{}", "[]", "null", "{\"wait\":", "a=b&c=d", "\u00ff\u00fe", "x".repeat(70_000));

  private static HostProcess host;
  private static RawHttp raw;
  private static Described document;

  private final Random random = new Random(SEED);

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    raw = new RawHttp(host.port());
    new Feed(host, "web").say("one", "two");
    host.cli("add", "off", "--no-autostart", "--", "sleep", "600").ok();
    document = Described.by(host);
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  @Test
  void noRequestFailsInTheHostAndEveryAnswerIsWritten() throws Exception {
    List<Call> calls = document.calls();
    for (int i = 0; i < REQUESTS; i++) {
      Call call = any(calls);
      String method = random.nextInt(3) > 0 ? call.method() : any(METHODS);
      // A stream that begins has no end.
      if (call.path().equals("/api/events") && method.equals("GET")) {
        method = "HEAD";
      }
      ask(i, call, method, target(call), headers());
    }
    assertEquals(200, host.get("/api/health").statusCode());
    String log = Files.readString(host.data().resolve("bot.log"));
    assertFalse(log.contains("\"level\":\"error\""), "the host calls something an error: " + log);
  }

  private void ask(int i, Call call, String method, String target, List<String> headers)
      throws Exception {
    String asked = "seed " + SEED + " request " + i + ": " + method + " " + target + " " + headers;
    String body = body();
    Optional<Answer> sent = send(method, target, headers, body);
    if (sent.isEmpty() && body.length() > MOST_BODY) {
      // Refused before it was all read: what is still on its way may undo the answer.
      return;
    }
    Answer answer = sent.orElseThrow(() -> new AssertionError("no answer: " + asked));
    assertTrue(answer.status() < 500, asked + " -> " + answer.status() + " " + answer.body());
    assertEquals(List.of(), answer.header("Access-Control-Allow-Origin"), asked);
    assertEquals(List.of("nosniff"), answer.header("X-Content-Type-Options"), asked);
    boolean written = method.equals(call.method()) || method.equals("HEAD") && get(call);
    if (answer.status() >= 400) {
      Described.problem(method, answer, asked);
    } else if (!written) {
      // Another call's method at this path, or what it takes.
      assertTrue(Set.of(200, 202, 204, 304).contains(answer.status()), asked + answer.status());
    }
    if (written) {
      document.check(call, method, answer, asked);
    }
  }

  private static boolean get(Call call) {
    return call.method().equals("GET");
  }

  private String body() {
    return random.nextInt(5) == 0 ? any(BODIES) : "";
  }

  /** The answer that is not only a word on the way to it (100 Continue). */
  private Optional<Answer> send(String method, String target, List<String> headers, String body)
      throws Exception {
    List<String> all = new ArrayList<>(headers);
    all.add(0, "Host: 127.0.0.1:" + host.port());
    String sent = body;
    if (!body.isEmpty() && random.nextBoolean()) {
      all.add("Content-Length: " + body.length());
    } else if (!body.isEmpty()) {
      all.add("Transfer-Encoding: chunked");
      sent = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    }
    all.add("Connection: close");
    String head = method + " " + target + " HTTP/1.1\r\n" + String.join("\r\n", all);
    return raw.all(head + "\r\n\r\n" + sent).stream().filter(a -> a.status() >= 200).findFirst();
  }

  private List<String> headers() {
    List<String> headers = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      headers.add(any(HEADERS));
    }
    return headers;
  }

  private String target(Call call) {
    String path = call.path();
    List<String> query = new ArrayList<>();
    for (JsonNode parameter : call.operation().path("parameters")) {
      List<String> values = List.copyOf(OpenApiIT.values(parameter));
      if (parameter.get("in").asText().equals("path")) {
        String id = random.nextInt(3) > 0 ? any(List.of("web", "off")) : any(values);
        path = path.replace("{id}", encoded(id));
      } else if (parameter.get("in").asText().equals("query")) {
        for (int n = random.nextInt(3); n > 0; n--) {
          query.add(parameter.get("name").asText() + "=" + encoded(value(values)));
        }
      }
    }
    if (random.nextInt(8) == 0) {
      query.add(any(List.of("", "&", "=", "%00", "lines", "a=%e9", "\u00e9=1", "x=1#y")));
    }
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  private String value(List<String> values) {
    if (random.nextInt(4) > 0) {
      // Long waits are the only thing the bounds allow that a test has no time for.
      return any(values).replaceAll("^(59|60)$", "0");
    }
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      text.appendCodePoint(1 + random.nextInt(random.nextBoolean() ? 0x7f : 0xd7ff));
    }
    return text.toString();
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
