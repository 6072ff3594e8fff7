package innkeeper.schedule;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.IncidentSource;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires the services; {@link ScheduleLoop} does the work. */
@Component(
    service = {},
    immediate = true)
public final class ScheduleComponent {

  private static final String[] SERVICES = {
    ProjectListener.class.getName(), IncidentSource.class.getName()
  };
  private static final Logger LOG = LoggerFactory.getLogger(ScheduleComponent.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final ScheduleLoop loop;
  private final ServiceRegistration<?> registration;
  private final Thread first = new Thread(this::known, "schedule-known");
  private volatile boolean stopped;

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  @Activate
  public ScheduleComponent(BundleContext context, @Reference Settings settings) {
    loop = new ScheduleLoop(supervisor, audit, new RunsFile(settings.dataDir()), Clock.systemUTC());
    registration = context.registerService(SERVICES, loop, null);
  }

  @Activate
  void start() {
    // A supervisor that was there before this bundle reports only projects that change.
    first.setDaemon(true);
    first.start();
  }

  private void known() {
    while (!stopped) {
      try {
        List<ProjectStatus> projects = supervisor.await(PATIENCE).projects();
        loop.known(projects);
        return;
      } catch (ServiceAwayException | StoreException e) {
        LOG.debug("projects are not known yet", e);
        pause();
      }
    }
  }

  /** Waits a second, because a store that is still opening fails at once. */
  private void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped = true;
    }
  }

  @Deactivate
  void stop() {
    registration.unregister();
    stopped = true;
    first.interrupt();
    loop.close();
  }
}
