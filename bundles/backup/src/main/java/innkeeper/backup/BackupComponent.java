package innkeeper.backup;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.backup.Backups;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.settings.SettingsListener;
import innkeeper.api.store.Snapshots;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.felix.hc.api.HealthCheck;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The OSGi component that creates the parts of this bundle and registers its services. */
@Component(
    service = {},
    immediate = true)
public final class BackupComponent {

  private static final Duration LET_GO = Duration.ofMillis(800);

  @Reference(service = AuditLog.class, policy = ReferencePolicy.DYNAMIC)
  private final AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");

  private final BundleContext framework;

  @Reference(policy = ReferencePolicy.DYNAMIC)
  private final Collection<BackupListener> listeners = new CopyOnWriteArrayList<>();

  private final BackupParts parts;
  private final BackupService service;
  private final BackupLoop routine;
  private final AtStop atStop;
  private final List<ServiceRegistration<?>> registrations = new ArrayList<>();

  @Activate
  public BackupComponent(BundleContext context, @Reference Settings settings) {
    framework = context;
    parts =
        BackupParts.of(settings, Clock.systemUTC(), System::nanoTime, audit, listeners, step -> {});
    service = new BackupService(parts);
    routine = new BackupLoop(parts, service);
    atStop = new AtStop(parts, service);
  }

  @Activate
  void start() {
    routine.start();
    register(Backups.class, service, null);
    register(SettingsListener.class, names -> routine.wake(), null);
    new BackupChecks(service::facts)
        .byName()
        .forEach((name, check) -> register(HealthCheck.class, check, name));
  }

  private <T> void register(Class<T> type, T implementation, String checkName) {
    Dictionary<String, Object> properties =
        checkName == null ? null : FrameworkUtil.asDictionary(Map.of(HealthCheck.NAME, checkName));
    registrations.add(framework.registerService(type, implementation, properties));
  }

  @Deactivate
  void stop() {
    registrations.forEach(ServiceRegistration::unregister);
    if (hostStops()) {
      parts.source().get().ifPresent(atStop::backUp);
    }
    parts.givenUp().set(true);
    parts.hookQueue().close();
    routine.close(LET_GO);
    service.close();
    service.join(LET_GO);
  }

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  void setSnapshots(Snapshots snapshots) {
    parts.source().add(snapshots);
    routine.wake();
  }

  /**
   * Handles the stop of the store, which may come before the stop of this bundle. The store still
   * works during this call.
   */
  void unsetSnapshots(Snapshots snapshots) {
    if (hostStops()) {
      atStop.backUp(snapshots);
    }
    parts.source().remove(snapshots);
  }

  /**
   * Returns whether the host is stopping. A restart does not count, because the next host continues
   * the backups.
   */
  private boolean hostStops() {
    boolean next =
        System.getProperties().get("innkeeper.boot") instanceof Map<?, ?> boot
            && boot.get("host.restarting") instanceof AtomicBoolean restarting
            && restarting.get();
    return !next && framework.getBundle(0).getState() == Bundle.STOPPING;
  }
}
