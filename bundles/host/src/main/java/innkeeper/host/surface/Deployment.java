package innkeeper.host.surface;

import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.api.thread.WatchedScheduler;
import innkeeper.host.boot.Boot;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.Serving;
import innkeeper.host.jar.FileStamp;
import innkeeper.host.jar.Folders;
import innkeeper.host.jar.JarManifest;
import innkeeper.host.jar.NotYetException;
import innkeeper.host.surface.WatchedStarts.Started;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a jar in a watched folder to a bundle that serves. FileInstall only says that a file came,
 * changed or went; what is done about it is here: a jar that is not whole is not acted upon, one
 * that does not become active gives way to what was there before, and nothing that hangs holds up
 * the rest. One thing at a time, on one thread.
 */
final class Deployment implements ArtifactInstaller, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);
  private static final long LOOK_MILLIS = 100;

  /** Who is told of what happened to a file that was put there by hand. */
  interface Listener {

    /** Whether it was written down. */
    boolean happened(String action, String outcome, String detail);
  }

  private final Folders folders;
  private final Serving serving;
  private final FileBundles bundles;
  private final Deployer deployer;
  private final Listener listener;
  private final Notes notes;
  private final JarProblems troubles = new JarProblems();
  private final Map<Path, FileStamp> known = new ConcurrentHashMap<>();

  /** Dropped, started, and given their time to come to serve. For the queue's thread. */
  private final Map<Path, Attempt> pending = new HashMap<>();

  /** Older ones of the user's that wait behind a newer one. For the queue's thread. */
  private final Set<Path> outranked = new HashSet<>();

  /** Found while the framework started, and not let in. */
  private final Map<Path, SurfaceException> refused = new ConcurrentHashMap<>();

  private final ScheduledExecutorService queue = new WatchedScheduler("deploy", 1, 0);
  private volatile boolean open;

  Deployment(
      Folders folders, Serving serving, FileBundles bundles, Deployer deployer, Listener listener) {
    this.folders = folders;
    this.serving = serving;
    this.bundles = bundles;
    this.deployer = deployer;
    this.listener = listener;
    this.notes = new Notes(folders.data());
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
    takeOutMissing();
  }

  /**
   * Takes out the bundles whose files are gone. File Install does not report a file that it has not
   * seen twice, so it is not the only caller.
   */
  void takeOutMissing() {
    inTurn(
        () -> {
          for (Path jar : known.keySet()) {
            if (!Files.exists(jar)) {
              forget(jar);
              deployer.takeOut(jar);
            }
          }
        });
  }

  private void changed(Path jar) {
    if (!open) {
      first(jar);
      return;
    }
    inTurn(
        () -> {
          // Gone again, if an install was undone meanwhile.
          if (Files.exists(jar) && !FileStamp.of(jar).equals(known.get(jar))) {
            byHand(jar);
          }
        });
  }

  /** While the framework starts: installed now, started when all are there. */
  private void first(Path jar) {
    known.put(jar, FileStamp.of(jar));
    try {
      if (!folders.isReleases(jar)) {
        deployer.check(jar, jar);
      }
      bundles.install(jar);
    } catch (BundleException e) {
      refused.put(jar, new SurfaceException(BundleView.missing(e), e));
    } catch (SurfaceException e) {
      refused.put(jar, e);
      deployer.bringKept(jar);
    }
  }

  /**
   * From here on what comes is started.
   *
   * @param started with the host; the user's must come to serve or give way to what was there
   *     before
   */
  void open(List<Started> started) {
    open = true;
    inTurn(
        () -> {
          notes.tell(folders, troubles, listener);
          refused.forEach((jar, why) -> guarded(() -> refuse(jar, why)));
          long end = System.nanoTime() + Serving.LIMIT.toNanos();
          for (Started one : started) {
            BundleView.file(one.bundle())
                .filter(jar -> !refused.containsKey(jar)) // what serves there is the copy
                .ifPresent(jar -> guarded(() -> settle(jar, one, end)));
          }
          noteGoodStart();
        });
  }

  private void inTurn(Runnable step) {
    queue.execute(() -> guarded(step));
  }

  /** One that fails holds up none of the others. */
  private static void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.error("deployment failed inside", e);
    }
  }

  private void settle(Path jar, Started started, long end) {
    String why = started.why();
    // A busy machine starts slowly, and one that still starts has not failed.
    boolean slow = started.harm().isEmpty() && started.bundle().getState() == Bundle.STARTING;
    if (slow || !started.failed() && folders.isUsers(jar)) {
      String now = serving.awaitComponents(started.bundle(), end);
      why = now.isEmpty() || !slow ? now : why;
    } else if (!why.isEmpty() && started.bundle().getState() == Bundle.INSTALLED) {
      why = serving.missing(started.bundle()).orElse(why);
    }
    String harm = started.harm().isEmpty() ? started.watch().openedSince() : started.harm();
    boolean mine = folders.isUsers(jar) && FileStamp.of(jar).equals(known.get(jar));
    String fault = harm.isEmpty() ? why : harm;
    if (fault.isEmpty()) {
      deployer.keep(jar);
    } else if (mine && (!harm.isEmpty() || deployer.hasOther(jar) || !deployer.served(jar))) {
      giveUp(jar, fault);
      started.watch().mendAfter();
    } else {
      troubles.addPassing(jar, fault);
    }
  }

  /** What lies in the folders and does not serve, file and why. */
  Map<Path, String> troubles() {
    Map<Path, String> all =
        new HashMap<>(troubles.now(jar -> bundles.at(jar).filter(serving::serves).isPresent()));
    for (Path jar : known.keySet()) {
      String conflicts = bundles.at(jar).map(serving::conflicts).orElse("");
      if (!conflicts.isEmpty()) {
        all.putIfAbsent(jar, conflicts);
      }
    }
    return all;
  }

  private void byHand(Path jar) {
    pending.remove(jar);
    outranked.remove(jar);
    known.put(jar, FileStamp.of(jar));
    try {
      lookAt(deployer.begin(jar, jar, "", false, true));
    } catch (SurfaceException e) {
      refuse(jar, e);
      if (e instanceof NotYetException) {
        String what = folders.name(jar) + ": " + e.getMessage();
        listener.happened("surface.deploy", "refused", what);
      }
    }
  }

  /** Nothing of it was let in. */
  private void refuse(Path jar, SurfaceException why) {
    if (!(why instanceof NotYetException) && folders.isUsers(jar)) {
      giveUp(jar, why.getMessage());
    } else if (why instanceof Deployer.OutrankedException) {
      outranked.add(jar);
      troubles.addPassing(jar, why.getMessage());
    } else {
      boolean serves = bundles.at(jar).isPresent();
      troubles.add(jar, why.getMessage() + (serves ? "; what was there before serves" : ""));
    }
  }

  private void lookAt(Attempt attempt) {
    Attempt.Look look = deployer.look(attempt);
    Path jar = attempt.jar();
    String name = attempt.manifest().name() + " " + attempt.manifest().version();
    if (look.serves()) {
      serves(jar);
      listener.happened("surface.deploy", "ok", name);
    } else if (look.hopeless()) {
      giveUp(jar, name + ": " + look.why());
      attempt.mendAfter();
    } else {
      pending.put(jar, attempt);
      queue.schedule(() -> guarded(() -> lookAgain(attempt)), LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void lookAgain(Attempt attempt) {
    if (pending.remove(attempt.jar(), attempt)) {
      lookAt(attempt);
    }
  }

  private void serves(Path jar) {
    if (FileStamp.of(jar).equals(known.get(jar))) {
      deployer.keep(jar);
    }
    troubles.remove(jar);
    retry();
    noteGoodStart();
  }

  /** It does not serve: set aside, for what was there before. */
  private void giveUp(Path jar, String why) {
    if (bundles.end()) {
      return; // the next start sees
    }
    boolean back = deployer.undo(jar, true);
    noteStamp(jar);
    troubles.add(Deployer.failed(jar), why);
    listener.happened(
        "surface.deploy",
        "failed",
        folders.name(jar) + ": " + why + (back ? "; what was there before serves" : ""));
  }

  private void noteStamp(Path jar) {
    if (Files.exists(jar)) {
      known.put(jar, FileStamp.of(jar));
    } else {
      known.remove(jar);
    }
  }

  /**
   * Deploys a new file, in its turn; what was there before serves again if it does not.
   *
   * @param replaced files of other versions, which leave once the new one serves
   * @param acceptMissing whether it may lack services that the version before gave
   */
  Future<JarManifest> submit(Path jar, List<Path> replaced, boolean acceptMissing) {
    return queue.submit(
        () -> {
          pending.remove(jar);
          outranked.remove(jar);
          known.put(jar, FileStamp.of(jar));
          Attempt attempt = null;
          try {
            attempt = deployer.begin(jar, jar, "", acceptMissing, false);
            deployer.await(attempt);
          } catch (SurfaceException e) {
            deployer.undo(jar, false);
            noteStamp(jar);
            if (attempt != null) {
              attempt.mendAfter();
            }
            throw e;
          }
          serves(jar);
          replaced.forEach(this::setAside);
          return attempt.manifest();
        });
  }

  /**
   * Moves a replaced version's file into previous/ and uninstalls its bundle. File Install would
   * uninstall only files that it has seen, and a bundle that stays comes back when the new one
   * goes.
   */
  private void setAside(Path replaced) {
    try {
      deployer.setAside(replaced);
    } catch (IOException e) {
      LOG.error("replaced version could not be set aside file={}", replaced, e);
      return;
    }
    forget(replaced);
    deployer.takeOut(replaced);
  }

  private void forget(Path jar) {
    pending.remove(jar);
    outranked.remove(jar);
    known.remove(jar);
    troubles.forget(jar);
  }

  /**
   * As {@link Replacement#put}, in its turn. A bundle of the user's, which may be in the making,
   * may lack services that it gave before.
   */
  Future<JarManifest> submitUpdate(Path jar, Path content, String name) {
    return queue.submit(
        () -> {
          JarManifest manifest =
              new Replacement(deployer, bundles).put(jar, content, name, folders.isUsers(jar));
          noteGoodStart();
          return manifest;
        });
  }

  /** Removes files and their bundles, in its turn. */
  Future<?> submitRemove(Collection<Path> jars) {
    return queue.submit(() -> remove(jars));
  }

  /**
   * Removes the active version last, so that no other version comes back meanwhile, or at the next
   * start if the host dies here.
   */
  private void remove(Collection<Path> jars) {
    List<Path> activeLast = new ArrayList<>(jars);
    activeLast.sort(Comparator.comparing(this::isActive));
    for (Path jar : activeLast) {
      try {
        Files.deleteIfExists(jar);
        deployer.forget(jar);
      } catch (IOException e) {
        throw new SurfaceException(jar + " could not be taken out: " + e.getMessage(), e);
      }
      forget(jar);
      troubles.remove(jar);
      deployer.takeOut(jar);
    }
  }

  private boolean isActive(Path jar) {
    return at(jar).filter(bundle -> bundle.getState() == Bundle.ACTIVE).isPresent();
  }

  /** Bundles that waited for a package may have it now. */
  private void retry() {
    for (Path jar : troubles.files()) {
      if (!outranked.contains(jar) && deployer.retry(jar)) {
        troubles.remove(jar);
      }
    }
  }

  Optional<Bundle> at(Path jar) {
    return bundles.at(jar);
  }

  /** A bundle of the user's stopped one of the host's own: that serves again, and the jar goes. */
  void stopped(Bundle own, Bundle culprit) {
    inTurn(
        () -> {
          Path jar = BundleView.file(culprit).orElseThrow();
          if (Files.exists(jar)) {
            giveUp(jar, "it stopped " + own.getSymbolicName() + ", which serves again");
          }
          deployer.start(own);
        });
  }

  /** Once the host is ready, those of the user's that serve are part of a good start. */
  private void noteGoodStart() {
    if (Boot.readyAt().isEmpty()) {
      queue.schedule(() -> guarded(this::noteGoodStart), LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return;
    }
    List<String> serve = new ArrayList<>();
    for (Path jar : known.keySet()) {
      if (folders.isUsers(jar)
          && Files.exists(jar)
          && !troubles.has(jar)
          && !pending.containsKey(jar)) {
        serve.add(folders.name(jar));
      }
    }
    Boot.goodStart(serve);
  }

  @Override
  public void close() {
    queue.shutdownNow();
  }
}
