package innkeeper.host.bundle;

import innkeeper.api.settings.Settings;
import innkeeper.host.boot.Boot;
import innkeeper.host.jar.Folders;
import innkeeper.host.jar.SnapshotVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps two versions of a surface from serving at the same time. A newer jar beside the old one
 * would otherwise make both active: two supervisors, two readers of one FIFO. The framework calls
 * synchronous listeners before the newcomer's first instruction, so this listener stops the old
 * version first. When the newcomer is uninstalled, the best remaining version starts again.
 */
@Component(immediate = true, service = SingletonBundles.class)
public final class SingletonBundles implements SynchronousBundleListener {

  private static final Logger LOG = LoggerFactory.getLogger(SingletonBundles.class);

  /**
   * The limit for a guest's stop. It is shorter than the limit of a start, so a hanging old version
   * does not make the newcomer's start fail.
   */
  private static final long GUEST_STOP_MILLIS = 5_000;

  /**
   * A start level above the framework's last one: a bundle at this level is installed and never
   * started.
   */
  private static final int NEVER = 1000;

  /**
   * The start level that File Install gives to the bundles it installs (conf/config.properties).
   */
  public static final int SURFACES = 7;

  public static final String RECORD = "innkeeper.store";

  private final Comparator<Bundle> rank;
  private final BundleContext context;

  /** Ids of bundles that hang in their stop; they are neither waited for nor started again. */
  private final Set<Long> stuck = ConcurrentHashMap.newKeySet();

  /**
   * The bundles that each newcomer replaced, by the newcomer's id; they start again if its start
   * fails.
   */
  private final Map<Long, List<Bundle>> replaced = new ConcurrentHashMap<>();

  @Activate
  public SingletonBundles(BundleContext context, @Reference Settings settings) {
    this.context = context;
    Folders folders = new Folders(settings.homeDir(), settings.dataDir());
    this.rank =
        Comparator.comparing((Bundle b) -> BundleView.file(b).filter(folders::isUsers).isPresent())
            .thenComparing(Bundle::getVersion, SnapshotVersion.ORDER);
    context.addBundleListener(this);
  }

  @Deactivate
  void stop() {
    context.removeBundleListener(this);
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    Bundle bundle = event.getBundle();
    if (event.getType() == BundleEvent.STOPPING) {
      boolean alone = bundle.equals(context.getBundle());
      if (bundle.getBundleId() == 0
          || alone && context.getBundle(0).getState() != Bundle.STOPPING) {
        Boot.stops(alone);
      }
    }
    if (context.getBundle(0).getState() == Bundle.STOPPING || Requirements.isProbe(bundle)) {
      return;
    }
    switch (event.getType()) {
      case BundleEvent.INSTALLED -> setAsideAtStart(bundle);
      case BundleEvent.STARTING -> takeOver(bundle);
      case BundleEvent.STARTED -> {
        replaced.remove(bundle.getBundleId());
        stopsLast(bundle);
      }
      case BundleEvent.STOPPED -> giveBack(bundle);
      case BundleEvent.UNINSTALLED -> {
        bringBack(bundle);
        stuck.remove(bundle.getBundleId());
      }
      default -> {
        // The other events do not change which version serves.
      }
    }
  }

  /** Returns whether the bundle came from a watched folder, the release's or the user's. */
  public static boolean isSurface(Bundle bundle) {
    return bundle.getBundleId() != 0
        && bundle.adapt(BundleStartLevel.class).getStartLevel() >= SURFACES - 1;
  }

  /**
   * Lowers the store's start level below the other surfaces, so the framework stops it after them.
   * Every other surface can then write to the audit record until its own stop.
   */
  private static void stopsLast(Bundle bundle) {
    BundleStartLevel level = bundle.adapt(BundleStartLevel.class);
    if (RECORD.equals(bundle.getSymbolicName()) && level.getStartLevel() == SURFACES) {
      level.setStartLevel(SURFACES - 1);
    }
  }

  /**
   * Chooses the best version of a name while the framework still starts, and keeps the others from
   * starting. A user's jar comes before the release's, a newer version before an older one.
   */
  private void setAsideAtStart(Bundle newcomer) {
    int level = context.getBundle(0).adapt(FrameworkStartLevel.class).getStartLevel();
    for (Bundle other : namesakes(newcomer)) {
      boolean yet =
          level < other.adapt(BundleStartLevel.class).getStartLevel()
              && other.getState() != Bundle.ACTIVE;
      if (yet) {
        boolean better = rank.compare(newcomer, other) > 0;
        Bundle aside = better ? other : newcomer;
        LOG.info(
            "bundle set aside name={} version={} by={}",
            aside.getSymbolicName(),
            aside.getVersion(),
            (better ? newcomer : other).getVersion());
        aside.adapt(BundleStartLevel.class).setStartLevel(NEVER);
      }
    }
  }

  private void takeOver(Bundle newcomer) {
    List<Bundle> stopped = new ArrayList<>();
    for (Bundle other : namesakes(newcomer)) {
      if (other.getState() == Bundle.ACTIVE || other.getState() == Bundle.STARTING) {
        LOG.info(
            "bundle is replaced name={} from={} to={}",
            newcomer.getSymbolicName(),
            other.getVersion(),
            newcomer.getVersion());
        try {
          stop(other);
          stopped.add(other);
        } catch (BundleException e) {
          LOG.error("old version could not be stopped name={}", other.getSymbolicName(), e);
        }
      }
    }
    if (!stopped.isEmpty()) {
      replaced.put(newcomer.getBundleId(), stopped);
    }
  }

  /**
   * Stops a bundle persistently, because File Install restarts a bundle that is marked as started
   * and is not active. Waits without a limit for one of our bundles, because two active versions
   * would do harm. A guest that hangs in its stop delays the newcomer only by a fixed time.
   */
  private void stop(Bundle other) throws BundleException {
    if (other.getSymbolicName().startsWith("innkeeper.")) {
      other.stop();
      return;
    }
    AtomicReference<BundleException> failure = new AtomicReference<>();
    Thread thread = run("stop " + other.getSymbolicName(), other::stop, failure::set);
    try {
      thread.join(GUEST_STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
    if (thread.isAlive()) {
      stuck.add(other.getBundleId());
      LOG.error(
          "old version hangs in its stop, the new one starts anyway name={} version={}",
          other.getSymbolicName(),
          other.getVersion());
    }
  }

  /**
   * Starts the previous version although this bundle could not be uninstalled, because it hangs.
   */
  public void giveUp(Bundle hung) {
    stuck.add(hung.getBundleId());
    bringBack(hung);
  }

  /**
   * Restarts the replaced versions. The newcomer's start failed: STOPPED came without STARTED
   * before it.
   */
  private void giveBack(Bundle newcomer) {
    List<Bundle> before = replaced.remove(newcomer.getBundleId());
    if (before != null) {
      before.forEach(this::start);
    }
  }

  private void bringBack(Bundle gone) {
    replaced.remove(gone.getBundleId());
    List<Bundle> left = namesakes(gone);
    if (left.stream().noneMatch(b -> b.getState() == Bundle.ACTIVE)) {
      left.stream().max(rank).ifPresent(this::start);
    }
  }

  private void start(Bundle bundle) {
    LOG.info(
        "bundle is started again name={} version={}",
        bundle.getSymbolicName(),
        bundle.getVersion());
    BundleStartLevel level = bundle.adapt(BundleStartLevel.class);
    if (level.getStartLevel() == NEVER) {
      level.setStartLevel(SURFACES);
    }
    // A separate thread is needed: this one may hold locks of the bundle that leaves.
    run(
        "surface-back",
        bundle::start,
        e -> LOG.error("bundle could not be started again name={}", bundle.getSymbolicName(), e));
  }

  private interface Step {
    void take() throws BundleException;
  }

  private static Thread run(String name, Step step, Consumer<BundleException> failed) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.take();
              } catch (BundleException e) {
                failed.accept(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private List<Bundle> namesakes(Bundle bundle) {
    return bundle.getSymbolicName() == null
        ? List.of()
        : BundleView.versions(context, bundle.getSymbolicName()).stream()
            .filter(other -> other.getBundleId() != bundle.getBundleId() && isSurface(other))
            .filter(other -> !Requirements.isProbe(other) && !stuck.contains(other.getBundleId()))
            .filter(other -> other.getState() != Bundle.UNINSTALLED)
            .toList();
  }
}
