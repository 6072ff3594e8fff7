package innkeeper.supervisor.probe;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.LoggerFactory;

/**
 * Sends a GET; the server is well if it answers with 2xx or 3xx. Only the status line decides. The
 * rest is read for a short time, too, because a server that is cut off in its answer logs a broken
 * pipe.
 */
final class HttpAsk extends TcpAsk {

  private static final int LINE = 512;
  private static final int REST = 256 << 10;
  private static final long REST_MILLIS = 500;

  private final URI url;

  private HttpAsk(URI url, Duration timeout) {
    super("http " + url.getRawAuthority(), url.getHost(), port(url), timeout);
    this.url = url;
  }

  static HttpAsk of(String url, Duration timeout) {
    return new HttpAsk(URI.create(URI.create(url).toASCIIString()), timeout);
  }

  private static boolean tls(URI url) {
    return "https".equals(url.getScheme());
  }

  private static int port(URI url) {
    return url.getPort() > 0 ? url.getPort() : tls(url) ? 443 : 80;
  }

  @Override
  String ask(Socket plain, int timeoutMillis) throws IOException {
    plain.setSoTimeout(timeoutMillis);
    Socket socket =
        tls(url)
            ? ((SSLSocketFactory) SSLSocketFactory.getDefault())
                .createSocket(plain, url.getHost(), port(url), true)
            : plain;
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    String request =
        "GET "
            + path
            + query
            + " HTTP/1.1\r\nHost: "
            + url.getRawAuthority()
            + "\r\nUser-Agent: innkeeper\r\nAccept: */*\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    String line = line(socket.getInputStream());
    rest(socket, plain, timeoutMillis);
    return judge(line);
  }

  private static String judge(String line) {
    if (!line.startsWith("HTTP/1.") || line.length() < 12) {
      return "http: the answer is not HTTP";
    }
    char first = line.charAt(9);
    return first == '2' || first == '3' ? "" : "http status " + line.substring(9, 12);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n' && line.length() < LINE; c = in.read()) {
      line.append((char) c);
    }
    return line.toString();
  }

  private static void rest(Socket socket, Socket plain, int timeoutMillis) {
    long end = System.nanoTime() + REST_MILLIS * 1_000_000;
    byte[] bytes = new byte[8192];
    try {
      int read = 0;
      for (int n = 0; n >= 0 && read < REST; read += n) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return;
        }
        plain.setSoTimeout((int) Math.min(left, timeoutMillis));
        n = socket.getInputStream().read(bytes);
      }
    } catch (IOException e) {
      LoggerFactory.getLogger(HttpAsk.class).debug("rest of an answer error={}", e.getMessage());
    }
  }
}
