package innkeeper.host.surface;

import innkeeper.host.boot.Boot;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.jar.Folders;
import innkeeper.host.jar.PreviousJars;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * Starts bundles one at a time. If the host dies in the start of a user's bundle, the next host
 * knows which one. A bundle that has not served before is watched for a moment longer.
 */
final class WatchedStarts {

  /** The time for which effects on other threads still count as effects of the start. */
  private static final Duration LINGER = Duration.ofMillis(300);

  private static final long LOOK_MILLIS = 50;

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

  /**
   * The result of a start.
   *
   * @param failure why it did not start; "" if it started
   * @param harm its forbidden effects; "" without any
   */
  record Started(Bundle bundle, String failure, String harm, StartWatch watch) {

    boolean failed() {
      return !failure.isEmpty() || !harm.isEmpty();
    }

    String why() {
      return harm.isEmpty() ? failure : harm;
    }
  }

  Started start(Bundle bundle) {
    return start(bundle, false);
  }

  /**
   * Starts a bundle at the start of the host. The release's own bundles are trusted then, because
   * they are as they were unpacked.
   */
  Started startFirst(Bundle bundle) {
    return start(bundle, usersJar(bundle).isEmpty());
  }

  private Optional<Path> usersJar(Bundle bundle) {
    return BundleView.file(bundle).filter(folders::isUsers);
  }

  private Started start(Bundle bundle, boolean trusted) {
    StartWatch watch = new StartWatch(context, sockets, starts, bundle, trusted);
    Optional<Path> jar = usersJar(bundle);
    if (jar.isEmpty()) {
      return new Started(bundle, starts.start(bundle), "", watch);
    }
    boolean stranger = !kept.served(jar.get());
    Boot.starting(folders.name(jar.get()));
    String failure = starts.start(bundle);
    String harm = watch.harm();
    long end = System.nanoTime() + LINGER.toNanos();
    try {
      while (stranger && failure.isEmpty() && harm.isEmpty() && System.nanoTime() < end) {
        Thread.sleep(LOOK_MILLIS);
        harm = watch.harm();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Boot.starting("");
    return new Started(bundle, failure, harm, watch);
  }
}
