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
import java.util.Optional;

/**
 * The services of other bundles at one moment. A request uses one snapshot from its beginning to
 * its end. Each service may be away: the {@code find…} methods return an Optional, and the other
 * methods throw a problem that is answered with 503.
 */
public record ServiceSnapshot(
    Optional<Supervisor> findSupervisor,
    Optional<Logs> findLogs,
    Optional<Redactor> findRedactor,
    Optional<AuditLog> findAudit,
    Optional<Backups> findBackups,
    Optional<Rotator> findRotator,
    Optional<Surfaces> findSurfaces,
    Optional<Health> findHealth,
    Optional<LogSearch> findSearch,
    Optional<History> findHistory,
    Optional<Incidents> findIncidents,
    Optional<LogRecords> findRecords,
    Optional<Alarms> findAlarms,
    Optional<ProjectActions> findActions,
    Optional<Panels> findPanels) {

  /** A snapshot without any service. */
  public static final ServiceSnapshot EMPTY =
      new ServiceSnapshot(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public Supervisor supervisor() {
    return findSupervisor.orElseThrow(() -> Problem.away("supervisor"));
  }

  public Logs logs() {
    return findLogs.orElseThrow(() -> Problem.away("logging"));
  }

  public Redactor redactor() {
    return findRedactor.orElseThrow(() -> Problem.away("logging"));
  }

  public AuditLog audit() {
    return findAudit.orElseThrow(() -> Problem.away("store"));
  }

  public Backups backups() {
    return findBackups.orElseThrow(() -> Problem.away("backup"));
  }

  public Rotator rotator() {
    return findRotator.orElseThrow(() -> Problem.away("rotation"));
  }

  public Surfaces surfaces() {
    return findSurfaces.orElseThrow(() -> Problem.away("host"));
  }

  public Health health() {
    return findHealth.orElseThrow(() -> Problem.away("host"));
  }

  public LogSearch search() {
    return findSearch.orElseThrow(() -> Problem.away("logging"));
  }

  public History history() {
    return findHistory.orElseThrow(() -> Problem.away("history"));
  }

  public Alarms alarms() {
    return findAlarms.orElseThrow(() -> Problem.away("alarms"));
  }

  public Incidents incidents() {
    return findIncidents.orElseThrow(() -> Problem.away("history"));
  }

  public ProjectActions actions() {
    return findActions.orElseThrow(() -> Problem.away("extensions"));
  }

  public Panels panels() {
    return findPanels.orElseThrow(() -> Problem.away("extensions"));
  }
}
