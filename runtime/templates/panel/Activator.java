package @package@;

import innkeeper.api.panel.Panel;
import innkeeper.api.supervisor.Supervisor;
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
    // The supervisor is away while its bundle is replaced.
    Panel panel = new @Name@(() -> Optional.ofNullable(supervisor.getService()));
    context.registerService(Panel.class, panel, null);
  }

  @Override
  public void stop(BundleContext context) {
    supervisor.close();
  }
}
