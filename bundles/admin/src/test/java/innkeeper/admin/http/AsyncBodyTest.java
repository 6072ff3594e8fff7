package innkeeper.admin.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an answer holds of the heap is given back however it ends. */
@Timeout(60)
class AsyncBodyTest {

  /** More than the sockets' buffers take. */
  private static final byte[] BODY = new byte[32 * 1024 * 1024];

  private final Server server = new Server(new InetSocketAddress("127.0.0.1", 0));

  private static final class Large extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Exchange exchange = new Exchange(request, response, null, "", null, null, null);
      try {
        response.setHeader("Content-Encoding", "gzip");
        exchange.tagged("application/octet-stream", BODY);
      } catch (Problem e) {
        Exchange.problem(request, response, e);
      }
    }
  }

  @BeforeEach
  void open() throws Exception {
    ServletContextHandler context = new ServletContextHandler("/");
    ServletHolder holder = new ServletHolder(new Large());
    holder.setAsyncSupported(true);
    context.addServlet(holder, "/*");
    server.setHandler(context);
    server.start();
    assertEquals(0, LargeAnswers.HELD.held());
  }

  @AfterEach
  void close() throws Exception {
    server.stop();
  }

  @Test
  void aCompleteAnswerReleasesItsBytes() throws Exception {
    assertEquals(BODY.length, get().body().length);
    awaitNoneHeld();
  }

  @Test
  void anInterruptedAnswerReleasesItsBytes() throws Exception {
    try (Socket reader = new Socket(InetAddress.getLoopbackAddress(), port())) {
      reader.getOutputStream().write(request("GET"));
      reader.getInputStream().readNBytes(1000);
      assertEquals(BODY.length, LargeAnswers.HELD.held());
    }
    awaitNoneHeld();
  }

  @Test
  void anAnswerOverTheBudgetIsAProblemWithoutItsHeaders() throws Exception {
    LargeAnswers.HELD.take(Integer.MAX_VALUE);
    try {
      HttpResponse<byte[]> refused = get();
      assertEquals(503, refused.statusCode());
      assertTrue(refused.headers().firstValue("Retry-After").isPresent());
      assertTrue(refused.headers().firstValue("ETag").isEmpty(), "the tag is another answer's");
      assertTrue(refused.headers().firstValue("Content-Encoding").isEmpty());
      String problem = new String(refused.body(), StandardCharsets.UTF_8);
      assertTrue(problem.contains("too many streams"), problem);
      assertEquals(Integer.MAX_VALUE, LargeAnswers.HELD.held(), "what was refused is not held");
    } finally {
      LargeAnswers.HELD.giveBack(Integer.MAX_VALUE);
    }
  }

  @Test
  void anAnswerToHeadReservesNothing() throws Exception {
    try (Socket reader = new Socket(InetAddress.getLoopbackAddress(), port())) {
      reader.getOutputStream().write(request("HEAD"));
      String head = new String(reader.getInputStream().readNBytes(15), StandardCharsets.UTF_8);
      assertEquals("HTTP/1.1 200 OK", head);
      assertEquals(0, LargeAnswers.HELD.held());
    }
  }

  private static void awaitNoneHeld() {
    while (LargeAnswers.HELD.held() > 0 && !Thread.currentThread().isInterrupted()) {
      Thread.yield();
    }
    assertEquals(0, LargeAnswers.HELD.held());
  }

  private static byte[] request(String method) {
    return (method + " / HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  private HttpResponse<byte[]> get() throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port() + "/");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
  }

  private int port() {
    return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }
}
