package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
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

  /** Who is told of what happened to a file that was put there by hand. */
  interface Listener {
    void happened(String action, String outcome, String detail);
  }

  private final Path home;
  private final Path data;
  private final Serving serving;
  private final Starts starts;
  private final Listener listener;
  private final FileBundles bundles;
  private final Admission admission;
  private final Kept kept;
  private final Map<Path, Stamp> known = new ConcurrentHashMap<>();

  /** Older versions of the user's that wait behind a newer one. */
  private final Set<Path> waiting = ConcurrentHashMap.newKeySet();

  /** Those that did not serve in time and were left where they are: they may come to it yet. */
  private final Set<Path> late = ConcurrentHashMap.newKeySet();

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
      OneAtATime slots,
      Listener listener) {
    this.home = home;
    this.data = data;
    this.serving = serving;
    this.starts = starts;
    this.listener = listener;
    this.bundles = new FileBundles(context, starts, slots);
    this.admission = new Admission(context, home, data);
    this.kept = new Kept(data);
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
            bundles.at(jar).ifPresent(bundles::takeOut);
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
          if (!Stamp.of(jar).equals(known.get(jar))) {
            byHand(jar);
          }
        });
  }

  /** While the framework starts: installed now, started when all are there. */
  private void first(Path jar) {
    try {
      if (!jar.startsWith(home)) {
        admission.check(WholeJar.read(jar), jar);
      }
      bundles.install(jar);
      known.put(jar, Stamp.of(jar));
    } catch (BundleException e) {
      trouble(jar, BundleView.missing(e));
    } catch (SurfaceException e) {
      trouble(jar, e.getMessage() + (keptInstead(jar) ? "; what was there before serves" : ""));
    }
  }

  /** Half a copy over one that served: the file may be finished yet, so it is left as it is. */
  private boolean keptInstead(Path jar) {
    try {
      Optional<Path> before = kept.find(jar);
      if (before.isEmpty()) {
        return false;
      }
      admission.check(WholeJar.read(before.get()), jar);
      try (InputStream in = Files.newInputStream(before.get())) {
        bundles.install(jar, in);
        return true;
      }
    } catch (SurfaceException | BundleException | IOException e) {
      LOG.error("copy to go back to does not serve file={} reason={}", jar, e.getMessage());
      return false;
    }
  }

  /** At the next start it is not there; the name, or "" for what is no user's bundle. */
  String putAside(Bundle bundle) {
    Optional<Path> jar = BundleView.file(bundle);
    return jar.isPresent() && kept.putAside(jar.get()) ? bundle.getSymbolicName() : "";
  }

  /**
   * From here on what comes is started.
   *
   * @param failed what did not start with the host, and why
   * @param started the user's, which must come to serve or give way to what was there before
   */
  void open(Map<Bundle, String> failed, List<Bundle> started) {
    open = true;
    queue.execute(
        () -> {
          long end = System.nanoTime() + Serving.LIMIT.toNanos();
          failed.forEach(
              (bundle, why) -> {
                // A busy machine starts slowly, and one that still starts has not failed.
                boolean slow = bundle.getState() == Bundle.STARTING;
                if (!slow || !serving.awaitComponents(bundle, end).isEmpty()) {
                  BundleView.file(bundle).ifPresent(jar -> failedAtStart(jar, why));
                }
              });
          for (Bundle bundle : started) {
            Path jar = BundleView.file(bundle).orElseThrow();
            String why = serving.awaitComponents(bundle, end);
            if (troubles.containsKey(jar)) {
              continue; // what serves in its place is the copy itself
            }
            if (why.isEmpty()) {
              kept.copy(jar);
            } else {
              failedAtStart(jar, why);
            }
          }
        });
  }

  private void failedAtStart(Path jar, String why) {
    if (!jar.startsWith(data) || !Stamp.of(jar).equals(known.get(jar))) {
      late.add(jar);
      trouble(jar, why);
      return;
    }
    boolean back = kept.hasOther(jar) || !bundles.others(jar).isEmpty();
    fail(jar, why, back);
  }

  /** What lies in the folders and does not serve, file and why. */
  Map<Path, String> troubles() {
    troubles
        .keySet()
        .removeIf(
            jar ->
                !Files.exists(jar)
                    || (waiting.contains(jar) || late.contains(jar))
                        && bundles.at(jar).filter(serving::serves).isPresent());
    return Map.copyOf(troubles);
  }

  private void byHand(Path jar) {
    Bundle before = bundles.at(jar).orElse(null);
    boolean others =
        bundles.others(jar).stream().anyMatch(bundle -> bundle.getState() == Bundle.ACTIVE);
    try {
      JarManifest manifest = deploy(jar, true);
      listener.happened("surface.deploy", "ok", manifest.name() + " " + manifest.version());
    } catch (Untouched e) {
      // Half a copy will change again; what serves is not touched by it.
      trouble(jar, e.getMessage());
      listener.happened("surface.deploy", "refused", name(jar) + ": " + e.getMessage());
    } catch (SurfaceException e) {
      fail(jar, e.getMessage(), before != null || others);
    }
  }

  /**
   * @param back whether there is something to go back to; else it stays, and may come to serve yet
   */
  private void fail(Path jar, String why, boolean back) {
    if (back && bundles.at(jar).isPresent()) {
      undo(jar, true);
      trouble(failed(jar), why);
    } else {
      late.add(jar);
      trouble(jar, why);
    }
    listener.happened(
        "surface.deploy",
        "failed",
        name(jar) + ": " + why + (back ? "; what was there before serves" : ""));
  }

  private String name(Path jar) {
    return (jar.startsWith(data) ? data.relativize(jar) : jar).toString();
  }

  private static Path failed(Path jar) {
    return jar.resolveSibling(jar.getFileName() + ".failed");
  }

  private void trouble(Path jar, String why) {
    if (!why.equals(troubles.put(jar, why))) {
      LOG.error("jar does not serve file={} reason={}", jar, why);
    }
    known.putIfAbsent(jar, Stamp.of(jar));
  }

  /** Nothing was done: the file is no bundle, or not yet, or cannot be beside what is there. */
  private static final class Untouched extends SurfaceException {
    private static final long serialVersionUID = 1L;

    Untouched(String why, Exception cause) {
      super(why, cause);
    }
  }

  /** Deploys it, in its turn. */
  Future<JarManifest> submit(Path jar) {
    return queue.submit(() -> deploy(jar, false));
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
   * @param byHand whether nobody asked for this version in so many words
   * @throws SurfaceException that says why it does not serve; its bundle may be installed
   */
  private JarManifest deploy(Path jar, boolean byHand) {
    known.put(jar, Stamp.of(jar));
    late.remove(jar);
    Path copy = data.resolve("run/deploying.jar");
    JarManifest manifest;
    try {
      Files.copy(jar, copy, StandardCopyOption.REPLACE_EXISTING);
      manifest = WholeJar.read(copy);
      admission.check(manifest, jar);
      if (byHand) {
        waitBehindNewer(manifest, jar, copy);
      }
    } catch (SurfaceException e) {
      throw new Untouched(e.getMessage(), e);
    } catch (IOException e) {
      throw new Untouched(jar + " cannot be read: " + e, e);
    }
    Set<String> ill = serving.ill(manifest.name());
    String why;
    try (InputStream in = Files.newInputStream(copy)) {
      Bundle bundle = bundles.bring(jar, in);
      why = bundle.getHeaders("").get(Constants.FRAGMENT_HOST) != null ? "" : starts.start(bundle);
      if (why.isEmpty()) {
        why = serving.await(bundle, ill);
      }
    } catch (BundleException e) {
      why = BundleView.missing(e);
    } catch (IOException e) {
      why = e.toString();
    }
    Bundle unresolved = bundles.at(jar).orElse(null);
    if (!why.isEmpty() && unresolved != null && unresolved.getState() == Bundle.INSTALLED) {
      why = serving.missing(unresolved, why);
    }
    if (!why.isEmpty()) {
      throw new SurfaceException(manifest.name() + " " + manifest.version() + ": " + why);
    }
    kept.take(jar, copy);
    troubles.remove(jar);
    troubles.remove(failed(jar));
    retry();
    return manifest;
  }

  /** Installed, so that it serves when the newer one goes. */
  private void waitBehindNewer(JarManifest manifest, Path jar, Path copy) throws IOException {
    String why = admission.outranked(manifest, jar);
    if (why.isEmpty()) {
      waiting.remove(jar);
      return;
    }
    waiting.add(jar);
    if (bundles.at(jar).isEmpty()) {
      try (InputStream in = Files.newInputStream(copy)) {
        bundles.install(jar, in);
      } catch (BundleException e) {
        throw new SurfaceException(why + " (" + BundleView.missing(e) + ")", e);
      }
    }
    throw new SurfaceException(why);
  }

  /** Bundles that waited for a package may have it now. */
  private void retry() {
    for (Path jar : List.copyOf(troubles.keySet())) {
      Optional<Bundle> bundle = bundles.at(jar);
      if (!waiting.contains(jar)
          && bundle.isPresent()
          && bundle.get().getState() == Bundle.INSTALLED) {
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
    try {
      if (aside) {
        Files.move(jar, failed(jar), StandardCopyOption.REPLACE_EXISTING);
      }
      Bundle failed = bundles.at(jar).orElse(null);
      if (kept.putBack(jar)) {
        deploy(jar, false);
      } else {
        Files.deleteIfExists(jar);
        known.remove(jar);
        if (failed != null) {
          bundles.takeOut(failed);
        }
      }
    } catch (IOException | SurfaceException e) {
      LOG.error("replaced version could not be put back file={}", jar, e);
    }
  }

  private void remove(Path jar) {
    try {
      Files.deleteIfExists(jar);
      kept.forget(jar);
    } catch (IOException e) {
      throw new SurfaceException(jar + " could not be taken out: " + e.getMessage(), e);
    }
    known.remove(jar);
    troubles.remove(jar);
    troubles.remove(failed(jar));
    bundles.at(jar).ifPresent(bundles::takeOut);
  }

  Optional<Bundle> at(Path jar) {
    return bundles.at(jar);
  }

  /** As deploying would ask, before anything is put in its place. */
  void checkAdmission(JarManifest newcomer, Path target) {
    admission.check(newcomer, target);
  }

  @Override
  public void close() {
    queue.shutdownNow();
  }
}
