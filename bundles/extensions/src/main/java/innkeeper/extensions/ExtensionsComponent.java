package innkeeper.extensions;

import innkeeper.api.action.ProjectAction;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.panel.Panel;
import innkeeper.api.panel.Panels;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.supervisor.Supervisor;
import java.time.Clock;
import java.util.Hashtable;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Connects the services; {@link ActionService} and {@link PanelService} do the work. */
@Component(
    immediate = true,
    service = {})
public final class ExtensionsComponent {

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  private final ActionService actions;
  private final PanelService panels;
  private final List<ServiceRegistration<?>> registrations;

  @Activate
  public ExtensionsComponent(BundleContext context) {
    Clock clock = Clock.systemUTC();
    actions = new ActionService(supervisor, new ActionAudit(audit), clock);
    panels = new PanelService(supervisor, Panel.LIMIT, clock);
    registrations =
        List.of(
            context.registerService(ProjectActions.class, actions, new Hashtable<>()),
            context.registerService(Panels.class, panels, new Hashtable<>()));
  }

  @Deactivate
  void stop() {
    registrations.forEach(ServiceRegistration::unregister);
    actions.close();
    panels.close();
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindAction(ProjectAction action) {
    actions.add(action);
  }

  void unbindAction(ProjectAction action) {
    actions.remove(action);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindPanel(Panel panel) {
    panels.add(panel);
  }

  void unbindPanel(Panel panel) {
    panels.remove(panel);
  }
}
