package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.Serving;
import innkeeper.host.jar.Folders;
import innkeeper.host.jar.JarLimits;
import innkeeper.host.jar.JarManifest;
import innkeeper.host.jar.NotYetException;
import innkeeper.host.jar.PreviousJars;
import innkeeper.host.jar.WholeJar;
import innkeeper.host.socket.BoundSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deploys every jar, whether it was installed, dropped or put in another's place. It checks the
 * jar, installs it, starts it under watch, and removes it again with all traces. For one thread at
 * a time.
 */
final class Deployer {

  private static final Logger LOG = LoggerFactory.getLogger(Deployer.class);
  private static final long LOOK_MILLIS = 20;

  private final Folders folders;
  private final Serving serving;
  private final WatchedStarts starts;
  private final OpenSockets sockets;
  private final FileBundles bundles;
  private final Admission admission;
  private final PreviousJars kept;

  Deployer(
      Folders folders,
      Serving serving,
      WatchedStarts starts,
      OpenSockets sockets,
      FileBundles bundles,
      Admission admission) {
    this.folders = folders;
    this.serving = serving;
    this.starts = starts;
    this.sockets = sockets;
    this.bundles = bundles;
    this.admission = admission;
    this.kept = new PreviousJars(folders);
    remove(copy()); // an earlier host that died may have left it
  }

  private Path copy() {
    return folders.data().resolve("run/deploying.jar");
  }

  /**
   * Checks a jar and returns its manifest.
   *
   * @param place the path where it lies or will lie
   * @throws NotYetException if it may be deployed later
   * @throws SurfaceException with the reason if it may not be deployed
   */
  JarManifest check(Path jar, Path place) {
    JarManifest manifest = WholeJar.read(jar);
    admission.check(manifest, place);
    return manifest;
  }

  /**
   * Installs a jar and starts it.
   *
   * @param jar its path, which identifies the bundle
   * @param content the content to serve there: that file itself, or another
   * @param acceptMissing whether it may lack services that the previous version provided
   * @param byHand whether it was dropped: then it waits behind a newer version of the user's, and
   *     may wait for other jars that were dropped together with it
   * @throws NotYetException if nothing was changed, and it may be accepted later
   * @throws SurfaceException if it cannot be accepted
   */
  Attempt begin(Path jar, Path content, boolean acceptMissing, boolean byHand) {
    Path copy = copy();
    try {
      JarLimits.open(content).close();
      Files.copy(content, copy, StandardCopyOption.REPLACE_EXISTING);
      JarManifest manifest = check(copy, jar);
      if (byHand) {
        waitBehindNewer(manifest, jar, copy);
      }
      Set<String> ill = serving.ill(manifest.name());
      Set<String> required = acceptMissing ? Set.of() : serving.given(manifest.name());
      StartWatch started = starts.start(bundles.bring(jar, copy));
      return new Attempt(serving, starts, jar, manifest, ill, required, byHand, started);
    } catch (BundleException e) {
      throw new SurfaceException(BundleView.missing(e), e);
    } catch (IOException e) {
      throw new NotYetException(content + " cannot be read: " + e, e);
    } finally {
      remove(copy);
    }
  }

  private static void remove(Path copy) {
    try {
      Files.deleteIfExists(copy);
    } catch (IOException e) {
      LOG.warn("copy could not be removed file={}", copy, e);
    }
  }

  /**
   * Installs the jar without a start if a newer version of the user's serves. It then serves when
   * the newer one is removed.
   */
  private void waitBehindNewer(JarManifest manifest, Path jar, Path copy) throws IOException {
    String why = admission.outranked(manifest, jar);
    if (why.isEmpty()) {
      return;
    }
    if (bundles.at(jar).isEmpty()) {
      try {
        bundles.install(jar, copy);
      } catch (BundleException e) {
        throw new SurfaceException(why + " (" + BundleView.missing(e) + ")", e);
      }
    }
    throw new OutrankedException(why);
  }

  /** Reports that a newer version of the user's serves and that this jar waits behind it. */
  static final class OutrankedException extends NotYetException {
    private static final long serialVersionUID = 1L;

    OutrankedException(String message) {
      super(message);
    }
  }

  /**
   * Waits until the bundle serves.
   *
   * @throws SurfaceException with the reason if it does not serve
   */
  void await(Attempt attempt) {
    Attempt.Look look = attempt.look();
    while (!look.serves()) {
      if (look.hopeless()) {
        JarManifest manifest = attempt.manifest();
        throw new SurfaceException(manifest.name() + " " + manifest.version() + ": " + look.why());
      }
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SurfaceException("interrupted", e);
      }
      look = attempt.look();
    }
  }

  /**
   * Puts other content in a bundle's place until the host's next start, and waits until it serves.
   * The bundle's file stays unchanged.
   *
   * @param jar the bundle's own file
   * @param acceptMissing whether it may lack services that the previous version provided
   * @throws SurfaceException with the reason if it does not serve; the bundle's own file serves
   *     again
   */
  void replace(Path jar, Path content, boolean acceptMissing) {
    Attempt attempt = null;
    try {
      attempt = begin(jar, content, acceptMissing, false);
      await(attempt);
    } catch (SurfaceException e) {
      throw new SurfaceException(e.getMessage() + putBack(jar, attempt), e);
    }
  }

  /**
   * Restores the bundle's own file, unless nothing was changed.
   *
   * @param failed the failed attempt; null if the content was refused
   * @return the outcome in words; "" if nothing was changed
   */
  private String putBack(Path jar, Attempt failed) {
    boolean serves = bundles.at(jar).filter(b -> b.getState() == Bundle.ACTIVE).isPresent();
    if (failed == null && serves) {
      return "";
    }
    try {
      await(begin(jar, jar, true, false));
      return " (what came with its file serves again)";
    } catch (SurfaceException e) {
      return " (what came with its file does not serve either: " + e.getMessage() + ")";
    } finally {
      if (failed != null) {
        failed.mendAfter();
      }
    }
  }

  void start(Bundle bundle) {
    StartWatch started = starts.start(bundle);
    if (started.failed()) {
      LOG.error("bundle does not start name={} why={}", bundle.getSymbolicName(), started.why());
    }
  }

  /** Starts a bundle that could not be resolved before. Returns whether the start succeeded. */
  boolean retry(Path jar) {
    Optional<Bundle> bundle = bundles.at(jar).filter(b -> b.getState() == Bundle.INSTALLED);
    return bundle.isPresent() && !starts.start(bundle.get()).failed();
  }

  /** Returns whether another version could serve in its place. */
  boolean hasOther(Path jar) {
    return kept.hasOther(jar) || !bundles.others(jar).isEmpty();
  }

  /**
   * Installs the copy of the jar that served last, because a half-written file replaced the jar.
   * The file stays untouched, as its copying may still finish.
   *
   * @return whether the copy was installed
   */
  boolean bringKept(Path jar) {
    try {
      Optional<Path> before = kept.find(jar);
      if (before.isEmpty()) {
        return false;
      }
      check(before.get(), jar);
      bundles.install(jar, before.get());
      return true;
    } catch (SurfaceException | BundleException | IOException e) {
      LOG.error("copy for a rollback cannot be installed file={} reason={}", jar, e.getMessage());
      return false;
    }
  }

  static Path failed(Path jar) {
    return jar.resolveSibling(jar.getFileName() + ".failed");
  }

  /**
   * Restores what served before: the previous content of the same file, or other versions of that
   * name.
   *
   * @param aside whether to rename the file to NAME.failed; otherwise it is deleted
   * @return whether something serves in its place
   */
  boolean undo(Path jar, boolean aside) {
    boolean back = hasOther(jar);
    Optional<Bundle> bundle = bundles.at(jar);
    List<BoundSocket> open = bundle.map(sockets::of).orElse(List.of());
    try {
      boolean other = kept.hasOther(jar);
      if (aside) {
        Files.move(jar, failed(jar), StandardCopyOption.REPLACE_EXISTING);
      }
      if (other && kept.putBack(jar)) {
        await(begin(jar, jar, true, false));
      } else {
        Files.deleteIfExists(jar);
        bundle.ifPresent(bundles::takeOut);
      }
    } catch (IOException | SurfaceException e) {
      LOG.error("replaced version could not be put back file={}", jar, e);
      back = false;
    }
    sockets.close(open);
    return back;
  }

  /** Uninstalls a file's bundle and closes the sockets that it leaves open. */
  void takeOut(Path jar) {
    Optional<Bundle> bundle = bundles.at(jar);
    if (bundle.isPresent()) {
      List<BoundSocket> open = sockets.of(bundle.get());
      bundles.takeOut(bundle.get());
      sockets.close(open);
    }
  }
}
