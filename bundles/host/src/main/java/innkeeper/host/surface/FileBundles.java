package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.bundle.Requirements;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.jar.JarManifest;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.FrameworkWiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files and the bundles that were made of them: brings them in and takes them out. */
final class FileBundles {

  private static final Logger LOG = LoggerFactory.getLogger(FileBundles.class);
  private static final long REFRESH_SECONDS = 10;

  private final BundleContext context;
  private final BundleStarter starts;
  private final SingletonBundles slots;

  FileBundles(BundleContext context, BundleStarter starts, SingletonBundles slots) {
    this.slots = slots;
    this.context = context;
    this.starts = starts;
  }

  /** Installs it, not more. */
  void install(Path jar) throws BundleException {
    level(context.installBundle(location(jar)));
  }

  /** Installs it with that content, not more. */
  void install(Path jar, InputStream in) throws BundleException {
    level(context.installBundle(location(jar), in));
  }

  /** The file's bundle with that content, not started. */
  Bundle bring(Path jar, InputStream in) throws BundleException {
    Optional<Bundle> there = at(jar);
    Bundle bundle;
    if (there.isPresent()) {
      bundle = there.get();
      String hang = starts.stop(bundle);
      if (!hang.isEmpty()) {
        throw new BundleException("The version before " + hang);
      }
      bundle.update(in);
      refresh(bundle);
    } else {
      bundle = context.installBundle(location(jar), in);
    }
    level(bundle);
    return bundle;
  }

  /** Not over the level of one that another version keeps from starting. */
  private static void level(Bundle bundle) {
    BundleStartLevel level = bundle.adapt(BundleStartLevel.class);
    if (level.getStartLevel() < SingletonBundles.SURFACES - 1) {
      level.setStartLevel(SingletonBundles.SURFACES);
    }
  }

  void takeOut(Bundle bundle) {
    String name = bundle.getSymbolicName();
    String hang = starts.uninstall(bundle);
    if (hang.isEmpty()) {
      refresh(bundle);
    } else {
      LOG.error("bundle could not be taken out yet name={} reason={}", name, hang);
      slots.giveUp(bundle);
    }
  }

  /** Lets the old content go; touches only who is wired to it. */
  private void refresh(Bundle bundle) {
    CountDownLatch done = new CountDownLatch(1);
    context
        .getBundle(0)
        .adapt(FrameworkWiring.class)
        .refreshBundles(List.of(bundle), event -> done.countDown());
    try {
      if (!done.await(REFRESH_SECONDS, TimeUnit.SECONDS)) {
        LOG.error("refresh still goes on name={}", bundle.getSymbolicName());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the host ends: then what does not serve says nothing of itself. */
  boolean end() {
    return StartWatch.ends(context);
  }

  Optional<Bundle> at(Path jar) {
    return Optional.ofNullable(context.getBundle(location(jar)));
  }

  /** The other versions of what lies there. */
  List<Bundle> others(Path jar) {
    List<Bundle> others = new ArrayList<>();
    try {
      String name = JarManifest.read(jar).name();
      for (Bundle bundle : context.getBundles()) {
        if (name.equals(bundle.getSymbolicName())
            && !Requirements.isProbe(bundle)
            && !bundle.getLocation().equals(location(jar))) {
          others.add(bundle);
        }
      }
    } catch (SurfaceException e) {
      return List.of(); // said when it is deployed
    }
    return others;
  }

  private static String location(Path jar) {
    return jar.toUri().toString().replaceFirst("^file:///", "file:/");
  }
}
