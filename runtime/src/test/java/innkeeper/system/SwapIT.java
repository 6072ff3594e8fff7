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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of a surface that is away. */
class SwapIT {

  private HostProcess host;
  private final List<Socket> sockets = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "steady", "--no-autostart", "--", "/bin/sleep", "600").ok();
  }

  @AfterEach
  void stop() throws Exception {
    for (Socket socket : sockets) {
      socket.close();
    }
    host.close();
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
                + "Transfer-Encoding: chunked\r\n\r\n2\r\n{\r\n\r\n");
    Socket slow =
        send(
            "POST /api/projects/steady/start?wait=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Content-Length: 2\r\n\r\n{");
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
