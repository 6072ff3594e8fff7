package innkeeper.host.http;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.felix.http.jetty.ConnectorFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At most {@value #MOST} connections. The one too many takes the place of the one that has kept us
 * waiting longest for its next request or the rest of it: so slow senders crowd out each other,
 * never someone who asks. Where every connection is being answered, the newcomer is closed.
 *
 * <p>Felix has no setting for this and shows its Jetty to nobody but a factory of connectors; the
 * one made here listens to nothing.
 */
@Component
public final class ConnectionBound implements ConnectorFactory {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionBound.class);
  static final int MOST = 128;

  @Override
  public Connector createConnector(Server server) {
    for (Connector connector : server.getConnectors()) {
      connector.addEventListener(new Open());
    }
    return new Deaf(server);
  }

  /** Felix insists on a connector of this very class. This one opens no socket. */
  private static final class Deaf extends ServerConnector {

    Deaf(Server server) {
      super(server, 0, 1);
      setHost(HttpSettings.HOST);
    }

    @Override
    protected void doStart() {
      // Nothing to open.
    }

    @Override
    protected void doStop() {
      // Nothing was opened.
    }
  }

  /** The open connections of one connector. */
  static final class Open implements Connection.Listener {

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
}
