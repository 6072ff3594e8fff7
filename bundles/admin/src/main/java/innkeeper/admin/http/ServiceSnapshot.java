package innkeeper.admin.http;

import innkeeper.api.action.ProjectActions;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.Health;
import innkeeper.api.history.History;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.panel.Panels;
import innkeeper.api.record.LogRecords;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import java.util.Map;
import java.util.Optional;

/**
 * The services of other bundles at one moment. A request uses one snapshot from its beginning to
 * its end. Each service may be away.
 *
 * @param present the services that are not away, by interface
 */
public record ServiceSnapshot(Map<Class<?>, Object> present) {

  /** A snapshot without any service. */
  public static final ServiceSnapshot EMPTY = new ServiceSnapshot(Map.of());

  /** The bundle that provides each service, without the prefix {@code innkeeper.}. */
  public static final Map<Class<?>, String> BUNDLES =
      Map.ofEntries(
          Map.entry(Supervisor.class, "supervisor"),
          Map.entry(Logs.class, "logging"),
          Map.entry(LogSearch.class, "logging"),
          Map.entry(LogRecords.class, "logging"),
          Map.entry(Redactor.class, "logging"),
          Map.entry(AuditLog.class, "store"),
          Map.entry(Backups.class, "backup"),
          Map.entry(Rotator.class, "rotation"),
          Map.entry(Surfaces.class, "host"),
          Map.entry(Health.class, "host"),
          Map.entry(History.class, "history"),
          Map.entry(Incidents.class, "history"),
          Map.entry(Alarms.class, "alarms"),
          Map.entry(ProjectActions.class, "extensions"),
          Map.entry(Panels.class, "extensions"));

  /** Returns a service; empty while it is away. */
  public <S> Optional<S> find(Class<S> service) {
    return Optional.ofNullable(service.cast(present.get(service)));
  }

  /**
   * Returns a service.
   *
   * @throws Problem if it is away, which is answered with 503
   */
  public <S> S get(Class<S> service) {
    return find(service).orElseThrow(() -> Problem.away(BUNDLES.get(service)));
  }
}
