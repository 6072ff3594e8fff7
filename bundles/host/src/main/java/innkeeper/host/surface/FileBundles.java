package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.Requirements;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.jar.JarManifest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Maps files to their bundles; installs, updates and uninstalls them. */
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

  /** Installs the file's bundle without starting it. */
  void install(Path jar) throws BundleException {
    level(context.installBundle(location(jar)));
  }

  /** Installs a bundle for this file with the given content, without starting it. */
  void install(Path jar, Path content) throws BundleException, IOException {
    try (InputStream in = Files.newInputStream(content)) {
      level(context.installBundle(location(jar), in));
    }
  }

  /**
   * Installs or updates the file's bundle with the given content.
   *
   * @return the bundle, not started
   */
  Bundle bring(Path jar, Path content) throws BundleException, IOException {
    Optional<Bundle> there = at(jar);
    if (there.isEmpty()) {
      install(jar, content);
      return at(jar).orElseThrow();
    }
    Bundle bundle = there.get();
    String hang = starts.stop(bundle);
    if (!hang.isEmpty()) {
      throw new BundleException("The version before " + hang);
    }
    try (InputStream in = Files.newInputStream(content)) {
      bundle.update(in);
    }
    refresh(bundle);
    level(bundle);
    return bundle;
  }

  /**
   * Sets the start level of surfaces, unless another version keeps this bundle at a higher level to
   * prevent its start.
   */
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

  /** Frees the old content. Refreshes only the bundles that are wired to it. */
  private void refresh(Bundle bundle) {
    CountDownLatch done = new CountDownLatch(1);
    context
        .getBundle(0)
        .adapt(FrameworkWiring.class)
        .refreshBundles(List.of(bundle), event -> done.countDown());
    try {
      if (!done.await(REFRESH_SECONDS, TimeUnit.SECONDS)) {
        LOG.error("refresh has not finished yet name={}", bundle.getSymbolicName());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether the host ends. A bundle that does not serve is then not at fault. */
  boolean end() {
    return StartWatch.ends(context);
  }

  Optional<Bundle> at(Path jar) {
    return Optional.ofNullable(context.getBundle(location(jar)));
  }

  /** Returns the other versions of the bundle in this file. */
  List<Bundle> others(Path jar) {
    try {
      return BundleView.versions(context, JarManifest.read(jar).name()).stream()
          .filter(bundle -> !Requirements.isProbe(bundle))
          .filter(bundle -> !bundle.getLocation().equals(location(jar)))
          .toList();
    } catch (SurfaceException e) {
      return List.of(); // deploying the jar reports the reason
    }
  }

  private static String location(Path jar) {
    return jar.toUri().toString().replaceFirst("^file:///", "file:/");
  }
}
