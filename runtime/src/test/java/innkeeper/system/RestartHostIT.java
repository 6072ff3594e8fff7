package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RestartHostIT {

  private static final String COUNTING = "i=0; while :; do i=$((i+1)); echo $i; sleep 0.005; done";

  private HostProcess host;

  @BeforeEach
  void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterEach
  void stop() throws Exception {
    host.close();
  }

  @Test
  void theNextHostHasTheSamePidAndServersAndLinesRunOn() throws Exception {
    host.cli("add", "count", "--", "/bin/sh", "-c", COUNTING).ok();
    host.awaitState("count", "RUNNING");
    String server = host.project("count", "pid");
    refusesWhileTheNextStartWouldFail();
    for (int i = 1; i <= 2; i++) {
      String said = host.cli("restart-host").ok().out();
      assertTrue(said.contains("runs, after"), said);
      int times = i;
      HostProcess.await(
          "the next host is ready",
          () -> host.console().split(" ready http", -1).length > 1 + times);
    }
    assertTrue(host.process().isAlive());
    assertEquals(server, host.project("count", "pid"));
    assertEquals("true", host.project("count", "adopted"));
    int before = host.log("count").size();
    HostProcess.await("lines come", () -> host.log("count").size() > before + 20);
    List<String> lines = host.log("count");
    for (int i = 0; i < lines.size(); i++) {
      assertEquals(String.valueOf(i + 1), lines.get(i));
    }
    assertTrue(host.get("/api/audit?limit=1000").body().contains("host.restart"));
    host.cli("stop", "count").ok();
    HostProcess.await("no dead child stays in the process table", () -> zombies().isEmpty());
    assertEquals(69, second(), "the lock was never let go");
    assertEquals(0, host.stop(), "TERM reaches the next host, whose status is the process's");
  }

  private void refusesWhileTheNextStartWouldFail() throws Exception {
    Path file = host.data().resolve("conf/innkeeper.config");
    Files.writeString(file, "# Days.\nLOG_MAX_AGE_DAYS=7\n");
    HostProcess.Said said = host.cli("restart-host");
    assertEquals(1, said.status());
    String line = file + ": line 2 has a value without quotes: LOG_MAX_AGE_DAYS=7";
    assertTrue(said.err().contains("the next host would not start"), said.err());
    assertTrue(said.err().contains(line), said.err());
    String health = host.get("/api/health").body();
    assertTrue(health.contains("The next start would fail"), health);
    assertTrue(health.contains(line), health);
    Files.delete(file);
  }

  @Test
  void streamsAreToldThatTheHostRestarts() throws Exception {
    HttpResponse<java.io.InputStream> stream =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + host.port() + "/api/events"))
                    .build(),
                HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      assertTrue(lines.readLine() != null);
      host.cli("restart-host").ok();
      String bye = lines.lines().filter(l -> l.contains("\"reason\"")).findFirst().orElse("");
      assertTrue(bye.contains("\"restart\""), bye);
    }
  }

  /** The pid of a server that does not end by itself. */
  private long longRunning() throws Exception {
    host.cli("add", "long", "--", "/bin/sleep", "600").ok();
    host.awaitState("long", "RUNNING");
    return Long.parseLong(host.project("long", "pid"));
  }

  @Test
  void whoIsToldToEndWhileItGivesWayEndsWithItsServers() throws Exception {
    long server = longRunning();
    CompletableFuture<Integer> asked = restartHost();
    HostProcess.await("it gives way", () -> host.console().contains("host hands over"));
    assertEquals(0, host.stop());
    assertFalse(HostProcess.alive(server));
    asked.get(); // done, one way or the other
  }

  @Tag("nightly")
  @Test
  void whoIsToldToEndWhileItStartsEndsWithTheServersOfTheOneBefore() throws Exception {
    long server = longRunning();
    CompletableFuture<Integer> asked = restartHost();
    HostProcess.await("the next one is on its way", () -> times("shell open") == 2);
    assertEquals(0, host.stop());
    assertFalse(HostProcess.alive(server));
    asked.get();
    host.start();
    host.awaitState("long", "RUNNING");
    server = Long.parseLong(host.project("long", "pid"));
    host.crash();
    assertTrue(HostProcess.alive(server));
    host.launch();
    HostProcess.await("the next one is on its way", () -> times("shell open") == 1);
    assertEquals(0, host.stop());
    assertFalse(HostProcess.alive(server));
  }

  private CompletableFuture<Integer> restartHost() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return host.cli("restart-host").status();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  private int times(String said) {
    return host.console().split(said, -1).length - 1;
  }

  private int second() throws Exception {
    try (HostProcess second = new HostProcess().with("DATA_DIR", host.data().toString())) {
      second.launch();
      return second.waitFor();
    }
  }

  private List<String> zombies() {
    return host.process()
        .children()
        .map(child -> Path.of("/proc/" + child.pid() + "/stat"))
        .map(RestartHostIT::read)
        .filter(stat -> stat.contains(") Z "))
        .toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return ""; // gone
    }
  }
}
