package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.record.LogLevel;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SearchApiTest extends Wire {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void matchesAreLinesAndTheLastLineIsTheEnd() throws Exception {
    inn.search.lines = List.of("KeyError: 'sku-31'", "KeyError: 'sku-30'");
    HttpResponse<String> answer = get("/api/search?projects=c1&q=KeyError&context=1");
    assertEquals(200, answer.statusCode());
    assertEquals("application/x-ndjson", answer.headers().firstValue("Content-Type").orElse(""));
    List<String> lines = answer.body().lines().toList();
    JsonNode first = JSON.readTree(lines.get(0));
    assertEquals("match", first.get("type").asText());
    assertEquals("c1", first.get("channelId").asText());
    assertEquals("KeyError: 'sku-31'", first.get("line").asText());
    assertEquals("2026-11-23T03:12:00.000Z", first.get("at").asText());
    assertEquals("before", first.get("before").get(0).asText());
    JsonNode end = JSON.readTree(lines.get(2));
    assertEquals("end", end.get("type").asText());
    assertTrue(end.get("complete").asBoolean());
    assertEquals(2, end.get("matches").asInt());
  }

  @Test
  void theQueryReachesTheSearch() throws Exception {
    get(
        "/api/search?projects=*&re=a%2Bb&level=warn&from=2026-11-23T03:00:00Z"
            + "&to=2026-11-23T04:00:00Z&limit=7");
    assertEquals("a+b", inn.search.asked.pattern());
    assertEquals(Optional.of(LogLevel.WARN), inn.search.asked.level());
    assertEquals(Optional.of(Instant.parse("2026-11-23T03:00:00Z")), inn.search.asked.from());
    assertEquals(Optional.of(Instant.parse("2026-11-23T04:00:00Z")), inn.search.asked.to());
    assertEquals(7, inn.search.asked.limit());
    assertTrue(inn.search.asked.names().contains("main"));
  }

  @Test
  void aWrongQueryIsRefusedWithAReason() throws Exception {
    refused("/api/search", "Give q, re or level.");
    refused("/api/search?q=a&re=b", "Give q or re, not both.");
    refused(
        "/api/search?q=a&level=bad",
        "\\\"bad\\\" is no level; allowed are debug, info, warn, error");
    refused("/api/search?q=a&from=noon", "\\\"noon\\\" is no time; allowed are 03:12");
    refused("/api/search?q=a&from=-1h&to=-2h", "is before the begin");
    refused("/api/search?q=a&limit=0", "from 1 to 10000");
    refused("/api/search?q=a&context=51", "from 0 to 50");
    refused("/api/search?q=" + "a".repeat(1001), "over 1000 characters");
    inn.search.refusal = new IllegalArgumentException("the pattern \"(\" cannot be read");
    refused("/api/search?re=(", "The pattern \\\"(\\\" cannot be read");
    problem(get("/api/search?projects=nobody&q=a"), 400, "bad value");
  }

  private void refused(String path, String detail) throws Exception {
    HttpResponse<String> answer = get(path);
    problem(answer, 400, "bad value");
    assertTrue(answer.body().contains(detail), answer.body());
  }

  @Test
  void aSearchEndsWhenItsReaderGoes() throws Exception {
    inn.search.progresses = 1000;
    URI uri = URI.create(inn.url());
    try (Socket socket = new Socket("127.0.0.1", uri.getPort())) {
      String request =
          "GET /api/search?q=a HTTP/1.1\r\nHost: 127.0.0.1:" + uri.getPort() + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      assertTrue(socket.getInputStream().read() >= 0);
      socket.setSoLinger(true, 0);
    }
    int last = -1;
    while (inn.search.told != last) {
      last = inn.search.told;
      Thread.sleep(200);
    }
    assertTrue(last < 1000, "went on to the end");
  }
}
