package innkeeper.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.testkit.FakeLogs;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeTest {

  @TempDir Path data;
  private final FakeStore store = new FakeStore();

  private static Map<String, Object> health(String kind, String target, boolean liveness) {
    return health(kind, target, liveness, 0.1);
  }

  private static Map<String, Object> health(
      String kind, String target, boolean liveness, double periodSeconds) {
    return Map.of(
        "health",
        Map.of(
            kind,
            target,
            "liveness",
            liveness,
            "periodSeconds",
            periodSeconds,
            "timeoutSeconds",
            0.2,
            "failures",
            2));
  }

  @Test
  void aServerIsReadyOnceItsExecProbePasses() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path well = data.resolve("well");
      host.apply(Host.sh("c1", health("exec", "test -e " + well, false), "exec sleep 100"));
      ProjectStatus waits = host.await("c1", s -> !s.health().output().startsWith("not ready"));
      assertFalse(waits.health().ready());
      Files.createFile(well);
      assertEquals("ready", host.await("c1", s -> s.health().ready()).status());
      Files.delete(well);
      ProjectStatus sick = host.await("c1", s -> !s.health().alive());
      assertEquals(ProjectState.RUNNING, sick.state(), "readiness is only shown");
    }
  }

  @Test
  void theLastAnswersOfAProbeAreKeptOverARestart() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path well = Files.createFile(data.resolve("well"));
      // Twenty answers are kept: those from before the restart for ten seconds.
      Map<String, Object> slow = health("exec", "test -e " + well, false, 0.5);
      host.apply(Host.sh("c1", slow, "exec sleep 100"));
      host.await("c1", s -> s.health().ready());
      Files.delete(well);
      host.await("c1", s -> !s.health().alive());
      host.supervisor.restart("c1", Host.ME);
      host.await("c1", s -> s.server().incarnation() > 1 && s.server().pid().isPresent());
      var results = host.supervisor.probeResults("c1");
      assertTrue(results.stream().anyMatch(r -> r.passed() && r.output().isEmpty()));
      assertTrue(results.stream().anyMatch(r -> r.output().endsWith("ended with 1")));
      assertTrue(results.size() <= 20, "kept: " + results.size());
      host.apply(Host.sh("c1", Map.of(), "exec sleep 100"));
      Host.until(() -> host.supervisor.probeResults("c1").isEmpty());
    }
  }

  @Test
  void whyExplainsTheNextStepAfterAFailingProbe() throws Exception {
    try (Host host = Host.start(data, store)) {
      Map<String, Object> probe =
          Map.of("exec", "exit 9", "periodSeconds", 10, "failures", 3, "liveness", true);
      host.apply(Host.sh("c1", Map.of("health", probe), "exec sleep 100"));
      host.await("c1", s -> s.health().output().endsWith("ended with 9"));
      var why = host.supervisor.why("c1");
      assertEquals(
          "it is probed every 10.0 s; after 3 failures in a row the server is ended and started"
              + " again",
          why.nextStep());
    }
  }

  @Test
  void anUnhealthyServerIsRestartedWithTheProbesOutputAsReason() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path sick = data.resolve("sick");
      host.apply(Host.sh("c1", health("exec", "! test -e " + sick, true), "exec sleep 100"));
      long first = host.await("c1", s -> s.health().ready()).server().pid().orElseThrow();
      Files.createFile(sick);
      ProjectStatus second =
          host.await(
              "c1", s -> s.server().pid().isPresent() && s.server().pid().getAsLong() != first);
      assertTrue(
          second.reason().contains("killed by its probe: probe command ended with 1")
              || second.state() == ProjectState.RUNNING,
          second.reason());
      assertFalse(Host.alive(first));
      Files.delete(sick);
      Host.until(() -> !store.audit("project.unhealthy").isEmpty());
      host.await("c1", s -> s.health().ready());
    }
  }

  @Test
  void aProbeThatHangsBlocksNothing() throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Host host = Host.start(data, store)) {
      String url = "http://127.0.0.1:" + deaf.getLocalPort() + "/";
      for (int i = 0; i < 12; i++) {
        host.apply(Host.sh("h" + i, health("http", url, false), "exec sleep 100"));
        host.apply(Host.sh("e" + i, health("exec", "sleep 100", false), "exec sleep 100"));
      }
      host.await("h0", s -> s.health().output().contains("no answer within"));
      host.await("e0", s -> s.health().output().contains("no answer within"));
      assertEquals(ProjectState.STOPPED, host.stop("h1").state());
      assertEquals(ProjectState.RUNNING, host.start("h1").state());
    }
  }

  @Test
  void aProbeLeavesNoProcessBehind() throws Exception {
    try (Host host = Host.start(data, store)) {
      Path child = data.resolve("child");
      host.apply(
          Host.sh(
              "c1",
              Map.of(
                  "health",
                  Map.of(
                      "exec",
                      "sleep 100 & [ -e " + child + " ] || echo $! > " + child + "; exit 0")),
              "exec sleep 100"));
      long left = Host.number(child);
      host.await("c1", s -> s.health().ready());
      Host.until(() -> !Host.alive(left));
    }
  }

  @Test
  void httpAndTcpAreAsked() throws Exception {
    try (ServerSocket web = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Host host = Host.start(data, store)) {
      Thread answer =
          new Thread(
              () -> {
                try {
                  while (true) {
                    try (var socket = web.accept()) {
                      byte[] head = new byte[2048];
                      int n = socket.getInputStream().read(head);
                      String text = n < 0 ? "" : new String(head, 0, n, StandardCharsets.US_ASCII);
                      String status = text.startsWith("GET /well ") ? "204 OK" : "500 Sick";
                      socket
                          .getOutputStream()
                          .write(("HTTP/1.1 " + status + "\r\n\r\n").getBytes());
                    }
                  }
                } catch (java.io.IOException e) {
                  Thread.currentThread().interrupt();
                }
              });
      answer.setDaemon(true);
      answer.start();
      String base = "http://127.0.0.1:" + web.getLocalPort();
      host.apply(
          Host.sh("well", health("http", base + "/well", false), "exec sleep 100"),
          Host.sh("sick", health("http", base + "/sick", false), "exec sleep 100"),
          Host.sh("tcp", health("tcp", "" + web.getLocalPort(), false), "exec sleep 100"),
          Host.sh("deaf", health("tcp", "1", false), "exec sleep 100"));
      host.await("well", s -> s.health().ready());
      host.await("tcp", s -> s.health().ready());
      host.await("sick", s -> s.health().output().equals("http status 500"));
      host.await("deaf", s -> s.health().output().contains("refused"));
    }
  }

  @Test
  void aServerOnTheIpv6LoopbackAddressIsProbed() throws Exception {
    try (ServerSocket six = new ServerSocket(0, 5, InetAddress.getByName("::1"));
        Host host = Host.start(data, store)) {
      Thread answers =
          new Thread(
              () -> {
                while (!six.isClosed()) {
                  try (Socket one = six.accept()) {
                    one.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes());
                  } catch (IOException e) {
                    return;
                  }
                }
              });
      answers.setDaemon(true);
      answers.start();
      int port = six.getLocalPort();
      Map<String, Map<String, Object>> probes =
          Map.of(
              "name", health("http", "http://localhost:" + port + "/", false),
              "literal", health("http", "http://[::1]:" + port + "/", false),
              "port", health("tcp", "" + port, false),
              "tcp", health("tcp", "localhost:" + port, false),
              "tcpliteral", health("tcp", "[::1]:" + port, false));
      probes.forEach((id, health) -> host.apply(Host.sh(id, health, "exec sleep 100")));
      for (String id : probes.keySet()) {
        host.await(id, now -> now.health().ready());
      }
    } catch (BindException e) {
      Assumptions.abort("SKIPPED: this machine has no ::1");
    }
  }

  @Test
  void anHttpProbeReadsTheWholeAnswer() throws Exception {
    try (ServerSocket web = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Host host = Host.start(data, store)) {
      CompletableFuture<Boolean> whole = new CompletableFuture<>();
      Thread answer =
          new Thread(
              () -> {
                while (!web.isClosed()) {
                  try (var socket = web.accept()) {
                    socket.getInputStream().read(new byte[2048]);
                    OutputStream out = socket.getOutputStream();
                    for (String part : List.of("HTTP/1.0 200 OK\r\n\r\n", "half ", "whole")) {
                      out.write(part.getBytes(StandardCharsets.US_ASCII));
                      Thread.sleep(50);
                    }
                    socket.shutdownOutput();
                    if (socket.getInputStream().read() < 0) {
                      whole.complete(true);
                    }
                  } catch (java.io.IOException | InterruptedException e) {
                    // A probe on a busy machine gave up, or the test has ended.
                    continue;
                  }
                }
              });
      answer.setDaemon(true);
      answer.start();
      String url = "http://127.0.0.1:" + web.getLocalPort() + "/";
      host.apply(Host.sh("web", health("http", url, false), "exec sleep 100"));
      assertTrue(whole.get(30, TimeUnit.SECONDS));
      Host.until(
          () -> {
            synchronized (host.seen) {
              return host.seen.stream().anyMatch(status -> status.health().ready());
            }
          });
    }
  }

  @Test
  void aLineOfOutputMakesTheServerReady() throws Exception {
    FakeLogs logs = new FakeLogs();
    try (Host host = new Host(data, store, Optional.of(logs))) {
      host.apply(
          Host.sh("c1", Map.of("health", Map.of("logLine", "Listening on")), "exec sleep 100"));
      assertFalse(host.await("c1", ProjectState.RUNNING).health().ready());
      logs.line("c1", "Listening on 4711");
      host.await("c1", s -> s.health().ready());
    }
  }

  @Test
  void theTextOfALineProbeMayHaveColours() throws Exception {
    FakeLogs logs = new FakeLogs();
    try (Host host = new Host(data, store, Optional.of(logs))) {
      host.apply(
          Host.sh("c1", Map.of("health", Map.of("logLine", "INFO: ready")), "exec sleep 100"));
      Host.until(() -> logs.followers("c1") > 0);
      logs.line("c1", "\u001b[32mINFO\u001b[39m: \u001b[1mready\u001b[0m on 4711");
      host.await("c1", s -> s.health().ready());
    }
  }

  @Test
  void anUnfinishedLineAlsoMakesTheServerReady() throws Exception {
    FakeLogs logs = new FakeLogs();
    try (Host host = new Host(data, store, Optional.of(logs))) {
      host.apply(Host.sh("c1", Map.of("health", Map.of("logLine", "ready> ")), "exec sleep 100"));
      Host.until(() -> logs.followers("c1") > 0);
      logs.unfinished("c1", "shell ready> ");
      host.await("c1", s -> s.health().ready());
    }
  }
}
