package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.FrameworkWiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a jar in a watched folder to a bundle that serves. FileInstall only says that a file came,
 * changed or went; what is done about it is here: a jar that is not whole is not acted upon, one
 * that does not come to serve gives way to what was there before, and nothing that hangs holds up
 * the rest. One thing at a time.
 */
final class Deployment implements ArtifactInstaller, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);
  private static final long REFRESH_SECONDS = 10;

  /** Who is told of what happened to a file that was put there by hand. */
  interface Listener {
    void happened(String action, String outcome, String detail);
  }

  private record Stamp(long size, long modified, Object key) {}

  private final BundleContext context;
  private final Path home;
  private final Path data;
  private final Serving serving;
  private final Starts starts;
  private final Listener listener;
  private final Map<Path, Stamp> known = new ConcurrentHashMap<>();
  private final Map<Path, String> troubles = new ConcurrentSkipListMap<>();
  private final ExecutorService queue =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "deploy");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean open;

  Deployment(
      BundleContext context,
      Path home,
      Path data,
      Serving serving,
      Starts starts,
      Listener listener) {
    this.context = context;
    this.home = home;
    this.data = data;
    this.serving = serving;
    this.starts = starts;
    this.listener = listener;
  }

  @Override
  public boolean canHandle(File file) {
    return file.getName().endsWith(".jar");
  }

  @Override
  public void install(File file) {
    changed(file.toPath());
  }

  @Override
  public void update(File file) {
    changed(file.toPath());
  }

  @Override
  public void uninstall(File file) {
    Path jar = file.toPath();
    queue.execute(
        () -> {
          troubles.remove(jar);
          if (!Files.exists(jar) && known.remove(jar) != null) {
            at(jar).ifPresent(this::takeOut);
          }
        });
  }

  private void changed(Path jar) {
    if (!open) {
      first(jar);
      return;
    }
    queue.execute(
        () -> {
          if (!stamp(jar).equals(known.get(jar))) {
            byHand(jar);
          }
        });
  }

  /** While the framework starts: installed now, started when all are there. */
  private void first(Path jar) {
    try {
      if (!jar.startsWith(home)) {
        WholeJar.read(jar);
      }
      level(context.installBundle(location(jar)));
      known.put(jar, stamp(jar));
      keepAtStart(jar);
    } catch (SurfaceException | BundleException e) {
      trouble(jar, e.getMessage());
    }
  }

  private static void level(Bundle bundle) {
    bundle.adapt(BundleStartLevel.class).setStartLevel(OneAtATime.SURFACES);
  }

  /** It did not start with the host. */
  void troubled(Bundle bundle, String why) {
    BundleView.file(bundle).ifPresent(jar -> trouble(jar, why));
  }

  /** At the next start it is not there; the name, or "" for what is no user's bundle. */
  String putAside(Bundle bundle) {
    Optional<Path> jar = BundleView.file(bundle).filter(file -> file.startsWith(data));
    if (jar.isEmpty()) {
      return "";
    }
    Path file = jar.get();
    try {
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".failed"),
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.error("bundle could not be put aside file={}", file, e);
      return "";
    }
    return bundle.getSymbolicName();
  }

  /** From here on what comes is started. */
  void open() {
    open = true;
  }

  /** What lies in the folders and does not serve, file and why. */
  Map<Path, String> troubles() {
    return Map.copyOf(troubles);
  }

  private void byHand(Path jar) {
    Bundle before = at(jar).orElse(null);
    List<Bundle> others = others(jar);
    try {
      JarManifest manifest = deploy(jar);
      listener.happened("surface.deploy", "ok", manifest.name() + " " + manifest.version());
    } catch (SurfaceException e) {
      String file = data.relativize(jar).toString();
      boolean back = before != null || !others.isEmpty();
      // Half a copy will change again; what serves is not touched by it.
      if (back && at(jar).isPresent() && !(e instanceof Unreadable)) {
        undo(jar, true);
      }
      trouble(jar, e.getMessage());
      listener.happened(
          "surface.deploy",
          "failed",
          file + ": " + e.getMessage() + (back ? "; what was there before serves" : ""));
    }
  }

  private void trouble(Path jar, String why) {
    if (!why.equals(troubles.put(jar, why))) {
      LOG.error("jar does not serve file={} reason={}", jar, why);
    }
    known.putIfAbsent(jar, stamp(jar));
  }

  /** Nothing was done, for the file is no bundle, or not yet. */
  private static final class Unreadable extends SurfaceException {
    private static final long serialVersionUID = 1L;

    Unreadable(SurfaceException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** As {@link #deploy}, in its turn. */
  Future<JarManifest> submit(Path jar) {
    return queue.submit(() -> deploy(jar));
  }

  /** As {@link #undo}, in its turn. */
  Future<?> submitUndo(Path jar) {
    return queue.submit(() -> undo(jar, false));
  }

  /** Takes a file and its bundle out, in its turn. */
  Future<?> submitRemove(Path jar) {
    return queue.submit(() -> remove(jar));
  }

  /**
   * @throws SurfaceException that says why it does not serve; its bundle may be installed
   */
  private JarManifest deploy(Path jar) {
    known.put(jar, stamp(jar));
    Path copy = data.resolve("run/deploying.jar");
    JarManifest manifest;
    try {
      Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
      manifest = WholeJar.read(copy);
    } catch (SurfaceException e) {
      throw new Unreadable(e);
    } catch (IOException e) {
      throw new Unreadable(new SurfaceException(jar + " cannot be read: " + e.getMessage(), e));
    }
    Set<String> ill = serving.ill(manifest.name());
    String why;
    try (InputStream in = Files.newInputStream(copy)) {
      Bundle bundle = bring(jar, in);
      why = bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null ? "" : starts.start(bundle);
      if (why.isEmpty()) {
        why = serving.await(bundle, ill);
      }
    } catch (BundleException e) {
      why = BundleView.missing(e);
    } catch (IOException e) {
      why = e.toString();
    }
    if (!why.isEmpty()) {
      throw new SurfaceException(manifest.name() + " " + manifest.version() + ": " + why);
    }
    keep(jar, copy);
    troubles.remove(jar);
    retry();
    return manifest;
  }

  private Bundle bring(Path jar, InputStream in) throws BundleException {
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

  /** What served is what a later failure goes back to. */
  private void keep(Path jar, Path copy) {
    if (!jar.startsWith(data)) {
      return;
    }
    try {
      Path previous = Files.createDirectories(jar.resolveSibling("previous"));
      Files.move(copy, previous.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.error("copy to go back to could not be kept file={}", jar, e);
    }
  }

  private void keepAtStart(Path jar) {
    Path kept = jar.resolveSibling("previous").resolve(jar.getFileName());
    try {
      boolean there =
          Files.exists(kept)
              && Files.size(kept) == Files.size(jar)
              && Files.getLastModifiedTime(kept).equals(Files.getLastModifiedTime(jar));
      if (jar.startsWith(data) && !there) {
        Files.createDirectories(kept.getParent());
        Files.copy(
            jar, kept, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      }
    } catch (IOException e) {
      LOG.error("copy to go back to could not be kept file={}", jar, e);
    }
  }

  /** Bundles that waited for a package may have it now. */
  private void retry() {
    for (Path jar : List.copyOf(troubles.keySet())) {
      Optional<Bundle> bundle = at(jar);
      if (bundle.isPresent() && bundle.get().getState() == Bundle.INSTALLED) {
        String why = starts.start(bundle.get());
        if (why.isEmpty()) {
          troubles.remove(jar);
        }
      }
    }
  }

  /**
   * Back to what served before: the same file as it was, or the other versions of that name.
   *
   * @param set the file aside as NAME.failed, else it goes
   */
  private void undo(Path jar, boolean aside) {
    Path previous = jar.resolveSibling("previous").resolve(jar.getFileName());
    try {
      if (aside) {
        Files.move(
            jar,
            jar.resolveSibling(jar.getFileName() + ".failed"),
            StandardCopyOption.REPLACE_EXISTING);
      }
      Bundle failed = at(jar).orElse(null);
      if (Files.exists(previous)) {
        Path half = jar.resolveSibling("." + jar.getFileName());
        Files.copy(previous, half, StandardCopyOption.REPLACE_EXISTING);
        Files.move(half, jar, StandardCopyOption.ATOMIC_MOVE);
        deploy(jar);
      } else {
        Files.deleteIfExists(jar);
        known.remove(jar);
        if (failed != null) {
          takeOut(failed);
        }
      }
    } catch (IOException | SurfaceException e) {
      LOG.error("replaced version could not be put back file={}", jar, e);
    }
  }

  private void remove(Path jar) {
    try {
      Files.deleteIfExists(jar);
      Files.deleteIfExists(jar.resolveSibling("previous").resolve(jar.getFileName()));
    } catch (IOException e) {
      throw new SurfaceException(jar + " could not be taken out: " + e.getMessage(), e);
    }
    known.remove(jar);
    troubles.remove(jar);
    at(jar).ifPresent(this::takeOut);
  }

  private void takeOut(Bundle bundle) {
    String name = bundle.getSymbolicName();
    String hang = starts.uninstall(bundle);
    if (hang.isEmpty()) {
      refresh(bundle);
    } else {
      LOG.error("bundle could not be taken out yet name={} reason={}", name, hang);
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

  Optional<Bundle> at(Path jar) {
    return Optional.ofNullable(context.getBundle(location(jar)));
  }

  private List<Bundle> others(Path jar) {
    List<Bundle> others = new ArrayList<>();
    try {
      String name = JarManifest.read(jar).name();
      for (Bundle bundle : context.getBundles()) {
        if (name.equals(bundle.getSymbolicName())
            && bundle.getState() == Bundle.ACTIVE
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

  private static Stamp stamp(Path jar) {
    try {
      BasicFileAttributes file = Files.readAttributes(jar, BasicFileAttributes.class);
      return new Stamp(file.size(), file.lastModifiedTime().toMillis(), file.fileKey());
    } catch (IOException e) {
      return new Stamp(-1, 0, ""); // gone
    }
  }

  @Override
  public void close() {
    queue.shutdownNow();
  }
}
