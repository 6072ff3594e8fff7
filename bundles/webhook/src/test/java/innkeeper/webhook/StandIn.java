package innkeeper.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.Severity;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.log.CleanText;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A receiver on this machine that answers as it is told, and what is sent to it. */
final class StandIn implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  record Got(String method, String path, Headers headers, byte[] body) {
    JsonNode json() throws IOException {
      return JSON.readTree(body);
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  /** One answer; the last is given again and again. */
  record Answer(int status, String body, Map<String, String> headers) {}

  final List<Got> got = new CopyOnWriteArrayList<>();
  private final Deque<Answer> answers = new ArrayDeque<>(List.of(new Answer(204, "", Map.of())));
  private final HttpServer server;

  StandIn() throws IOException {
    System.getProperties().put(CleanText.FUNCTION, UnaryOperator.<String>identity());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          got.add(
              new Got(
                  exchange.getRequestMethod(),
                  exchange.getRequestURI().toString(),
                  exchange.getRequestHeaders(),
                  exchange.getRequestBody().readAllBytes()));
          Answer answer = next();
          answer.headers().forEach(exchange.getResponseHeaders()::set);
          byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  synchronized void answers(Answer... all) {
    answers.clear();
    answers.addAll(List.of(all));
  }

  private synchronized Answer next() {
    return answers.size() > 1 ? answers.poll() : answers.peek();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  /** An annotation as Declarative Services would make it: these values, else the defaults. */
  static <A extends Annotation> A config(Class<A> type, Map<String, Object> values) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) ->
                values.getOrDefault(method.getName(), method.getDefaultValue())));
  }

  static Alarm alarm(AlarmPhase phase, String title, String text, List<String> lines) {
    return alarm(phase, IncidentKind.CRASH_LOOP, "", title, text, lines);
  }

  static Alarm alarm(
      AlarmPhase phase,
      IncidentKind kind,
      String source,
      String title,
      String text,
      List<String> lines) {
    Instant at = Instant.parse("2026-11-23T03:12:00.123456Z");
    Incident incident =
        new Incident(
            7,
            new Incident.Subject(kind == IncidentKind.FAULT ? "" : "web", kind, source),
            at,
            Optional.empty(),
            new Incident.Course(4, text, List.of()),
            Incident.Context.NONE,
            Incident.Acknowledgement.NONE);
    return new Alarm(
        "6f1c",
        phase,
        Severity.of(kind),
        at,
        new Alarm.Subject(
            "box1", "web", phase == AlarmPhase.TEST ? Optional.empty() : Optional.of(incident)),
        new Alarm.Message(
            title,
            text,
            lines,
            "innkeeper why web",
            Optional.of(URI.create("https://box1.example/projects/web"))),
        0);
  }

  /** An alarm that quotes the worst a log can say, and too much of it. */
  static Alarm hostile(AlarmPhase phase) {
    String worst =
        "@everyone @here <@4711> <@&12> <#3> <!channel> <!here> <!subteam^S1> <@U024BE7LH>"
            + " *b* _i_ `c` ```code``` [x](https://evil.example) <https://evil.example|x> & \\";
    return alarm(
        phase,
        (worst + " ").repeat(9),
        (worst + "\ud83d\ude80").repeat(30),
        List.of(worst, "```", "<!channel> ".repeat(60), "\ud83d\ude80".repeat(400), worst));
  }
}
