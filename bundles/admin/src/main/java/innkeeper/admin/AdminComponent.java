package innkeeper.admin;

import innkeeper.admin.config.HiddenDefinitions;
import innkeeper.admin.config.HiddenDefinitions.HiddenAudit;
import innkeeper.admin.config.HiddenDefinitions.HiddenIncidents;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.action.ProjectActions;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.audit.AuditListener;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.Health;
import innkeeper.api.history.History;
import innkeeper.api.incident.IncidentListener;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.panel.Panels;
import innkeeper.api.record.LogRecords;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import innkeeper.api.thread.WatchedScheduler;
import jakarta.servlet.Servlet;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers the servlet and the listeners, and tracks the services of other bundles. */
@Component(
    immediate = true,
    service = {})
public final class AdminComponent {

  private static final Logger LOG = LoggerFactory.getLogger(AdminComponent.class);
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final Map<Class<?>, AwaitedService<?>> tracked = new HashMap<>();

  @Reference(service = Supervisor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Supervisor> supervisor = tracked(Supervisor.class);

  @Reference(service = Logs.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Logs> logs = tracked(Logs.class);

  @Reference(service = Redactor.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Redactor> redactor = tracked(Redactor.class);

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = tracked(AuditLog.class);

  @Reference(service = Backups.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Backups> backups = tracked(Backups.class);

  @Reference(service = Rotator.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Rotator> rotator = tracked(Rotator.class);

  @Reference(service = Surfaces.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Surfaces> surfaces = tracked(Surfaces.class);

  @Reference(service = Health.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Health> health = tracked(Health.class);

  @Reference(service = LogSearch.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<LogSearch> search = tracked(LogSearch.class);

  @Reference(service = History.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<History> history = tracked(History.class);

  @Reference(service = Incidents.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Incidents> incidents = tracked(Incidents.class);

  @Reference(service = LogRecords.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<LogRecords> records = tracked(LogRecords.class);

  @Reference(service = Alarms.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Alarms> alarms = tracked(Alarms.class);

  @Reference(service = ProjectActions.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<ProjectActions> actions = tracked(ProjectActions.class);

  @Reference(service = Panels.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<Panels> panels = tracked(Panels.class);

  private Site site;
  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
  private final WatchedScheduler hubThread = new WatchedScheduler("admin-events", 1, 0);
  private final WatchedScheduler timer = new WatchedScheduler("admin-timer", 2, 0);
  private final BundleContext context;
  private final Settings settings;

  @Activate
  public AdminComponent(BundleContext context, @Reference Settings settings) {
    this.context = context;
    this.settings = settings;
  }

  @Activate
  void start() {
    site =
        new Site(
            this::services,
            Clock.systemDefaultZone(),
            settings,
            hubThread,
            timer,
            PATIENCE,
            this::bye);
    timer.execute(() -> deleteOldMarks(settings.dataDir().resolve("run/marks")));
    registrations.add(context.registerService(ProjectListener.class, site.hub(), null));
    AuditListener shown =
        e -> site.hub().appended(HiddenDefinitions.wanted(settings) ? HiddenDefinitions.in(e) : e);
    registrations.add(context.registerService(AuditListener.class, shown, null));
    registrations.add(context.registerService(BackupListener.class, site.hub(), null));
    IncidentListener told =
        i -> site.hub().changed(HiddenDefinitions.wanted(settings) ? HiddenDefinitions.in(i) : i);
    registrations.add(context.registerService(IncidentListener.class, told, null));
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put("osgi.http.whiteboard.servlet.pattern", "/*");
    properties.put("osgi.http.whiteboard.servlet.name", "admin");
    properties.put("osgi.http.whiteboard.servlet.asyncSupported", true);
    registrations.add(context.registerService(Servlet.class, site.servlet(), properties));
  }

  /**
   * Unregisters the servlet first: its destroy method answers waiting requests and sends the bye
   * event to the streams.
   */
  @Deactivate
  void stop() {
    for (int i = registrations.size() - 1; i >= 0; i--) {
      registrations.get(i).unregister();
    }
    hubThread.shutdownNow();
    timer.shutdown();
    try {
      // The timer still closes followers of logs.
      timer.awaitTermination(300, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    timer.shutdownNow();
  }

  /** Deletes the marks of logs that a release before 0.2.0 kept in files. */
  private static void deleteOldMarks(Path directory) {
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      try {
        for (File file : directory.toFile().listFiles()) {
          Files.delete(file.toPath());
        }
        Files.delete(directory);
      } catch (IOException e) {
        LOG.warn(
            "old marks of logs cannot be deleted; delete them by hand directory={}", directory, e);
      }
    }
  }

  private String bye() {
    // The boot bundle sets this property, see its README.md.
    boolean restarting =
        System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> map
            && map.get("host.restarting") instanceof AtomicBoolean next
            && next.get();
    if (restarting) {
      return "restart";
    }
    return context.getBundle(0).getState() == Bundle.STOPPING ? "stop" : "update";
  }

  private <S> AwaitedService<S> tracked(Class<S> service) {
    AwaitedService<S> one = new AwaitedService<>(service, ServiceSnapshot.BUNDLES.get(service));
    tracked.put(service, one);
    return one;
  }

  private ServiceSnapshot services() {
    Map<Class<?>, Object> present = new HashMap<>();
    tracked.forEach((type, service) -> service.get().ifPresent(one -> present.put(type, one)));
    if (HiddenDefinitions.wanted(settings)) {
      audit.get().ifPresent(one -> present.put(AuditLog.class, new HiddenAudit(one)));
      incidents.get().ifPresent(one -> present.put(Incidents.class, new HiddenIncidents(one)));
    }
    return new ServiceSnapshot(present);
  }
}
