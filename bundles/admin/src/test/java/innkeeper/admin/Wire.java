package innkeeper.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import innkeeper.api.supervisor.ProjectState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Asks the wire of contract §5, over a real Jetty. */
@Timeout(60)
abstract class Wire {

  final HttpClient http = HttpClient.newHttpClient();
  final ObjectMapper json = new ObjectMapper();
  Inn inn;

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

  HttpResponse<String> send(String method, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(inn.url() + path))
            .method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return send("GET", path, headers);
  }

  Map<?, ?> map(HttpResponse<String> answer) throws Exception {
    return json.readValue(answer.body(), Map.class);
  }

  void problem(HttpResponse<String> answer, int status, String error) throws Exception {
    assertEquals(status, answer.statusCode(), answer.body());
    assertEquals(
        "application/problem+json", answer.headers().firstValue("Content-Type").orElse(""));
    assertEquals(error, map(answer).get("error"));
    assertEquals(status, map(answer).get("status"));
    assertEquals("no-store", answer.headers().firstValue("Cache-Control").orElse(""));
  }
}
