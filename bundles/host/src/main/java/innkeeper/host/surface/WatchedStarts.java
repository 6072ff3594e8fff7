package innkeeper.host.surface;

import innkeeper.host.boot.Boot;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.jar.Folders;
import innkeeper.host.jar.PreviousJars;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts bundles one at a time. If the host dies in the start of a user's bundle, the next host
 * knows which one. A bundle that has not served before is watched for a moment longer.
 */
final class WatchedStarts {

  /** The time for which effects on other threads still count as effects of the start. */
  private static final Duration LINGER = Duration.ofMillis(300);

  private static final long LOOK_MILLIS = 50;

  private static final Logger LOG = LoggerFactory.getLogger(WatchedStarts.class);

  private final BundleContext context;
  private final Folders folders;
  private final BundleStarter starts;
  private final OpenSockets sockets;
  private final PreviousJars kept;

  WatchedStarts(BundleContext context, Folders folders, BundleStarter starts, OpenSockets sockets) {
    this.context = context;
    this.folders = folders;
    this.starts = starts;
    this.sockets = sockets;
    this.kept = new PreviousJars(folders);
  }

  StartWatch start(Bundle bundle) {
    return start(bundle, false);
  }

  /**
   * Starts the bundles that FileInstall found as soon as the framework is up. FileInstall itself
   * would start them at its next poll, up to half a second later. The store starts first, because
   * the others wait for it. The user's bundles start last, because a hanging one costs time. The
   * others start by name, not in the order of a directory listing. So the page's bundle starts
   * early, and answers while the others still start.
   *
   * @return the starts that failed, and those of the user's bundles
   */
  List<StartWatch> startAll() {
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
    List<StartWatch> started = new ArrayList<>();
    for (Bundle bundle : waiting) {
      // The release's own bundles are trusted, because they are as they were unpacked.
      StartWatch one = start(bundle, usersJar(bundle).isEmpty());
      if (one.failed()) {
        LOG.error(
            "bundle could not be started name={} reason={}", bundle.getSymbolicName(), one.why());
      }
      if (one.failed() || usersJar(bundle).isPresent()) {
        started.add(one);
      }
    }
    return started;
  }

  private Optional<Path> usersJar(Bundle bundle) {
    return BundleView.file(bundle).filter(folders::isUsers);
  }

  private StartWatch start(Bundle bundle, boolean trusted) {
    StartWatch watch = new StartWatch(context, sockets, starts, bundle, trusted);
    Optional<Path> jar = usersJar(bundle);
    if (jar.isEmpty()) {
      watch.ended(starts.start(bundle));
      return watch;
    }
    boolean stranger = !kept.served(jar.get());
    Boot.starting(folders.name(jar.get()));
    watch.ended(starts.start(bundle));
    watch.check();
    long end = System.nanoTime() + LINGER.toNanos();
    try {
      while (stranger && !watch.failed() && System.nanoTime() < end) {
        Thread.sleep(LOOK_MILLIS);
        watch.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Boot.starting("");
    return watch;
  }
}
