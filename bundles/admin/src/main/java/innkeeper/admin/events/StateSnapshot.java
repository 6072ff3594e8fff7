package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.BackupState;
import innkeeper.admin.events.EventBody.Metrics;
import innkeeper.admin.events.EventBody.ProjectMetrics;
import innkeeper.admin.events.EventBody.Snapshot;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.Records;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.health.HealthReport;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.surface.Surfaces;
import innkeeper.api.surface.Surfaces.Surface;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the complete state in wire form. A part is null if its service is away, or leaves during
 * the call.
 */
public final class StateSnapshot {

  private static final Logger LOG = LoggerFactory.getLogger(StateSnapshot.class);
  private static final int AUDIT_TAIL = 50;

  private final Clock clock;
  private final Records records;

  public StateSnapshot(Clock clock) {
    this.clock = clock;
    this.records = new Records(clock);
  }

  List<ProjectRecord> projects(ServiceSnapshot services) {
    return ask(
        services.findSupervisor(),
        s -> s.projects().stream().map(p -> records.record(services, p)).toList());
  }

  ProjectRecord project(ServiceSnapshot services, ProjectStatus project) {
    try {
      return records.record(services, project);
    } catch (RuntimeException e) {
      LOG.debug("logging left while it was asked", e);
      return records.record(ServiceSnapshot.EMPTY, project);
    }
  }

  List<Surface> surfaces(ServiceSnapshot services) {
    return ask(services.findSurfaces(), Surfaces::list);
  }

  List<Rotator.Status> rotation(ServiceSnapshot services) {
    return ask(services.findRotator(), Rotator::status);
  }

  BackupState backups(ServiceSnapshot services) {
    return ask(services.findBackups(), b -> new BackupState(b.status(), b.list()));
  }

  /** Returns the newest entries, oldest first; empty while the store is away. */
  List<AuditEntry> audit(ServiceSnapshot services, int limit) {
    List<AuditEntry> entries =
        ask(services.findAudit(), a -> a.entries(limit, Long.MAX_VALUE, "", "").entries());
    return entries == null ? List.of() : entries;
  }

  /**
   * Returns the complete state. The caller passes health, because a new report may take long; it is
   * published when it is known.
   */
  public Snapshot all(ServiceSnapshot services, HealthReport health, boolean resync) {
    return new Snapshot(
        resync,
        clock.instant(),
        projects(services),
        health,
        surfaces(services),
        backups(services),
        rotation(services),
        resync ? null : audit(services, AUDIT_TAIL));
  }

  /** Returns the figures that change all the time. */
  Metrics metrics(ServiceSnapshot services) {
    return new Metrics(
        clock.instant(),
        ask(
            services.findSupervisor(),
            s -> s.projects().stream().map(p -> metrics(services, p)).toList()),
        Optional.ofNullable(ask(services.findLogs(), l -> l.status(Logs.MAIN).orElse(null))));
  }

  private ProjectMetrics metrics(ServiceSnapshot services, ProjectStatus project) {
    ProjectRecord record = records.record(services, project);
    return new ProjectMetrics(
        record.channelId(), record.uptimeMs(), record.resources(), record.log());
  }

  private static <S, T> T ask(Optional<S> service, Function<S, T> question) {
    if (service.isEmpty()) {
      return null;
    }
    try {
      return question.apply(service.get());
    } catch (RuntimeException e) {
      LOG.debug("surface left while it was asked", e);
      return null;
    }
  }
}
