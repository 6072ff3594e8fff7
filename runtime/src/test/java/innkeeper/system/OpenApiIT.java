package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import innkeeper.system.Described.Call;
import innkeeper.system.RawHttp.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The running host against its own description, read by someone who knows nothing else: good, bad
 * and odd values for everything that can be given, and every answer held against what is written.
 */
class OpenApiIT {

  static final List<String> ODD =
      List.of(
          "",
          " ",
          "x",
          "-1",
          "1.5",
          "1e3",
          "+5",
          "0x10",
          "99999999999999999999",
          "null",
          "true",
          "[]",
          "\u0000",
          "\u00e9\u202e\ud83d\ude00",
          "'\"<script>",
          "../../etc/passwd",
          "a/b",
          "a%b",
          "a;b",
          "a\\b",
          "x".repeat(300),
          "\r\nX-Evil: 1",
          "..",
          ".");

  private static HostProcess host;
  private static RawHttp raw;
  private static Described document;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    raw = new RawHttp(host.port());
    new Feed(host, "web").say("one", "two");
    host.cli("add", "off", "--no-autostart", "--", "sleep", "600").ok();
    host.cli("backup").ok();
    document = Described.by(host);
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  @Tag("nightly")
  @Test
  void everyAnswerToEveryValueIsAsWritten() throws Exception {
    int asked = 0;
    for (Call call : document.calls()) {
      String plain = call.path().replace("{id}", "web");
      // A stream has no end: HEAD asks the same.
      String method = call.path().equals("/api/events") ? "HEAD" : call.method();
      ask(call, method, plain);
      for (JsonNode parameter : call.operation().path("parameters")) {
        for (String value : values(parameter)) {
          String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
          switch (parameter.get("in").asText()) {
            case "path" -> ask(call, method, call.path().replace("{id}", encoded));
            case "query" ->
                ask(call, method, plain + "?" + parameter.get("name").asText() + "=" + encoded);
            default -> ask(call, method, plain, parameter.get("name").asText() + ": x");
          }
          asked++;
        }
      }
      for (String header :
          List.of(
              "Accept: text/plain",
              "Accept: application/xml",
              "Accept: */*;q=0",
              "Accept: \u0001",
              "If-None-Match: *",
              "If-None-Match: W/\"",
              "Accept-Encoding: br;q=1, gzip;q=0",
              "Content-Type: text/plain",
              "Content-Length: 70000",
              "Range: bytes=0-1")) {
        ask(call, method, plain, header);
        asked++;
      }
      ask(call, method, plain + "?unknown=1&unknown=2&%zz");
    }
    assertTrue(asked > 400, "asked " + asked);
    assertEquals(200, host.get("/api/health").statusCode());
  }

  /** Values inside, at and past the bounds the schema names, and odd ones. */
  static Set<String> values(JsonNode parameter) {
    Set<String> values = new TreeSet<>(ODD);
    JsonNode schema = parameter.get("schema");
    for (String bound : List.of("minimum", "maximum", "default")) {
      if (schema.has(bound)) {
        long at = schema.get(bound).asLong();
        values.addAll(List.of(String.valueOf(at - 1), String.valueOf(at), String.valueOf(at + 1)));
      }
    }
    schema.path("enum").forEach(word -> values.add(word.asText()));
    values.addAll(List.of("web", "off", "main", "nobody"));
    return values;
  }

  private static void ask(Call call, String method, String target, String... headers)
      throws Exception {
    // Long waits are the only thing the bounds allow that a test has no time for.
    String quick = target.replaceAll("wait=(59|60)$", "wait=1");
    Answer answer = raw.ask(method + " " + quick + " HTTP/1.1", headers);
    String where = method + " " + quick + " " + List.of(headers);
    assertTrue(answer.status() < 500, where + " -> " + answer.status() + answer.body());
    document.check(call, method, answer, where);
  }

  @Test
  void itsSchemasAreJsonSchemas() {
    assertEquals(Set.of(), document.faultsOfSchemas());
  }

  @Test
  void everyPathTakesTheMethodsThatAreWrittenAndNoOther() throws Exception {
    for (Map.Entry<String, JsonNode> path : document.paths().properties()) {
      Set<String> written = new TreeSet<>(Set.of("OPTIONS"));
      path.getValue().fieldNames().forEachRemaining(m -> written.add(m.toUpperCase(Locale.ROOT)));
      if (written.contains("GET")) {
        written.add("HEAD");
      }
      String target = path.getKey().replace("{id}", "web");
      Answer options = raw.ask("OPTIONS " + target + " HTTP/1.1");
      assertEquals(204, options.status(), target);
      assertEquals(written, new TreeSet<>(List.of(options.header("Allow").get(0).split(", "))));
      for (String method : List.of("PUT", "PATCH", "DELETE", "POST", "GET")) {
        if (!written.contains(method)) {
          Answer answer = raw.ask(method + " " + target + " HTTP/1.1");
          assertEquals(405, answer.status(), method + " " + target);
          assertEquals(options.header("Allow"), answer.header("Allow"));
          assertEquals(List.of("application/problem+json"), answer.header("Content-Type"));
        }
      }
    }
  }

  @Test
  void whatHasATagIsNotSentTwice() throws Exception {
    for (Call call : document.calls()) {
      JsonNode headers = call.operation().at("/responses/200/headers");
      if (!headers.has("ETag")) {
        continue;
      }
      String target =
          call.path().replace("/backups/{id}", "/backups/latest").replace("{id}", "off");
      Answer first = raw.ask("GET " + target + " HTTP/1.1");
      Answer again =
          raw.ask("GET " + target + " HTTP/1.1", "If-None-Match: " + first.header("ETag").get(0));
      assertEquals(304, again.status(), target);
      assertEquals("", again.body());
    }
  }

  @Test
  void readingChangesNothing() throws Exception {
    String before = state();
    for (Call call : document.calls()) {
      if (call.method().equals("GET") && !call.path().equals("/api/events")) {
        raw.ask("GET " + call.path().replace("{id}", "web") + " HTTP/1.1");
        raw.ask("HEAD " + call.path().replace("{id}", "web") + "?wait=1&action=stop HTTP/1.1");
      }
    }
    assertEquals(before, state());
  }

  private static String state() throws Exception {
    return host.get("/api/backups").body()
        + host.get("/api/audit?limit=1000").body()
        + host.project("web", "stateSince")
        + host.project("off", "stateSince");
  }
}
