package innkeeper.host.surface;

import innkeeper.host.boot.Boot;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.socket.BoundSocket;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the effects of one bundle's start on the rest of the host: sockets that it opens beyond
 * loopback, and the host's own bundles that it stops or uninstalls. Created just before the start,
 * it has the outcome of the start afterwards.
 */
final class StartWatch {

  private static final Logger LOG = LoggerFactory.getLogger(StartWatch.class);

  private final BundleContext context;
  private final OpenSockets sockets;
  private final BundleStarter starts;
  private final Bundle bundle;

  /**
   * Forbidden sockets that were open before the start; empty for the release's own bundles, whose
   * sockets are allowed.
   */
  private final Optional<Set<String>> open;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private boolean stopsOthers;
  private String failure = "";
  private String harm = "";

  /** The host's own bundles that were active before, by location. */
  private final Map<String, Bundle> served = new LinkedHashMap<>();

  /**
   * @param trusted whether the bundle is the release's own and unchanged since the host's start;
   *     its sockets are then not checked here
   */
  StartWatch(
      BundleContext context,
      OpenSockets sockets,
      BundleStarter starts,
      Bundle bundle,
      boolean trusted) {
    this.context = context;
    this.sockets = sockets;
    this.starts = starts;
    this.bundle = bundle;
    this.open =
        trusted
            ? Optional.empty()
            : Optional.of(forbidden().stream().map(BoundSocket::inode).collect(Collectors.toSet()));
    for (Bundle other : context.getBundles()) {
      if (other.getState() == Bundle.ACTIVE
          && other.getBundleId() != 0
          && (other.getSymbolicName().startsWith("innkeeper.")
              || !SingletonBundles.isSurface(other))
          && !other.getSymbolicName().equals(bundle.getSymbolicName())) {
        served.put(other.getLocation(), other);
      }
    }
  }

  /** Returns whether the host itself stops everything. Then no bundle is to blame. */
  static boolean ends(BundleContext context) {
    return Boot.restarting() || context.getBundle(0).getState() == Bundle.STOPPING;
  }

  Bundle bundle() {
    return bundle;
  }

  /** Sets why the bundle did not start; "" if it started. */
  void ended(String why) {
    failure = why;
  }

  /** Returns why the bundle did not start; "" if it started. */
  String failure() {
    return failure;
  }

  /** Returns the forbidden effects of the start in words; "" without any. */
  String harm() {
    return harm;
  }

  boolean failed() {
    return !why().isEmpty();
  }

  String why() {
    return harm.isEmpty() ? failure : harm;
  }

  /**
   * Looks for harm, as soon as the start has returned. Starts the host's own bundles again that the
   * bundle stopped.
   */
  void check() {
    if (ends(context)) {
      return;
    }
    List<String> found = new ArrayList<>();
    List<String> stopped =
        served.values().stream()
            .filter(own -> own.getState() != Bundle.ACTIVE && own.getState() != Bundle.STARTING)
            .map(Bundle::getSymbolicName)
            .toList();
    if (!stopped.isEmpty()) {
      stopsOthers = true;
      mend();
      found.add(
          "it stopped %s in its start; a bundle may not, and they serve again"
              .formatted(String.join(", ", stopped)));
    }
    if (System.out != out || System.err != err) {
      System.setOut(out);
      System.setErr(err);
      found.add("it replaced System.out or System.err, past which nothing may be printed");
    }
    harm = found.isEmpty() ? words(left()) : String.join("; ", found);
  }

  /**
   * Returns the forbidden sockets that appeared since, in words, if threads show that the bundle
   * opened them.
   */
  String openedSince() {
    return words(probable());
  }

  private String words(List<BoundSocket> beyond) {
    if (beyond.isEmpty()) {
      return "";
    }
    sockets.opened(beyond, bundle);
    return "it listens on %s; allowed: 127.0.0.1 only, and with ADMIN_PORT=0 no TCP socket at all"
        .formatted(String.join(", ", beyond.stream().map(BoundSocket::toString).toList()));
  }

  private void mend() {
    for (Map.Entry<String, Bundle> entry : served.entrySet()) {
      try {
        if (entry.getValue().getState() == Bundle.UNINSTALLED) {
          entry.setValue(context.installBundle(entry.getKey()));
        }
        Bundle own = entry.getValue();
        String why = own.getState() == Bundle.ACTIVE ? "" : starts.start(own);
        if (!why.isEmpty()) {
          LOG.error("bundle could not be started again name={} why={}", own.getSymbolicName(), why);
        }
      } catch (BundleException e) {
        LOG.error("bundle could not be started again location={}", entry.getKey(), e);
      }
    }
  }

  /**
   * Returns the forbidden sockets that were not open before and that no other bundle opened for
   * certain.
   */
  private List<BoundSocket> left() {
    if (open.isEmpty()) {
      return List.of();
    }
    return forbidden().stream()
        .filter(s -> !open.get().contains(s.inode()))
        .filter(s -> sockets.mayBeBy(s, bundle))
        .toList();
  }

  private List<BoundSocket> probable() {
    return left().stream().filter(s -> sockets.isProbablyBy(s, bundle)).toList();
  }

  private List<BoundSocket> forbidden() {
    try {
      return sockets.forbidden();
    } catch (IOException e) {
      LOG.error("open sockets could not be listed", e);
      return List.of();
    }
  }

  /**
   * Repairs the damage after the bundle was uninstalled: closes its open sockets, and starts the
   * bundles again that it stopped in its stop.
   */
  void mendAfter() {
    sockets.close(probable());
    if (stopsOthers) {
      mend();
    }
  }
}
