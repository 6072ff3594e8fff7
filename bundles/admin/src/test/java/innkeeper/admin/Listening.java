package innkeeper.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A reader of /api/events, as an EventSource is one. */
final class Listening implements AutoCloseable {

  record Event(String type, String id, JsonNode data) {}

  private static final Event END = new Event("END", "", null);

  final int status;
  private final HttpResponse<java.io.InputStream> response;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  volatile String lastId = "";

  Listening(HttpClient http, String url, String lastId) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    response = http.send(request.build(), BodyHandlers.ofInputStream());
    status = response.statusCode();
    Thread thread = new Thread(this::read, "listening");
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    ObjectMapper json = new ObjectMapper();
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      String type = "";
      String id = "";
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("event: ")) {
          type = line.substring(7);
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          events.add(new Event(type, id, json.readTree(line.substring(6))));
          type = "";
          id = "";
        }
      }
    } catch (IOException e) {
      // Closed by the test, or cut off by the server: the end all the same.
      events.add(END);
      return;
    }
    events.add(END);
  }

  /** The next event of that type, passing over others. */
  Event next(String type) throws InterruptedException {
    return next(e -> e.type().equals(type));
  }

  Event next(Predicate<Event> wanted) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event == null) {
        throw new AssertionError("it did not come");
      }
      if (event == END && !wanted.test(END)) {
        throw new AssertionError("the stream ended");
      }
      if (!event.id().isEmpty()) {
        lastId = event.id();
      }
      if (wanted.test(event)) {
        return event;
      }
    }
  }

  void awaitEnd() throws InterruptedException {
    next(e -> e == END);
  }

  @Override
  public void close() throws IOException {
    response.body().close();
  }
}
