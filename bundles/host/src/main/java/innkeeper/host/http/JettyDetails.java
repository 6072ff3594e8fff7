package innkeeper.host.http;

import innkeeper.api.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import org.apache.felix.http.jetty.ConnectorFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the properties of Jetty for which Felix has no setting. Felix gives access to its Jetty only
 * to factories of connectors. So these factories create all connectors that serve: one for
 * ADMIN_PORT, one for ADMIN_SOCKET.
 */
@Component(service = JettyDetails.class, immediate = true)
public final class JettyDetails {

  private static final Logger LOG = LoggerFactory.getLogger(JettyDetails.class);

  private final BundleContext context;
  private final Settings settings;
  private List<ServiceRegistration<ConnectorFactory>> factories;

  @Activate
  public JettyDetails(BundleContext context, @Reference Settings settings) {
    this.context = context;
    this.settings = settings;
    this.factories = register();
  }

  /** Opens port and socket again, after another process used the port or Jetty was slow. */
  public void startAgain() {
    LOG.info("http starts again port={}", settings.adminPort());
    factories.forEach(ServiceRegistration::unregister);
    factories = register();
  }

  private List<ServiceRegistration<ConnectorFactory>> register() {
    List<ConnectorFactory> wanted = new ArrayList<>();
    if (settings.adminPort() != 0) {
      wanted.add(server -> new LoopbackConnector(server, settings.adminPort()));
    }
    settings
        .adminSocket()
        .ifPresent(path -> wanted.add(server -> new UnixSocketConnector(server, path)));
    return wanted.stream()
        .map(f -> context.registerService(ConnectorFactory.class, s -> bounded(s, f), null))
        .toList();
  }

  private static Connector bounded(Server server, ConnectorFactory factory) {
    server.setErrorHandler(new ErrorProblems());
    Connector connector = factory.createConnector(server);
    connector.addEventListener(new ConnectionBound());
    return connector;
  }
}
