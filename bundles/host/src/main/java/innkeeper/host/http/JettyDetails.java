package innkeeper.host.http;

import innkeeper.api.settings.Settings;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.felix.http.jetty.ConnectorFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * What Felix has no setting for. It shows its Jetty to nobody but a factory of connectors, so this
 * is one; the connector it makes listens on ADMIN_SOCKET, or to nothing.
 */
@Component
public final class JettyDetails implements ConnectorFactory {

  private final Optional<Path> socket;

  @Activate
  public JettyDetails(@Reference Settings settings) {
    this.socket = settings.adminSocket();
  }

  @Override
  public Connector createConnector(Server server) {
    for (Connector connector : server.getConnectors()) {
      connector.addEventListener(new ConnectionBound());
    }
    server.setErrorHandler(new ErrorProblems());
    if (socket.isEmpty()) {
      return new Deaf(server);
    }
    Connector connector = new UnixSocketConnector(server, socket.get());
    connector.addEventListener(new ConnectionBound());
    return connector;
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
}
