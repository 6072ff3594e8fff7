package innkeeper.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Receivers that listen on ::1 alone. */
class HttpSenderTest {

  private final HttpSender sender = new HttpSender(Duration.ofSeconds(10));

  private int status(String url) throws Exception {
    byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
    return sender.send(new HttpSender.Post(URI.create(url), Map.of(), Optional.of(body))).status();
  }

  private static void answer(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket one = server.accept()) {
        one.getInputStream().read(new byte[4096]);
        one.getOutputStream()
            .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        return;
      }
    }
  }

  @Test
  void localhostMeansBothLoopbackAddresses() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("::1"))) {
      Thread answers = new Thread(() -> answer(server));
      answers.setDaemon(true);
      answers.start();
      for (String host : new String[] {"localhost", "LOCALHOST", "[::1]"}) {
        assertEquals(
            204, status("http://" + host + ":" + server.getLocalPort() + "/a?b=localhost"));
      }
      assertThrows(
          IOException.class, () -> status("http://127.0.0.1:" + server.getLocalPort() + "/"));
    } catch (java.net.BindException e) {
      Assumptions.abort("SKIPPED: this machine has no ::1");
    }
  }
}
