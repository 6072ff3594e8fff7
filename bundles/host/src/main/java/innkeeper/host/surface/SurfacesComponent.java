package innkeeper.host.surface;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.api.surface.Surfaces;
import java.nio.file.Path;
import java.util.List;
import org.osgi.framework.BundleContext;
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

  private final BundleView view;
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
      @Reference ServiceComponentRuntime components) {
    this.view = new BundleView(context, settings.homeDir(), settings.dataDir(), components);
    this.installation = new Installation(context, settings.dataDir(), view);
  }

  @Deactivate
  void stop() {
    view.close();
  }

  @Override
  public List<Surface> list() {
    return view.list();
  }

  @Override
  public Surface install(Path jar, Actor actor) {
    try {
      Surface surface = installation.install(jar);
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
