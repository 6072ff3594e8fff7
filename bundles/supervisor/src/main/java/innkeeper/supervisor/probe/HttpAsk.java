package innkeeper.supervisor.probe;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.LoggerFactory;

/** Well when a GET is answered with 2xx or 3xx; only the status line is read. */
final class HttpAsk implements Ask {

  private static final int LINE = 512;

  private final URI url;
  private final int timeoutMillis;
  private volatile Socket open;

  HttpAsk(String url, Duration timeout) {
    this.url = URI.create(url);
    this.timeoutMillis = (int) Math.max(1, timeout.toMillis());
  }

  @Override
  public String ask() throws IOException {
    boolean tls = "https".equals(url.getScheme());
    int port = url.getPort() > 0 ? url.getPort() : tls ? 443 : 80;
    try (Socket plain = new Socket()) {
      open = plain;
      plain.connect(new InetSocketAddress(url.getHost(), port), timeoutMillis);
      plain.setSoTimeout(timeoutMillis);
      Socket socket =
          tls
              ? ((SSLSocketFactory) SSLSocketFactory.getDefault())
                  .createSocket(plain, url.getHost(), port, true)
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
      return judge(line(socket.getInputStream()));
    } catch (IOException e) {
      return "http " + url.getRawAuthority() + ": " + e.getMessage();
    } finally {
      open = null;
    }
  }

  private static String judge(String line) {
    if (!line.startsWith("HTTP/1.") || line.length() < 12) {
      return "http: the answer is no HTTP";
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

  @Override
  public void cancel() {
    close(open);
  }

  static void close(Socket socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        LoggerFactory.getLogger(HttpAsk.class).debug("probe's socket error={}", e.getMessage());
      }
    }
  }
}
