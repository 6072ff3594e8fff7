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
final class HttpAsk implements Ask {

  private static final int LINE = 512;
  private static final int REST = 256 << 10;
  private static final long REST_MILLIS = 500;

  private final URI url;
  private final int timeoutMillis;
  private final ProbeSocket connection = new ProbeSocket();

  HttpAsk(String url, Duration timeout) {
    this.url = URI.create(URI.create(url).toASCIIString());
    this.timeoutMillis = (int) Math.max(1, timeout.toMillis());
  }

  @Override
  public String ask() throws IOException {
    boolean tls = "https".equals(url.getScheme());
    int port = url.getPort() > 0 ? url.getPort() : tls ? 443 : 80;
    try (Socket plain = connection.connect(url.getHost(), port, timeoutMillis)) {
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
      String line = line(socket.getInputStream());
      rest(socket, plain);
      return judge(line);
    } catch (NotAskedException e) {
      throw e;
    } catch (IOException e) {
      return "http " + url.getRawAuthority() + ": " + e.getMessage();
    } finally {
      connection.cancel();
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

  private void rest(Socket socket, Socket plain) {
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

  @Override
  public void cancel() {
    connection.cancel();
  }
}
