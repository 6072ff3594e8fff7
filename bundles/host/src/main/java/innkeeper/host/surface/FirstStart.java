package innkeeper.host.surface;

import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.jar.Folders;
import innkeeper.host.surface.WatchedStarts.Started;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the bundles that FileInstall found as soon as the framework is up. FileInstall itself
 * would start them at its next poll, up to half a second later. The store starts first, because the
 * others wait for it. The user's bundles start last, because a hanging one costs time. The others
 * start by name, not in the order of a directory listing. So the page's bundle starts early, and
 * answers while the others still start.
 */
final class FirstStart implements FrameworkListener {

  private static final Logger LOG = LoggerFactory.getLogger(FirstStart.class);

  private final BundleContext context;
  private final Folders folders;
  private final WatchedStarts starts;
  private final Deployment deployment;

  FirstStart(BundleContext context, Folders folders, WatchedStarts starts, Deployment deployment) {
    this.context = context;
    this.folders = folders;
    this.starts = starts;
    this.deployment = deployment;
  }

  @Override
  public void frameworkEvent(FrameworkEvent event) {
    if (event.getType() != FrameworkEvent.STARTED) {
      return;
    }
    List<Bundle> waiting = new ArrayList<>();
    for (Bundle bundle : context.getBundles()) {
      boolean found =
          bundle.adapt(BundleStartLevel.class).getStartLevel() == SingletonBundles.SURFACES
              && BundleView.file(bundle).filter(f -> !folders.isPlatform(f)).isPresent();
      if (found) {
        waiting.add(bundle);
      }
    }
    waiting.sort(
        Comparator.comparing((Bundle b) -> !SingletonBundles.RECORD.equals(b.getSymbolicName()))
            .thenComparing(b -> !String.valueOf(b.getSymbolicName()).startsWith("innkeeper."))
            .thenComparing(b -> String.valueOf(b.getSymbolicName()))
            .thenComparing(Bundle::getBundleId));
    List<Started> started = new ArrayList<>();
    for (Bundle bundle : waiting) {
      Started one = starts.startFirst(bundle);
      if (one.failed()) {
        LOG.error(
            "bundle could not be started name={} reason={}", bundle.getSymbolicName(), one.why());
      }
      if (one.failed() || BundleView.file(bundle).filter(folders::isUsers).isPresent()) {
        started.add(one);
      }
    }
    deployment.open(started);
  }
}
