package innkeeper.host.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.surface.Surfaces.SurfaceException;
import innkeeper.api.thread.WatchedScheduler;
import innkeeper.host.boot.Boot;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.Serving;
import innkeeper.host.jar.FileStamp;
import innkeeper.host.jar.Folders;
import innkeeper.host.jar.NotYetException;
import innkeeper.host.jar.PreviousJars;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns jars in the watched folders into bundles that serve. FileInstall reports only that a file
 * appeared, changed or disappeared; this class acts on it. An incomplete jar is ignored, a bundle
 * that does not become active is replaced by the previous version, and a hanging bundle delays no
 * other. All steps run one after the other, on one thread.
 */
final class Deployment implements ArtifactInstaller, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Deployment.class);
  private static final long LOOK_MILLIS = 100;
  private static final long STEP_SECONDS = 120;
  private static final String BEFORE = "; what was there before serves";

  private final Folders folders;
  private final Serving serving;
  private final FileBundles bundles;
  private final Deployer deployer;
  private final Predicate<AuditDraft> record;
  private final PreviousJars kept;
  private final JarProblems troubles = new JarProblems();
  private final Map<Path, FileStamp> known = new ConcurrentHashMap<>();

  /**
   * The deployments of dropped jars that were started and are not active yet; for the queue's
   * thread.
   */
  private final Map<Path, Attempt> pending = new HashMap<>();

  /** Older jars of the user's that wait behind a newer one. For the queue's thread. */
  private final Set<Path> outranked = new HashSet<>();

  /** Jars that were refused while the framework started. */
  private final Map<Path, SurfaceException> refused = new ConcurrentHashMap<>();

  private final ScheduledExecutorService queue = new WatchedScheduler("deploy", 1, 0);
  private volatile boolean open;

  /**
   * @param record writes an entry of the audit record; returns whether it was written
   */
  Deployment(
      Folders folders,
      Serving serving,
      FileBundles bundles,
      Deployer deployer,
      Predicate<AuditDraft> record) {
    this.folders = folders;
    this.serving = serving;
    this.bundles = bundles;
    this.deployer = deployer;
    this.record = record;
    this.kept = new PreviousJars(folders);
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
   * Uninstalls the bundles whose files are gone. File Install does not report a file that it has
   * not seen twice, so it is not the only caller.
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
          // The file may be gone again if an install was undone meanwhile.
          if (Files.exists(jar) && !FileStamp.of(jar).equals(known.get(jar))) {
            byHand(jar);
          }
        });
  }

  /**
   * Installs a jar that was found while the framework starts. It is started once all jars are
   * installed.
   */
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
   * Begins to start new jars at once.
   *
   * @param started the bundles that were started with the host; one of the user's must serve or is
   *     replaced by the previous version
   */
  void open(List<StartWatch> started) {
    open = true;
    inTurn(
        () -> {
          Notes.tell(folders, troubles, record);
          refused.forEach((jar, why) -> guarded(() -> refuse(jar, why)));
          long end = System.nanoTime() + Serving.LIMIT.toNanos();
          for (StartWatch one : started) {
            BundleView.file(one.bundle())
                .filter(jar -> !refused.containsKey(jar)) // the jar's copy serves there
                .ifPresent(jar -> guarded(() -> settle(jar, one, end)));
          }
          noteGoodStart();
        });
  }

  private void inTurn(Runnable step) {
    queue.execute(() -> guarded(step));
  }

  /** Runs a step so that its failure does not affect the others. */
  private static void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.error("step of a deployment failed", e);
    }
  }

  private void settle(Path jar, StartWatch started, long end) {
    String why = started.why();
    // A busy machine starts slowly, and a bundle that is still starting has not failed.
    boolean slow = started.harm().isEmpty() && started.bundle().getState() == Bundle.STARTING;
    if (slow || !started.failed() && folders.isUsers(jar)) {
      String now = serving.awaitComponents(started.bundle(), end);
      why = now.isEmpty() || !slow ? now : why;
    } else if (!why.isEmpty() && started.bundle().getState() == Bundle.INSTALLED) {
      why = serving.missing(started.bundle()).orElse(why);
    }
    String harm = started.harm().isEmpty() ? started.openedSince() : started.harm();
    boolean mine = folders.isUsers(jar) && FileStamp.of(jar).equals(known.get(jar));
    String fault = harm.isEmpty() ? why : harm;
    if (fault.isEmpty()) {
      kept.copy(jar);
    } else if (mine && (!harm.isEmpty() || deployer.hasOther(jar) || !kept.served(jar))) {
      giveUp(jar, fault);
      started.mendAfter();
    } else {
      troubles.addPassing(jar, fault);
    }
  }

  /** Returns the jars in the folders that do not serve, each with the reason. */
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
      lookAt(deployer.begin(jar, jar, false, true));
    } catch (SurfaceException e) {
      refuse(jar, e);
      if (e instanceof NotYetException) {
        record("refused", folders.name(jar) + ": " + e.getMessage());
      }
    }
  }

  /** Handles a jar of which nothing was installed. */
  private void refuse(Path jar, SurfaceException why) {
    if (!(why instanceof NotYetException) && folders.isUsers(jar)) {
      giveUp(jar, why.getMessage());
    } else if (why instanceof Deployer.OutrankedException) {
      outranked.add(jar);
      troubles.addPassing(jar, why.getMessage());
    } else {
      boolean serves = bundles.at(jar).isPresent();
      troubles.add(jar, why.getMessage() + (serves ? BEFORE : ""));
    }
  }

  private void lookAt(Attempt attempt) {
    Attempt.Look look = attempt.look();
    Path jar = attempt.jar();
    String name = attempt.manifest().name() + " " + attempt.manifest().version();
    if (look.serves()) {
      serves(jar);
      record("ok", name);
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
      kept.copy(jar);
    }
    troubles.remove(jar);
    retry();
    noteGoodStart();
  }

  /** Sets a jar aside that does not serve, in favour of the previous version. */
  private void giveUp(Path jar, String why) {
    if (bundles.end()) {
      return; // the next host's start checks it again
    }
    boolean back = deployer.undo(jar, true);
    noteStamp(jar);
    troubles.add(Deployer.failed(jar), why);
    record("failed", folders.name(jar) + ": " + why + (back ? BEFORE : ""));
  }

  /** Records what happened to a file that the user put there by hand. */
  private void record(String outcome, String detail) {
    Actor actor = Actor.of(Actor.Via.CONFIG);
    record.test(new AuditDraft("surface.deploy", "", actor, outcome, detail));
  }

  private void noteStamp(Path jar) {
    if (Files.exists(jar)) {
      known.put(jar, FileStamp.of(jar));
    } else {
      known.remove(jar);
    }
  }

  /**
   * Runs a step in the queue's order and waits for its end.
   *
   * @throws SurfaceException of the step, or because it takes too long
   */
  private void await(Runnable step) {
    try {
      queue.submit(Executors.callable(step)).get(STEP_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SurfaceException refused) {
        throw refused;
      }
      throw new SurfaceException(String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new SurfaceException("not done after " + STEP_SECONDS + " s; see innkeeper health", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SurfaceException("interrupted", e);
    }
  }

  /**
   * Deploys a new file. If it does not serve, the previous version serves again.
   *
   * @param replaced files of other versions, which are removed once the new one serves
   * @param acceptMissing whether it may lack services that the previous version provided
   * @throws SurfaceException with the reason if it does not serve
   */
  void deploy(Path jar, List<Path> replaced, boolean acceptMissing) {
    await(
        () -> {
          pending.remove(jar);
          outranked.remove(jar);
          known.put(jar, FileStamp.of(jar));
          Attempt attempt = null;
          try {
            attempt = deployer.begin(jar, jar, acceptMissing, false);
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
        });
  }

  /**
   * Moves a replaced version's file into previous/ and uninstalls its bundle. File Install would
   * uninstall only files that it has seen. A bundle that stayed would start again when the new one
   * is removed.
   */
  private void setAside(Path replaced) {
    try {
      kept.setAside(replaced);
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
   * Runs {@link Deployer#replace}. A bundle of the user's may be under development, so it may lack
   * services that it provided before.
   */
  void replace(Path jar, Path content) {
    await(
        () -> {
          deployer.replace(jar, content, folders.isUsers(jar));
          noteGoodStart();
        });
  }

  /** Removes files and their bundles. */
  void remove(Collection<Path> jars) {
    await(() -> removeNow(jars));
  }

  /**
   * Removes the active version last. Otherwise another version would start meanwhile, or at the
   * next start if the host dies here.
   */
  private void removeNow(Collection<Path> jars) {
    List<Path> activeLast = new ArrayList<>(jars);
    activeLast.sort(Comparator.comparing(this::isActive));
    for (Path jar : activeLast) {
      try {
        Files.deleteIfExists(jar);
        kept.forget(jar);
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

  /** Starts bundles that waited for a package, because it may be present now. */
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

  /**
   * Starts one of the host's own bundles again after a bundle of the user's stopped it. Sets the
   * user's jar aside.
   */
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

  /** Reports a good start once the host is ready, with the jars of the user's that serve. */
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
