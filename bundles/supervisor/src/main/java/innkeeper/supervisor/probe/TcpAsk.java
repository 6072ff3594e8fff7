package innkeeper.supervisor.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens a connection; the server is well if the port accepts it. */
class TcpAsk implements Ask {

  private static final Logger LOG = LoggerFactory.getLogger(TcpAsk.class);
  private static final String LOCALHOST = "localhost";

  private final String what;
  private final String host;
  private final int port;
  private final int timeoutMillis;
  private volatile Socket open;

  /**
   * @param what the beginning of the text about a failure
   */
  TcpAsk(String what, String host, int port, Duration timeout) {
    this.what = what;
    this.host = host;
    this.port = port;
    this.timeoutMillis = (int) Math.max(1, timeout.toMillis());
  }

  /**
   * @param target PORT or HOST:PORT
   */
  static TcpAsk of(String target, Duration timeout) {
    int colon = target.lastIndexOf(':');
    String host = colon < 0 ? LOCALHOST : target.substring(0, colon);
    int port = Integer.parseInt(target.substring(colon + 1));
    return new TcpAsk("tcp " + host + ":" + port, host, port, timeout);
  }

  @Override
  public final String ask() throws IOException {
    try (Socket connected = connect()) {
      return ask(connected, timeoutMillis);
    } catch (NotAskedException e) {
      throw e;
    } catch (IOException e) {
      return what + ": " + e.getMessage();
    } finally {
      cancel();
    }
  }

  /** Returns "" if the server behind that connection is well, else what is wrong. */
  String ask(Socket connected, int timeoutMillis) throws IOException {
    return "";
  }

  /**
   * Connects to the first address of the host that accepts. {@code localhost} is 127.0.0.1 and ::1,
   * independent of the machine's own tables.
   *
   * @throws NotAskedException if no socket could be made
   * @throws IOException that names each address that was tried
   */
  private Socket connect() throws IOException {
    List<String> refused = new ArrayList<>();
    IOException last = null;
    for (InetAddress address : addresses()) {
      Socket socket = new Socket();
      makeKernelSocket(socket);
      open = socket;
      try {
        socket.connect(new InetSocketAddress(address, port), timeoutMillis);
        return socket;
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

  private InetAddress[] addresses() throws IOException {
    return LOCALHOST.equalsIgnoreCase(host)
        ? new InetAddress[] {InetAddress.getByName("127.0.0.1"), InetAddress.getByName("::1")}
        : InetAddress.getAllByName(host);
  }

  /** Makes the kernel's socket now, so that a lack of descriptors is not a failed connect. */
  private static void makeKernelSocket(Socket socket) throws NotAskedException {
    try {
      socket.setReuseAddress(true);
    } catch (IOException e) {
      throw new NotAskedException(e);
    }
  }

  /** Closes the open socket. */
  @Override
  public final void cancel() {
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
