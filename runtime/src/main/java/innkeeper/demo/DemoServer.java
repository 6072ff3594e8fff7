package innkeeper.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The demo's server: answers HTTP on 127.0.0.1:PORT and prints what careless servers print. Every
 * secret in here is make-believe.
 */
public final class DemoServer {

  private static final String[] CARELESS = {
    "POST /login user=guest password=open-sesame-42 status=200",
    "upstream request headers: Authorization: Bearer make.believe-token.1234567890",
    "connecting to postgres://demo:make-believe-pw@127.0.0.1:5432/demo",
    "{\"level\":\"info\",\"msg\":\"token refreshed\",\"access_token\":\"make-believe-abcdef\",\"expires_in\":3600}",
    "curl -u demo:make-believe-pw http://127.0.0.1/health",
  };

  private DemoServer() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "0"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 16);
    AtomicLong visits = new AtomicLong();
    server.createContext("/", exchange -> answer(exchange, visits.incrementAndGet()));
    server.start();
    System.out.println("demo listening on http://127.0.0.1:" + server.getAddress().getPort());
    System.out.println("DEMO_API_TOKEN=" + System.getenv("DEMO_API_TOKEN"));
    for (long tick = 0; ; tick++) {
      System.out.println("tick " + tick + " visits=" + visits.get());
      System.out.println(CARELESS[(int) (tick % CARELESS.length)]);
      Thread.sleep(tick < 10 ? 500 : 5000);
    }
  }

  private static void answer(HttpExchange exchange, long visit) throws IOException {
    byte[] body = ("Hello from the demo, visit " + visit + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
