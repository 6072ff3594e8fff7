package innkeeper.host.http;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At most {@value #MOST} connections. The one too many takes the place of the one that has kept us
 * waiting longest for its next request or the rest of it: so slow senders crowd out each other,
 * never someone who asks. Where every connection is being answered, the newcomer is closed.
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

  /** Those that never asked anything go first, then the oldest. */
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
