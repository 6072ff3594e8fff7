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
import innkeeper.host.surface.WatchedStarts.Started;
import java.io.IOException;
import java.io.InputStream;
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
 * The one way in for a jar, be it installed, dropped, or put in another's place: checked, brought
 * in, started under watch, and taken out again with all it left behind. For one thread at a time.
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
    remove(copy()); // a host that died with it may have left it
  }

  private Path copy() {
    return folders.data().resolve("run/deploying.jar");
  }

  /**
   * What a jar is, if it may be there.
   *
   * @param place where it lies or shall lie
   * @throws NotYetException if it may be later
   * @throws SurfaceException that says why it may not
   */
  JarManifest check(Path jar, Path place) {
    JarManifest manifest = WholeJar.read(jar);
    admission.check(manifest, place);
    return manifest;
  }

  /**
   * Brings a jar in and starts it.
   *
   * @param jar its place, which the bundle is called by
   * @param content what shall serve there: that file itself, or another
   * @param name what its symbolic name must be; "" for any
   * @param acceptMissing whether it may lack services that the version before gave
   * @param byHand whether it was dropped: a newer one of the user's keeps it waiting, and it may
   *     wait for others that are dropped along with it
   * @throws NotYetException if nothing was touched, and it may be let in later
   * @throws SurfaceException if it cannot be let in
   */
  Attempt begin(Path jar, Path content, String name, boolean acceptMissing, boolean byHand) {
    Path copy = copy();
    try {
      JarLimits.open(content).close();
      Files.copy(content, copy, StandardCopyOption.REPLACE_EXISTING);
      JarManifest manifest = check(copy, jar);
      if (!name.isEmpty() && !name.equals(manifest.name())) {
        throw new SurfaceException(
            content + " is " + manifest.name() + ", not " + name + "; nothing was changed");
      }
      if (byHand) {
        waitBehindNewer(manifest, jar, copy);
      }
      Set<String> ill = serving.ill(manifest.name());
      Set<String> required = acceptMissing ? Set.of() : serving.given(manifest.name());
      return new Attempt(jar, manifest, ill, required, byHand, starts.start(bring(jar, copy)));
    } catch (IOException e) {
      throw new NotYetException(content + " cannot be read: " + e, e);
    } finally {
      remove(copy);
    }
  }

  private Bundle bring(Path jar, Path content) throws IOException {
    try (InputStream in = Files.newInputStream(content)) {
      return bundles.bring(jar, in);
    } catch (BundleException e) {
      throw new SurfaceException(BundleView.missing(e), e);
    }
  }

  private static void remove(Path copy) {
    try {
      Files.deleteIfExists(copy);
    } catch (IOException e) {
      LOG.warn("copy could not be removed file={}", copy, e);
    }
  }

  /** Installed, so that it serves when the newer one goes. */
  private void waitBehindNewer(JarManifest manifest, Path jar, Path copy) throws IOException {
    String why = admission.outranked(manifest, jar);
    if (why.isEmpty()) {
      return;
    }
    if (bundles.at(jar).isEmpty()) {
      try (InputStream in = Files.newInputStream(copy)) {
        bundles.install(jar, in);
      } catch (BundleException e) {
        throw new SurfaceException(why + " (" + BundleView.missing(e) + ")", e);
      }
    }
    throw new OutrankedException(why);
  }

  /** A newer one of the user's serves: this one waits behind it. */
  static final class OutrankedException extends NotYetException {
    private static final long serialVersionUID = 1L;

    OutrankedException(String message) {
      super(message);
    }
  }

  Attempt.Look look(Attempt attempt) {
    return attempt.look(serving, starts);
  }

  /**
   * Returns once it serves.
   *
   * @throws SurfaceException that says why it does not
   */
  void await(Attempt attempt) {
    Attempt.Look look = look(attempt);
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
      look = look(attempt);
    }
  }

  void start(Bundle bundle) {
    Started started = starts.start(bundle);
    if (started.failed()) {
      LOG.error("bundle does not start name={} why={}", bundle.getSymbolicName(), started.why());
    }
  }

  /** Whether one that could not be resolved serves now. */
  boolean retry(Path jar) {
    Optional<Bundle> bundle = bundles.at(jar).filter(b -> b.getState() == Bundle.INSTALLED);
    return bundle.isPresent() && !starts.start(bundle.get()).failed();
  }

  /** It serves: from now on this is what to go back to. */
  void keep(Path jar) {
    kept.copy(jar);
  }

  /** Whether what lies there has served before. */
  boolean served(Path jar) {
    return kept.served(jar);
  }

  /** Whether something else would serve in its place. */
  boolean hasOther(Path jar) {
    return kept.hasOther(jar) || !bundles.others(jar).isEmpty();
  }

  /**
   * Half a copy over one that served: the file may be finished yet, so it is left as it is and the
   * copy serves.
   */
  boolean bringKept(Path jar) {
    try {
      Optional<Path> before = kept.find(jar);
      if (before.isEmpty()) {
        return false;
      }
      check(before.get(), jar);
      try (InputStream in = Files.newInputStream(before.get())) {
        bundles.install(jar, in);
        return true;
      }
    } catch (SurfaceException | BundleException | IOException e) {
      LOG.error("copy to go back to does not serve file={} reason={}", jar, e.getMessage());
      return false;
    }
  }

  static Path failed(Path jar) {
    return jar.resolveSibling(jar.getFileName() + ".failed");
  }

  /**
   * Back to what served before: the same file as it was, or the other versions of that name.
   *
   * @param aside set the file aside as NAME.failed, else it goes
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
        await(begin(jar, jar, "", true, false));
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

  /** Takes a file's bundle out, and closes what it leaves open. */
  void takeOut(Path jar) {
    Optional<Bundle> bundle = bundles.at(jar);
    if (bundle.isPresent()) {
      List<BoundSocket> open = sockets.of(bundle.get());
      bundles.takeOut(bundle.get());
      sockets.close(open);
    }
  }

  void forget(Path jar) throws IOException {
    kept.forget(jar);
  }

  /** Moves a replaced version's file into previous/. */
  void setAside(Path jar) throws IOException {
    kept.setAside(jar);
  }
}
