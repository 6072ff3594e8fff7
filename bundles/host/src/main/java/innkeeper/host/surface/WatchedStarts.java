package innkeeper.host.surface;

import innkeeper.host.Boot;
import java.nio.file.Path;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;

/** Starts bundles one at a time; of the user's, the next host knows of it should this one die. */
final class WatchedStarts {

  private final BundleContext context;
  private final Folders folders;
  private final Starts starts;
  private final OpenSockets sockets;

  WatchedStarts(BundleContext context, Folders folders, Starts starts, OpenSockets sockets) {
    this.context = context;
    this.folders = folders;
    this.starts = starts;
    this.sockets = sockets;
  }

  /**
   * How a start went.
   *
   * @param failure why it did not start; "" when it has
   * @param harm what it did that no bundle may; "" for nothing
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
    StartWatch watch = new StartWatch(context, sockets, starts, bundle);
    if (bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null) {
      return new Started(bundle, "", "", watch);
    }
    Optional<Path> jar = BundleView.file(bundle).filter(folders::isUsers);
    if (jar.isEmpty()) {
      return new Started(bundle, starts.start(bundle), "", watch);
    }
    Boot.starting(folders.name(jar.get()));
    String failure = starts.start(bundle);
    String harm = watch.harm();
    Boot.starting("");
    return new Started(bundle, failure, harm, watch);
  }
}
