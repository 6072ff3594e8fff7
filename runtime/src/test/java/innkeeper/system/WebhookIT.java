package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The optional surface webhook, and receivers that do what receivers do. */
class WebhookIT {

  private record Got(String id, String time, String signature, String body) {
    Map<?, ?> json() {
      return Json.read(body);
    }

    String event() {
      return String.valueOf(json().get("event"));
    }
  }

  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private volatile boolean hangs;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer receiver;
  private HostProcess host;

  @BeforeEach
  void start() throws Exception {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    receiver.createContext("/", this::take);
    receiver.setExecutor(threads);
    receiver.start();
    host = new HostProcess();
    Path conf = Files.createDirectories(host.data().resolve("conf"));
    Files.writeString(
        conf.resolve("innkeeper.webhook.config"),
        "url=\"http://127.0.0.1:"
            + receiver.getAddress().getPort()
            + "/hook?token\\=abc\"\nsecret=\"make-believe\"\ntimeoutSeconds=I\"1\"\n");
    host.start();
    host.cli("install", HostProcess.optional("innkeeper.webhook").toString()).ok();
  }

  @AfterEach
  void stop() throws Exception {
    release.countDown();
    host.close();
    receiver.stop(0);
    threads.shutdownNow();
  }

  private void take(HttpExchange exchange) throws IOException {
    Got one =
        new Got(
            exchange.getRequestHeaders().getFirst("webhook-id"),
            exchange.getRequestHeaders().getFirst("webhook-timestamp"),
            exchange.getRequestHeaders().getFirst("webhook-signature"),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    if (hangs) {
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      // No answer: one that still waits would take it as delivered, and it was not taken down.
      exchange.close();
      return;
    }
    got.add(one);
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  @Tag("nightly")
  @Test
  void aBackupThatFailsAndWorksAgainIsToldOnceEachAndSigned() throws Exception {
    breakBackups();
    HostProcess.await("the failure is told", () -> events().contains("backup.failed"));
    mendBackups();
    HostProcess.await("the recovery is told", () -> events().contains("backup.recovered"));
    assertEquals(1, events().stream().filter("backup.failed"::equals).count());
    Got first = got.get(0);
    assertEquals(signed(first), first.signature());
    assertTrue(String.valueOf(first.json().get("text")).contains("backup failed"), first.body());
    assertEquals(1, host.cli("backup").ok().out().lines().filter(l -> !l.isBlank()).count());
    assertEquals(1, events().stream().filter("backup.recovered"::equals).count());
  }

  @Tag("nightly")
  @Test
  void aReceiverThatHangsHoldsNothingUpAndGetsEverythingInOrderLater() throws Exception {
    hangs = true;
    String said = host.cli("webhook:test").ok().out();
    assertTrue(said.contains("did not answer within 1 s"), said);
    breakBackups();
    HostProcess.await("an alarm waits", () -> health().contains("1 waiting"));
    assertTrue(health().contains("did not answer within 1 s"), health());
    assertTrue(!health().contains("token"), "the URL's token is not told");
    host.cli("add", "c1", "--", "/bin/sleep", "600").ok();
    host.awaitState("c1", "RUNNING");
    mendBackups();
    assertEquals(List.of(), events());
    hangs = false;
    release.countDown();
    List<String> all = List.of("backup.failed", "backup.recovered");
    HostProcess.await("all arrive", () -> events().size() >= all.size());
    assertEquals(all, events().subList(0, all.size()));
    HostProcess.await("health is well", () -> health().contains("0 waiting, 0 given up"));
  }

  /** A file where the directory should be: so that it fails for root too. */
  private void breakBackups() throws Exception {
    Path backups = host.data().resolve("backups");
    if (Files.exists(backups)) {
      Files.move(backups, host.data().resolve("backups.aside"));
    }
    Files.writeString(backups, "in the way");
    assertEquals(1, host.cli("backup").status());
  }

  private void mendBackups() throws Exception {
    Path backups = host.data().resolve("backups");
    Files.delete(backups);
    Path aside = host.data().resolve("backups.aside");
    if (Files.exists(aside)) {
      Files.move(aside, backups);
    }
    host.cli("backup").ok();
  }

  private List<String> events() {
    return got.stream().map(Got::event).toList();
  }

  private String health() {
    try {
      return host.get("/api/health").body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static String signed(Got one) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec("make-believe".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] text = (one.id() + "." + one.time() + "." + one.body()).getBytes(StandardCharsets.UTF_8);
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(text));
  }
}
