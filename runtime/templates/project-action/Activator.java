package @package@;

import innkeeper.api.action.ProjectAction;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

public final class Activator implements BundleActivator {

  @Override
  public void start(BundleContext context) {
    context.registerService(ProjectAction.class, new @Name@(), null);
  }

  @Override
  public void stop(BundleContext context) {
    // What was registered goes with the bundle. End your threads here.
  }
}
