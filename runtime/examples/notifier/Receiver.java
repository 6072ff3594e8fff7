import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Prints each body that is posted to it: {@code java Receiver.java PORT}. */
class Receiver {

  public static void main(String[] args) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(loopback, Integer.parseInt(args[0])), 0);
    server.createContext(
        "/news",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          System.out.println(new String(body, StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    System.out.println("listening on http://127.0.0.1:" + args[0] + "/news");
  }
}
