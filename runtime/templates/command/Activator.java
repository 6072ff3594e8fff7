package @package@;

import innkeeper.api.supervisor.Supervisor;
import java.util.Hashtable;
import java.util.Optional;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.util.tracker.ServiceTracker;

public final class Activator implements BundleActivator {

  private ServiceTracker<Supervisor, Supervisor> supervisor;

  @Override
  public void start(BundleContext context) {
    supervisor = new ServiceTracker<>(context, Supervisor.class, null);
    supervisor.open();
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put("osgi.command.scope", "@package@");
    properties.put("osgi.command.function", new String[] {"running"});
    // The supervisor is away while its bundle is replaced.
    @Name@ commands = new @Name@(() -> Optional.ofNullable(supervisor.getService()));
    context.registerService(@Name@.class, commands, properties);
  }

  @Override
  public void stop(BundleContext context) {
    supervisor.close();
  }
}
