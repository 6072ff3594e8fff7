package innkeeper.host.http;

import innkeeper.api.settings.Settings;
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
 * What Felix has no setting for. It shows its Jetty to nobody but factories of connectors, so these
 * make all connectors that serve: one for ADMIN_PORT, one for ADMIN_SOCKET.
 */
@Component(service = JettyDetails.class, immediate = true)
public final class JettyDetails {

  private static final Logger LOG = LoggerFactory.getLogger(JettyDetails.class);

  private final BundleContext context;
  private final Settings settings;
  private ServiceRegistration<ConnectorFactory> page;

  @Activate
  public JettyDetails(BundleContext context, @Reference Settings settings) {
    this.context = context;
    this.settings = settings;
    if (settings.adminPort() != 0) {
      registerPage();
    }
    settings
        .adminSocket()
        .ifPresent(path -> register(server -> new UnixSocketConnector(server, path)));
  }

  /** Opens ADMIN_PORT again, after another process had it. */
  public void startAgain() {
    LOG.info("http starts again port={}", settings.adminPort());
    page.unregister();
    registerPage();
  }

  private void registerPage() {
    page = register(server -> new LoopbackConnector(server, settings.adminPort()));
  }

  private ServiceRegistration<ConnectorFactory> register(ConnectorFactory factory) {
    return context.registerService(
        ConnectorFactory.class, server -> bounded(server, factory), null);
  }

  private static Connector bounded(Server server, ConnectorFactory factory) {
    server.setErrorHandler(new ErrorProblems());
    Connector connector = factory.createConnector(server);
    connector.addEventListener(new ConnectionBound());
    return connector;
  }
}
