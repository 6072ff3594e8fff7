package innkeeper.xmlrpc;

import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.thread.WatchedScheduler;
import jakarta.servlet.Servlet;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Registers the two servlets and provides them with the services of other bundles. */
@Component(
    immediate = true,
    service = {})
public final class XmlRpcComponent {

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");

  @Reference(service = Logs.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Logs> logs = new AwaitedService<>(Logs.class, "logging");

  @Reference(service = Rotator.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Rotator> rotator = new AwaitedService<>(Rotator.class, "rotation");

  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
  private final BundleContext context;
  private final Settings settings;
  private final WatchedScheduler timer = new WatchedScheduler("xmlrpc-timer", 1, 0);

  @Activate
  public XmlRpcComponent(BundleContext context, @Reference Settings settings) {
    this.context = context;
    this.settings = settings;
  }

  @Activate
  void start() {
    HostServices services = new HostServices(supervisor, logs, rotator);
    List<Method> rows = new ArrayList<>();
    rows.addAll(new ProcessMethods(services, timer, Clock.systemUTC()).table());
    rows.addAll(new LogMethods(services, settings.dataDir()).table());
    rows.addAll(new HostMethods(services, settings.version(), this::stopping).table());
    register(new RpcServlet(new MethodTable(rows)), "xmlrpc", "/RPC2/*");
    register(new TailServlet(services, timer), "logtail", "/logtail/*", "/mainlogtail");
  }

  private void register(Servlet servlet, String name, String... patterns) {
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put("osgi.http.whiteboard.servlet.pattern", patterns);
    properties.put("osgi.http.whiteboard.servlet.name", name);
    properties.put("osgi.http.whiteboard.servlet.asyncSupported", true);
    registrations.add(context.registerService(Servlet.class, servlet, properties));
  }

  @Deactivate
  void stop() {
    registrations.forEach(ServiceRegistration::unregister);
    timer.shutdownNow();
  }

  private boolean stopping() {
    return context.getBundle(0).getState() == Bundle.STOPPING;
  }
}
