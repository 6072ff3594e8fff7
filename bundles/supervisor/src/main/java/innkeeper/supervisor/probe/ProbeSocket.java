package innkeeper.supervisor.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An attempt to connect, which another thread can cancel. */
final class ProbeSocket {

  private static final Logger LOG = LoggerFactory.getLogger(ProbeSocket.class);
  private static final String LOCALHOST = "localhost";

  private volatile Socket open;

  /**
   * Connects to the first address of the host that accepts. {@code localhost} is 127.0.0.1 and ::1,
   * independent of the machine's own tables.
   *
   * @throws NotAskedException if no socket could be made
   * @throws IOException that names each address that was tried
   */
  Socket connect(String host, int port, int timeoutMillis) throws IOException {
    List<String> refused = new ArrayList<>();
    IOException last = null;
    for (InetAddress address : addresses(host)) {
      Socket socket = new Socket();
      try {
        NotAskedException.unlessMade(socket);
        open = socket;
        socket.connect(new InetSocketAddress(address, port), timeoutMillis);
        return socket;
      } catch (NotAskedException e) {
        cancel();
        throw e;
      } catch (IOException e) {
        if (open != socket) {
          throw e; // Another thread has cancelled the attempt.
        }
        cancel();
        last = e;
        refused.add(e.getMessage() + " (" + address.getHostAddress() + ")");
      }
    }
    throw refused.size() == 1 ? last : new IOException(String.join(", ", refused), last);
  }

  private static List<InetAddress> addresses(String host) throws IOException {
    return LOCALHOST.equalsIgnoreCase(host)
        ? List.of(InetAddress.getByName("127.0.0.1"), InetAddress.getByName("::1"))
        : List.of(InetAddress.getAllByName(host));
  }

  /** Closes the open socket. */
  void cancel() {
    Socket socket = open;
    open = null;
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        LOG.debug("probe's socket error={}", e.getMessage());
      }
    }
  }
}
