package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests of a surface that is away. */
class SwapIT {

  private static HostProcess host;
  private final List<Socket> sockets = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "steady", "--no-autostart", "--", "/bin/sleep", "600").ok();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  @AfterEach
  void asBefore() throws Exception {
    for (Socket socket : sockets) {
      socket.close();
    }
    host.cli("stop", "steady").ok();
  }

  @Test
  void requestsWaitWithTheirBodiesAndAreServedByTheNewcomer() throws Exception {
    host.cli("felix:stop", "innkeeper.admin");
    List<Socket> gets = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      gets.add(send("GET /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"));
    }
    Socket chunked =
        send(
            "POST /api/projects/steady/start?wait=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n");
    Socket slow =
        send(
            "POST /api/projects/steady/start?wait=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Length: 2\r\n\r\n{");
    assertTrue(host.jettyThreads() <= 32, "threads of Jetty");
    host.cli("felix:start", "innkeeper.admin").ok();
    more(chunked, "1\r\n}\r\n0\r\n\r\n");
    more(slow, "}");
    for (Socket get : gets) {
      assertEquals("HTTP/1.1 200", status(get));
    }
    assertTrue(status(chunked).matches("HTTP/1.1 20[02]"));
    assertTrue(status(slow).matches("HTTP/1.1 20[02]"));
    host.awaitState("steady", "RUNNING");
  }

  @Test
  void requestsForABundleThatIsAwayOutliveAReplacementOfThePage() throws Exception {
    host.cli("felix:stop", "innkeeper.supervisor");
    List<Socket> gets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      gets.add(send("GET /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"));
    }
    Socket start =
        send(
            "POST /api/projects/steady/start?wait=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Length: 2\r\n\r\n{}");
    host.cli("update", "innkeeper.admin").ok();
    host.cli("felix:start", "innkeeper.supervisor").ok();
    for (Socket get : gets) {
      assertEquals("HTTP/1.1 200", status(get));
    }
    assertTrue(status(start).matches("HTTP/1.1 20[02]"));
    host.awaitState("steady", "RUNNING");
  }

  @Test
  void whoHasWaitedLongEnoughIsToldToComeAgain() throws Exception {
    host.cli("felix:stop", "innkeeper.admin");
    Socket waiting = send("GET /api/projects HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    BufferedReader answer =
        new BufferedReader(
            new InputStreamReader(waiting.getInputStream(), StandardCharsets.US_ASCII));
    assertTrue(answer.readLine().startsWith("HTTP/1.1 503"));
    assertTrue(
        answer.lines().takeWhile(l -> !l.isEmpty()).anyMatch(l -> l.startsWith("Retry-After:")));
    host.cli("felix:start", "innkeeper.admin").ok();
    HostProcess.await("it serves again", () -> host.project("steady", "state").equals("STOPPED"));
  }

  /**
   * With few askers nobody else comes by to wake one that reached the gate a moment too late: every
   * one that waits must be found again.
   */
  @Test
  void whoReachesTheGateWhileTheNewcomerComesIsServedToo() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<Future<Set<Integer>>> askers = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int i = 0; i < 2; i++) {
        askers.add(
            threads.submit(
                () -> {
                  Set<Integer> seen = new TreeSet<>();
                  while (!over.get()) {
                    seen.add(host.get("/api/projects").statusCode());
                  }
                  return seen;
                }));
      }
      for (int i = 0; i < 12; i++) {
        host.cli("update", "innkeeper.admin").ok();
      }
      over.set(true);
      for (Future<Set<Integer>> asker : askers) {
        assertEquals(Set.of(200), asker.get());
      }
    } finally {
      over.set(true);
      threads.shutdown();
    }
  }

  private Socket send(String request) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), host.port());
    socket.setSoTimeout((int) HostProcess.PATIENCE.toMillis());
    sockets.add(socket);
    more(socket, request);
    return socket;
  }

  private static void more(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  private static String status(Socket socket) throws IOException {
    String line =
        new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
    return line.substring(0, "HTTP/1.1 200".length());
  }
}
