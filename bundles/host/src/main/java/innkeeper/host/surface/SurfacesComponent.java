package innkeeper.host.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.api.surface.Surfaces;
import innkeeper.host.Boot;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.apache.felix.hc.api.HealthCheck;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bundles that serve, as a service. */
@Component(immediate = true)
public final class SurfacesComponent implements Surfaces {

  private static final Logger LOG = LoggerFactory.getLogger(SurfacesComponent.class);

  private final BundleContext context;
  private final BundleView view;
  private final Serving serving;
  private final Deployment deployment;
  private final FirstStart first;
  private final Calm calm;
  private final Installation installation;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile AuditLog audit;

  @Activate
  public SurfacesComponent(
      BundleContext context,
      @Reference Settings settings,
      @Reference ServiceComponentRuntime components,
      @Reference OneAtATime slots) {
    this.context = context;
    this.view = new BundleView(context, settings.homeDir(), settings.dataDir(), components);
    this.serving = new Serving(context, view);
    Culprits culprits = new Culprits(context);
    Starts starts = new Starts(culprits);
    this.deployment =
        new Deployment(
            context,
            settings.homeDir(),
            settings.dataDir(),
            serving,
            starts,
            slots,
            (action, outcome, detail) ->
                record(action, Actor.of(Actor.Via.CONFIG), outcome, detail));
    this.installation = new Installation(context, settings.dataDir(), view, deployment);
    this.first = new FirstStart(context, settings, starts, deployment);
    context.addFrameworkListener(first);
    this.calm = new Calm(context.getBundle(0));
    context.addBundleListener(calm);
    Boot.culprit(stack -> culprits.of(stack).map(deployment::putAside).orElse(""));
    // Both are unregistered with the bundle.
    context.registerService(ArtifactInstaller.class, deployment, null);
    context.registerService(
        HealthCheck.class,
        new JarsCheck(deployment, starts, settings.dataDir()),
        FrameworkUtil.asDictionary(Map.of("hc.name", "surfaces:jars")));
    context.registerService(
        HealthCheck.class,
        new ThreadsCheck(culprits),
        FrameworkUtil.asDictionary(Map.of("hc.name", "surfaces:threads")));
  }

  @Deactivate
  void stop() {
    context.removeFrameworkListener(first);
    context.removeBundleListener(calm);
    deployment.close();
    serving.close();
    view.close();
  }

  /** Whether it is one of the house's own surfaces. */
  public static boolean isOurs(Bundle bundle) {
    return OneAtATime.isSurface(bundle) && bundle.getSymbolicName().startsWith("innkeeper.");
  }

  @Override
  public List<Surface> list() {
    return view.list();
  }

  @Override
  public Surface install(Path jar, String sha256, Consumer<String> progress, Actor actor) {
    try {
      Surface surface = installation.install(jar, sha256, progress);
      record("surface.install", actor, "ok", surface.name() + " " + surface.version());
      return surface;
    } catch (SurfaceException e) {
      record("surface.install", actor, "refused", jar.getFileName() + ": " + e.getMessage());
      throw e;
    }
  }

  @Override
  public void uninstall(String name, Actor actor) {
    installation.uninstall(name);
    record("surface.uninstall", actor, "ok", name);
  }

  private void record(String action, Actor actor, String outcome, String detail) {
    AuditLog log = waitForAudit();
    if (log == null) {
      LOG.error("not recorded, the store is away action={} detail={}", action, detail);
      return;
    }
    try {
      log.append(new AuditDraft(action, "", actor, outcome, detail));
    } catch (StoreException e) {
      LOG.error("could not be recorded action={} detail={}", action, detail, e);
    }
  }

  /** The store itself may just have been replaced. */
  private AuditLog waitForAudit() {
    long deadline = System.nanoTime() + 5_000_000_000L;
    while (audit == null && System.nanoTime() < deadline) {
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return audit;
      }
    }
    return audit;
  }
}
