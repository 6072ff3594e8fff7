package innkeeper.host.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.settings.Settings;
import innkeeper.api.surface.Surfaces;
import innkeeper.api.thread.ThreadWatch;
import innkeeper.host.audit.HostAudit;
import innkeeper.host.boot.Boot;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.ReplacedVersions;
import innkeeper.host.bundle.Serving;
import innkeeper.host.bundle.SingletonBundles;
import innkeeper.host.bundle.ThreadOwners;
import innkeeper.host.health.FilesCheck;
import innkeeper.host.health.HeapCheck;
import innkeeper.host.health.LoopsCheck;
import innkeeper.host.jar.Folders;
import innkeeper.host.whiteboard.WhiteboardHook;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.apache.felix.hc.api.HealthCheck;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service that lists, installs, updates and uninstalls bundles. */
@Component(immediate = true)
public final class SurfacesComponent implements Surfaces {

  private static final Logger LOG = LoggerFactory.getLogger(SurfacesComponent.class);

  private final BundleContext context;
  private final boolean safe;
  private final BundleView view;
  private final Serving serving;
  private final Deployment deployment;
  private final FileInstallLooks looks;
  private final FrameworkListener first;
  private final Installation installation;
  private final HostAudit audit;
  private final ReplacedVersions versions;

  @Activate
  public SurfacesComponent(
      BundleContext context,
      @Reference Settings settings,
      @Reference ServiceComponentRuntime components,
      @Reference SingletonBundles slots,
      @Reference OpenSockets sockets,
      @Reference HostAudit audit,
      @Reference WhiteboardHook whiteboard) {
    this.audit = audit;
    this.context = context;
    this.safe = Boolean.parseBoolean(context.getProperty("innkeeper.safe"));
    Folders folders = new Folders(settings.homeDir(), settings.dataDir());
    this.view = new BundleView(context, folders, components, whiteboard::conflicts);
    this.serving = new Serving(context, view);
    ThreadOwners culprits = new ThreadOwners(context);
    this.versions = new ReplacedVersions(context, folders, culprits);
    context.addBundleListener(versions);
    BundleStarter starts = new BundleStarter(culprits, versions);
    WatchedStarts watched = new WatchedStarts(context, folders, starts, sockets);
    FileBundles bundles = new FileBundles(context, starts, slots);
    Deployer deployer =
        new Deployer(folders, serving, watched, sockets, bundles, new Admission(context, folders));
    this.deployment = new Deployment(folders, serving, bundles, deployer, audit::write);
    this.installation = new Installation(context, folders, view, deployment);
    this.first =
        event -> {
          if (event.getType() == FrameworkEvent.STARTED) {
            startAll(watched, event.getBundle());
          }
        };
    context.addFrameworkListener(first);
    // The framework removes this listener together with the bundle, like the services.
    context.addBundleListener(
        (SynchronousBundleListener) event -> stopping(event, folders, culprits));
    Boot.culprit(
        stack ->
            culprits
                .of(stack)
                .flatMap(BundleView::file)
                .filter(folders::isUsers)
                .map(folders::name)
                .orElse(""));
    context.registerService(ArtifactInstaller.class, deployment, null);
    this.looks = new FileInstallLooks(context, deployment::takeOutMissing);
    check("surfaces:jars", new JarsCheck(deployment, starts, folders));
    check("surfaces:threads", new ThreadsCheck(culprits));
    check(
        "host:threads",
        new LoopsCheck(
            () -> Stream.concat(ThreadWatch.reports().stream(), Boot.threads().stream()).toList(),
            Boot::endedThreads));
    check(
        "host:memory",
        new HeapCheck(
            Boot::heapUsed,
            HeapCheck::direct,
            Boot::heapTight,
            Boot::memoryEnds,
            Clock.systemUTC()));
    check("host:files", FilesCheck.ofThisProcess());
    if (safe) {
      SafeModeCheck check = new SafeModeCheck(folders);
      check("surfaces:safe", check);
      LOG.warn(
          "host runs with --safe, the release's bundles alone; to run all again: {} leftOut={}",
          SafeModeCheck.WAY_BACK,
          check.leftOut());
    }
  }

  /**
   * Notices that a bundle of the user's stops one of the host's own bundles at runtime. The
   * framework calls this on the thread that does it, so the stack names the bundle. {@link
   * StartWatch} covers the effects of a bundle's own start. If an operator stops a bundle by hand,
   * no user's bundle is on the stack.
   */
  private void stopping(BundleEvent event, Folders folders, ThreadOwners culprits) {
    Bundle own = event.getBundle();
    if (event.getType() == BundleEvent.STOPPING
        && isOurs(own)
        && Boot.readyAt().isPresent()
        && !StartWatch.ends(context)) {
      culprits
          .of(Thread.currentThread().getStackTrace())
          .filter(b -> BundleView.file(b).filter(folders::isUsers).isPresent())
          .filter(b -> b.getState() == Bundle.ACTIVE)
          .filter(b -> !b.getSymbolicName().equals(own.getSymbolicName()))
          .ifPresent(culprit -> deployment.stopped(own, culprit));
    }
  }

  private void check(String name, HealthCheck check) {
    context.registerService(
        HealthCheck.class, check, FrameworkUtil.asDictionary(Map.of("hc.name", name)));
  }

  /** Starts the bundles. One of them, such as the store, may stop the framework meanwhile. */
  private void startAll(WatchedStarts watched, Bundle framework) {
    try {
      deployment.open(watched.startAll());
    } catch (IllegalStateException | RejectedExecutionException e) {
      if (framework.getState() == Bundle.ACTIVE) {
        throw e;
      }
      LOG.debug("the framework stopped during the first starts", e);
    }
  }

  @Deactivate
  void stop() {
    looks.close();
    context.removeFrameworkListener(first);
    context.removeBundleListener(versions);
    deployment.close();
    serving.close();
    view.close();
  }

  /** Returns whether the bundle is one of our surfaces. */
  public static boolean isOurs(Bundle bundle) {
    return SingletonBundles.isSurface(bundle) && bundle.getSymbolicName().startsWith("innkeeper.");
  }

  @Override
  public List<Surface> list() {
    return view.list();
  }

  @Override
  public Surface install(Path jar, String sha256, boolean acceptMissing, Actor actor) {
    try {
      checkNotSafe();
      Surface surface = installation.install(jar, sha256, acceptMissing);
      record("surface.install", actor, "ok", surface.name() + " " + surface.version());
      return surface;
    } catch (SurfaceException e) {
      record("surface.install", actor, "refused", jar.getFileName() + ": " + e.getMessage());
      throw e;
    }
  }

  @Override
  public Surface update(String nameOrId, Optional<Path> jar, Actor actor) {
    try {
      checkNotSafe();
      Surface surface = installation.update(nameOrId, jar);
      record("surface.update", actor, "ok", surface.name() + " " + surface.version());
      return surface;
    } catch (SurfaceException e) {
      record("surface.update", actor, "failed", nameOrId + ": " + e.getMessage());
      throw e;
    }
  }

  private void checkNotSafe() {
    if (safe) {
      throw new SurfaceException(
          "this host runs with --safe, the release's bundles alone; first run: "
              + SafeModeCheck.WAY_BACK);
    }
  }

  @Override
  public void uninstall(String name, Actor actor) {
    try {
      installation.uninstall(name);
      record("surface.uninstall", actor, "ok", name);
    } catch (SurfaceException e) {
      record("surface.uninstall", actor, "refused", name + ": " + e.getMessage());
      throw e;
    }
  }

  @Override
  public Leftovers leftovers(String name) {
    return versions.of(name);
  }

  private void record(String action, Actor actor, String outcome, String detail) {
    audit.write(new AuditDraft(action, "", actor, outcome, detail));
  }
}
