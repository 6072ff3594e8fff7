package innkeeper.supervisor.probe;

import java.io.IOException;
import java.time.Duration;

/** Opens a connection; the server is well if the port accepts it. */
final class TcpAsk implements Ask {

  private final String host;
  private final int port;
  private final int timeoutMillis;
  private final ProbeSocket connection = new ProbeSocket();

  /**
   * @param target PORT or HOST:PORT
   */
  TcpAsk(String target, Duration timeout) {
    int colon = target.lastIndexOf(':');
    host = colon < 0 ? "localhost" : target.substring(0, colon);
    port = Integer.parseInt(target.substring(colon + 1));
    timeoutMillis = (int) Math.max(1, timeout.toMillis());
  }

  @Override
  public String ask() throws IOException {
    try {
      connection.connect(host, port, timeoutMillis);
      return "";
    } catch (NotAskedException e) {
      throw e;
    } catch (IOException e) {
      return "tcp " + host + ":" + port + ": " + e.getMessage();
    } finally {
      connection.cancel();
    }
  }

  @Override
  public void cancel() {
    connection.cancel();
  }
}
