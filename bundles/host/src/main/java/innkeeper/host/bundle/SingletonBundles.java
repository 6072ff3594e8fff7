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
 * Two versions of a surface never serve at once: a newer jar beside the old would otherwise make
 * both active, two supervisors, two readers of one FIFO. The framework tells synchronous listeners
 * before the newcomer's first instruction, so stopping the old one here is the slot passing; when
 * the newcomer goes, the best of those left comes back.
 */
@Component(immediate = true, service = SingletonBundles.class)
public final class SingletonBundles implements SynchronousBundleListener {

  private static final Logger LOG = LoggerFactory.getLogger(SingletonBundles.class);

  /** Less than a start may take, so that the newcomer is not held for what hangs. */
  private static final long GUEST_STOP_MILLIS = 5_000;

  /** Above the framework's last level: installed, never started. */
  private static final int NEVER = 1000;

  /** FileInstall's level for what it installs (conf/config.properties). */
  public static final int SURFACES = 7;

  public static final String RECORD = "innkeeper.store";

  private final Comparator<Bundle> rank;
  private final BundleContext context;

  /** Ids of those that hang: neither waited for nor counted on. */
  private final Set<Long> stuck = ConcurrentHashMap.newKeySet();

  /** Newcomer's id to those it replaced, for when its start fails. */
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
        // Resolving, updating: nothing passes.
      }
    }
  }

  /** What was found in a watched folder, ours or the user's. */
  public static boolean isSurface(Bundle bundle) {
    return bundle.getBundleId() != 0
        && bundle.adapt(BundleStartLevel.class).getStartLevel() >= SURFACES - 1;
  }

  /** The record outlives everyone who writes to it: below the other surfaces, so stopped after. */
  private static void stopsLast(Bundle bundle) {
    BundleStartLevel level = bundle.adapt(BundleStartLevel.class);
    if (RECORD.equals(bundle.getSymbolicName()) && level.getStartLevel() == SURFACES) {
      level.setStartLevel(SURFACES - 1);
    }
  }

  /**
   * While the framework still starts, the best of a name keeps the others from starting at all: the
   * user's before the release's, the newer before the older.
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
            "surface changes hands name={} from={} to={}",
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
   * Not transient: FileInstall starts again whatever is meant to run and does not. Of ours it is
   * waited for, whatever it takes, for two of them would do harm; a guest that hangs in its stop
   * holds up nobody.
   */
  private void stop(Bundle other) throws BundleException {
    if (other.getSymbolicName().startsWith("innkeeper.")) {
      other.stop();
      return;
    }
    AtomicReference<BundleException> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                other.stop();
              } catch (BundleException e) {
                failure.set(e);
              }
            },
            "stop " + other.getSymbolicName());
    thread.setDaemon(true);
    thread.start();
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
          "old version hangs in its stop, the new one goes on name={} version={}",
          other.getSymbolicName(),
          other.getVersion());
    }
  }

  /** One that could not be taken out, for it hangs: what was there before serves all the same. */
  public void giveUp(Bundle hung) {
    stuck.add(hung.getBundleId());
    bringBack(hung);
  }

  /** STOPPED without STARTED before it: the newcomer's start failed. */
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
        "surface comes back name={} version={}", bundle.getSymbolicName(), bundle.getVersion());
    BundleStartLevel level = bundle.adapt(BundleStartLevel.class);
    if (level.getStartLevel() == NEVER) {
      level.setStartLevel(SURFACES);
    }
    // Not on this thread: it may hold the locks of the one that leaves.
    Thread thread =
        new Thread(
            () -> {
              try {
                bundle.start();
              } catch (BundleException e) {
                LOG.error("surface could not come back name={}", bundle.getSymbolicName(), e);
              }
            },
            "surface-back");
    thread.setDaemon(true);
    thread.start();
  }

  private List<Bundle> namesakes(Bundle bundle) {
    List<Bundle> same = new ArrayList<>();
    for (Bundle other : context.getBundles()) {
      if (other.getBundleId() != bundle.getBundleId()
          && bundle.getSymbolicName() != null
          && bundle.getSymbolicName().equals(other.getSymbolicName())
          && isSurface(other)
          && !Requirements.isProbe(other)
          && !stuck.contains(other.getBundleId())
          && other.getState() != Bundle.UNINSTALLED) {
        same.add(other);
      }
    }
    return same;
  }
}
