package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Alarms of a real host, to receivers that judge what they get. */
class AlarmsIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOKEN = "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";
  private static final String PASSWORD = "mail-pa55word-of-mine";
  private static final String ALIVE = "5f1e3a2b-alive-token-of-mine";

  private static final String FAILS =
      """
      echo '@everyone <@4711> password=hunter2hunter2' >&2
      exit 1
      """;

  /** What Discord took, and when it last refused. */
  private final List<JsonNode> messages = new CopyOnWriteArrayList<>();

  private final List<String> faults = new CopyOnWriteArrayList<>();
  private final List<String> mail = new CopyOnWriteArrayList<>();
  private final AtomicInteger pings = new AtomicInteger();
  private volatile boolean limited;
  private volatile Instant refused = Instant.MAX;
  private volatile Instant taken = Instant.MAX;
  private HttpServer http;
  private ServerSocket smtp;
  private HostProcess host;

  @BeforeEach
  void start() throws Exception {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    http.createContext("/api/webhooks/1188/" + TOKEN, this::discord);
    http.createContext(
        "/ping/" + ALIVE,
        exchange -> {
          pings.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    http.start();
    smtp = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
    Thread mailServer = new Thread(this::serveMail, "mail-server");
    mailServer.setDaemon(true);
    mailServer.start();
    host = new HostProcess();
    Path conf = Files.createDirectories(host.data().resolve("conf"));
    String base = "http://127.0.0.1:" + http.getAddress().getPort();
    Files.writeString(
        conf.resolve("innkeeper.discord.config"),
        "url=\"" + base + "/api/webhooks/1188/" + TOKEN + "\"\n");
    Files.writeString(
        conf.resolve("innkeeper.alive.config"),
        "url=\"" + base + "/ping/" + ALIVE + "\"\nminutes=I\"1\"\n");
    Files.writeString(
        conf.resolve("innkeeper.smtp.config"),
        "host=\"127.0.0.1\"\nport=I\""
            + smtp.getLocalPort()
            + "\"\nsecurity=\"none\"\nuser=\"ann\"\npassword=\""
            + PASSWORD
            + "\"\nfrom=\"host@example.org\"\nto=[\"ann@example.org\"]\nseverity=\"critical\"\n");
    host.start();
    host.cli("install", HostProcess.optional("innkeeper.webhook").toString()).ok();
    host.cli("install", HostProcess.optional("innkeeper.smtp").toString()).ok();
  }

  @AfterEach
  void stop() throws Exception {
    host.close();
    http.stop(0);
    smtp.close();
  }

  /** Refuses what Discord would refuse; once it is asked to wait. */
  private void discord(HttpExchange exchange) throws IOException {
    JsonNode message = JSON.readTree(exchange.getRequestBody().readAllBytes());
    byte[] answer = new byte[0];
    int status = 204;
    String fault = fault(exchange, message);
    if (!fault.isEmpty()) {
      faults.add(fault + ": " + message);
      status = 400;
    } else if (limited) {
      limited = false;
      refused = Instant.now();
      status = 429;
      answer = "{\"message\":\"x\",\"retry_after\":3.25,\"global\":false}".getBytes();
    } else {
      messages.add(message);
      taken = Instant.now();
    }
    exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static String fault(HttpExchange exchange, JsonNode message) {
    JsonNode embed = message.path("embeds").path(0);
    int content = message.path("content").asText().length();
    if (!exchange.getRequestMethod().equals("POST")
        || !"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
      return "no POST of JSON";
    }
    if (content < 1 || content > 2000 || message.path("embeds").size() > 10) {
      return "content or embeds";
    }
    if (embed.path("title").asText().length() > 256
        || embed.path("description").asText().length() > 4096) {
      return "an embed is too long";
    }
    if (!message.path("allowed_mentions").path("parse").isArray()
        || !message.path("allowed_mentions").path("parse").isEmpty()) {
      return "somebody may be mentioned";
    }
    Instant.parse(embed.path("timestamp").asText());
    return "";
  }

  private void serveMail() {
    while (!smtp.isClosed()) {
      try (Socket socket = smtp.accept()) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        say(socket, "220 mail.example");
        boolean data = false;
        List<String> lines = new ArrayList<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (data) {
            lines.add(line);
            data = !line.equals(".");
            if (!data) {
              mail.add(String.join("\n", lines));
              say(socket, "250 taken");
            }
          } else if (line.startsWith("EHLO")) {
            say(socket, "250-mail.example\r\n250 AUTH PLAIN");
          } else if (line.startsWith("AUTH")) {
            say(socket, "235 welcome");
          } else if (line.equals("DATA")) {
            data = true;
            lines.clear();
            say(socket, "354 go ahead");
          } else {
            say(socket, line.equals("QUIT") ? "221 bye" : "250 fine");
          }
        }
      } catch (IOException e) {
        // The client went, or the test is over.
      }
    }
  }

  private static void say(Socket socket, String answer) throws IOException {
    socket.getOutputStream().write((answer + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  @Tag("nightly")
  @Test
  void aCrashLoopIsOneMessageAndItsEndAnother() throws Exception {
    HostProcess.await("both channels are there", () -> channels().contains("smtp"));
    String tested = host.cli("alarm", "test", "discord").ok().out();
    assertEquals("a test was delivered to discord\n", tested);
    host.cli("alarm", "test", "smtp").ok();

    limited = true;
    Path script = host.scratch().resolve("server.sh");
    Files.writeString(script, FAILS);
    host.cli("add", "hushed", "--no-wait", "--", "/bin/sh", "-c", "sleep 2; exit 1").ok();
    host.cli("silence", "hushed", "--for", "2h").ok();
    host.cli("add", "web", "--no-wait", "--", "/bin/sh", script.toString()).ok();
    HostProcess.await("the crash loop is told", () -> messages.size() == 2);
    assertTrue(
        Duration.between(refused, taken).compareTo(Duration.ofMillis(3250)) >= 0,
        "Discord asked for 3.25 s: " + refused + " " + taken);
    HostProcess.await("it is mailed", () -> mail.size() == 2);
    int runs = runs();
    host.cli("restart", "web", "--no-wait").ok();
    HostProcess.await("it goes on", () -> runs() > runs + 1);
    JsonNode embed = messages.get(1).path("embeds").path(0);
    assertEquals("web: crash loop", embed.path("title").asText());
    String description = embed.path("description").asText();
    assertTrue(description.contains("@everyone") && !description.contains("hunter2"), description);
    assertTrue(mail.get(1).contains("web: crash loop"), mail.get(1));
    assertFalse(mail.get(1).contains("hunter2"), mail.get(1));

    Files.writeString(script, "exec sleep 600\n");
    host.cli("restart", "web").ok();
    assertEquals(2, messages.size(), "one message, not one a restart: " + messages);
    noSecretIsShown();
    // A server must have run for a minute.
    HostProcess.await("it runs well", () -> uptimeMillis() > 40_000);
    HostProcess.await("the end is told", () -> messages.size() == 3);
    assertEquals(
        "web: crash loop is over", messages.get(2).path("embeds").path(0).path("title").asText());
    HostProcess.await("the end is mailed", () -> mail.size() == 3);
    assertEquals(List.of(), faults);
    assertTrue(host.cli("silence").ok().out().contains("hushed"));
    assertTrue(incident("hushed").path("runs").asInt() > 0, "there was something to tell");
    assertTrue(pings.get() >= 1, "the alive URL was asked");
    assertEquals(3, messages.size());
  }

  /** Not by commands that show configurations, not in files. */
  private void noSecretIsShown() throws Exception {
    String shown =
        channels()
            + host.cli("alarm", "--json").out()
            + host.cli("scr:info", "innkeeper.webhook.DiscordComponent").out()
            + host.cli("scr:info", "innkeeper.smtp.SmtpComponent").out()
            + host.cli("scr:info", "innkeeper.webhook.AliveComponent").out()
            + host.cli("health").out()
            + host.cli("audit").out()
            + host.cli("doctor").out()
            + host.get("/api/health").body()
            + host.get("/").body();
    assertTrue(shown.contains("alarms:delivery") && shown.contains("DiscordComponent"), shown);
    for (String secret : List.of(TOKEN, PASSWORD, ALIVE)) {
      assertFalse(shown.contains(secret), "shown: " + shown);
      try (Stream<Path> files = Files.walk(host.data())) {
        for (Path file : (Iterable<Path>) files::iterator) {
          boolean log = file.toString().contains("/logs/") || file.toString().contains("/alarms/");
          assertFalse(
              log && Files.isRegularFile(file) && Files.readString(file).contains(secret),
              file + " shows it");
        }
      }
    }
  }

  private String channels() {
    try {
      return host.cli("alarm").out();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private JsonNode incident(String project) {
    try {
      return JSON.readTree(host.get("/api/incidents?projects=" + project).body())
          .path("incidents")
          .path(0);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private int runs() {
    return incident("web").path("runs").asInt();
  }

  private long uptimeMillis() {
    try {
      return JSON.readTree(host.get("/api/projects/web").body()).path("uptimeMs").asLong();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
