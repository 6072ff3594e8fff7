package innkeeper.alarms;

import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.Redactor;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.thread.WatchedScheduler;
import java.io.IOException;
import java.time.Clock;
import java.util.Hashtable;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Connects incidents to channels. */
@Component(
    immediate = true,
    service = {})
public final class AlarmsComponent {

  private static final long PERIOD_SECONDS = 2;

  private final Channels channels;
  private final AlarmService service;
  private final WatchedScheduler thread = new WatchedScheduler("alarms-look", 1, 0);
  private final ServiceRegistration<Alarms> registration;

  @Reference(service = Incidents.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Incidents> incidents =
      new AwaitedService<>(Incidents.class, "history");

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor =
      new AwaitedService<>(Supervisor.class, "supervisor");

  @Reference(service = Redactor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Redactor> redactor = new AwaitedService<>(Redactor.class, "logging");

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  @Activate
  public AlarmsComponent(BundleContext context, @Reference Settings settings) throws IOException {
    Clock clock = Clock.systemUTC();
    channels = new Channels(redactor, clock, this::gone);
    service =
        new AlarmService(
            settings,
            incidents,
            audit,
            channels,
            new AlarmText(settings, this::name),
            AlarmBook.read(settings.dataDir().resolve("alarms").resolve("alarms.json")),
            clock);
    registration = context.registerService(Alarms.class, service, new Hashtable<>());
  }

  @Activate
  void start() {
    thread.scheduleWithFixedDelay(service::look, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  @Deactivate
  void stop() {
    registration.unregister();
    thread.shutdownNow();
    channels.close();
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindChannel(AlarmChannel channel) {
    channels.add(channel);
  }

  void unbindChannel(AlarmChannel channel) {
    channels.remove(channel);
  }

  private void gone(String channel) {
    service.gone(channel);
  }

  private String name(String channelId) {
    try {
      Optional<ProjectStatus> project = supervisor.get().flatMap(s -> s.project(channelId));
      return project.map(ProjectStatus::name).orElse(channelId);
    } catch (StoreException e) {
      return channelId;
    }
  }
}
