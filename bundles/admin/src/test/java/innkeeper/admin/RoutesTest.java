package innkeeper.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Paths, methods and bounds. */
class RoutesTest extends Wire {

  @Test
  void anUnknownPathIsAProblemNeverHtml() throws Exception {
    problem(get("/api/nope"), 404, "unknown path");
    problem(get("/api"), 404, "unknown path");
    problem(get("/api/projects/c1/nope"), 404, "unknown path");
    assertEquals(404, get("/nope").statusCode());
  }

  @Test
  void anUnknownMethodIsRefusedWithTheAllowedOnes() throws Exception {
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
  void aBodyOver64KiBIsRefusedWithAndWithoutContentLength() throws Exception {
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
  void aLargeBodyIsReadBeforeItIsRefused() throws Exception {
    int port = URI.create(inn.url()).getPort();
    for (String head : List.of("Content-Length: 1000000", "Transfer-Encoding: chunked")) {
      try (Socket socket = new Socket("127.0.0.1", port)) {
        OutputStream out = socket.getOutputStream();
        out.write(
            ("POST /api/projects/c1/stop HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n\r\n"
                    .formatted(port, head))
                .getBytes(US_ASCII));
        boolean chunked = head.startsWith("Transfer");
        byte[] piece = new byte[100_000];
        for (int i = 0; i < 10; i++) {
          out.write((chunked ? "186a0\r\n" : "").getBytes(US_ASCII));
          out.write(piece);
          out.write((chunked ? "\r\n" : "").getBytes(US_ASCII));
          out.flush();
          // Time for a refusal to close the connection, which the next piece would then run into.
          Thread.sleep(20);
        }
        out.write((chunked ? "0\r\n\r\n" : "").getBytes(US_ASCII));
        out.flush();
        byte[] status = socket.getInputStream().readNBytes(12);
        assertEquals("HTTP/1.1 413", new String(status, US_ASCII), head);
      }
    }
    assertEquals(ProjectState.RUNNING, inn.supervisor.all.get("c1").state());
  }

  @Test
  void noAnswerAllowsAnotherOrigin() throws Exception {
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
