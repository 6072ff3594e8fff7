package innkeeper.host.http;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the open connections to {@value #MOST}. One connection too many replaces the one whose
 * client has been silent longest. So slow senders crowd out only each other, never a client with a
 * complete request. If all connections are being answered, the new one is closed.
 */
final class ConnectionBound implements Connection.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionBound.class);
  static final int MOST = 128;

  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  @Override
  public void onOpened(Connection connection) {
    open.add(connection);
    if (open.size() <= MOST) {
      return;
    }
    Connection leaving = waitedFor().orElse(connection);
    LOG.debug("connection closed, there are more than {}", MOST);
    open.remove(leaving);
    leaving.getEndPoint().close();
  }

  /**
   * Returns the connection to close, among those that wait for bytes of their client. Connections
   * without any request come first, then the oldest.
   */
  private Optional<Connection> waitedFor() {
    return open.stream()
        .filter(c -> c.getEndPoint().isFillInterested())
        .min(
            Comparator.comparing((Connection c) -> c.getMessagesIn() > 0)
                .thenComparing(Connection::getCreatedTimeStamp));
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection);
  }
}
