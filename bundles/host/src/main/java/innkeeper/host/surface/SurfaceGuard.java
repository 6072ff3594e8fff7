package innkeeper.host.surface;

import innkeeper.host.boot.Boot;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.ThreadOwners;
import innkeeper.host.jar.Folders;
import java.util.function.BiConsumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;

/**
 * Detects a bundle of the user's that stops one of the host's own bundles at runtime. The framework
 * calls this listener on the thread that does it, so the stack names the bundle. {@link StartWatch}
 * covers the effects of a bundle's own start. If an operator stops a surface by hand, no user's
 * bundle is on the stack.
 */
final class SurfaceGuard implements SynchronousBundleListener {

  private final BundleContext context;
  private final Folders folders;
  private final ThreadOwners culprits;
  private final BiConsumer<Bundle, Bundle> stopped;

  /**
   * @param stopped called with the stopped bundle and the bundle that stopped it
   */
  SurfaceGuard(
      BundleContext context,
      Folders folders,
      ThreadOwners culprits,
      BiConsumer<Bundle, Bundle> stopped) {
    this.context = context;
    this.folders = folders;
    this.culprits = culprits;
    this.stopped = stopped;
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    Bundle own = event.getBundle();
    if (event.getType() != BundleEvent.STOPPING
        || !SurfacesComponent.isOurs(own)
        || Boot.readyAt().isEmpty()
        || StartWatch.ends(context)) {
      return;
    }
    culprits
        .of(Thread.currentThread().getStackTrace())
        .filter(b -> BundleView.file(b).filter(folders::isUsers).isPresent())
        .filter(b -> b.getState() == Bundle.ACTIVE)
        .filter(b -> !b.getSymbolicName().equals(own.getSymbolicName()))
        .ifPresent(culprit -> stopped.accept(own, culprit));
  }
}
