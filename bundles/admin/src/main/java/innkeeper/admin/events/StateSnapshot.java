package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.BackupState;
import innkeeper.admin.events.EventBody.Metrics;
import innkeeper.admin.events.EventBody.ProjectMetrics;
import innkeeper.admin.events.EventBody.Snapshot;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.Records;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.HealthReport;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.ProjectRecord;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
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

  public StateSnapshot(Clock clock) {
    this.clock = clock;
  }

  List<ProjectRecord> projects(ServiceSnapshot services) {
    return ask(
        services,
        Supervisor.class,
        s -> s.projects().stream().map(p -> Records.of(services, p, clock.instant())).toList());
  }

  ProjectRecord project(ServiceSnapshot services, ProjectStatus project) {
    try {
      return Records.of(services, project, clock.instant());
    } catch (RuntimeException e) {
      LOG.debug("logging left while it was asked", e);
      return Records.of(ServiceSnapshot.EMPTY, project, clock.instant());
    }
  }

  List<Surface> surfaces(ServiceSnapshot services) {
    return ask(services, Surfaces.class, Surfaces::list);
  }

  List<Rotator.Status> rotation(ServiceSnapshot services) {
    return ask(services, Rotator.class, Rotator::status);
  }

  BackupState backups(ServiceSnapshot services) {
    return ask(services, Backups.class, b -> new BackupState(b.status(), b.list()));
  }

  /** Returns the newest entries, oldest first; empty while the store is away. */
  List<AuditEntry> audit(ServiceSnapshot services, int limit) {
    List<AuditEntry> entries =
        ask(services, AuditLog.class, a -> a.entries(limit, Long.MAX_VALUE, "", "").entries());
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
            services,
            Supervisor.class,
            s -> s.projects().stream().map(p -> metrics(services, p)).toList()),
        Optional.ofNullable(ask(services, Logs.class, l -> l.status(Logs.MAIN).orElse(null))));
  }

  private ProjectMetrics metrics(ServiceSnapshot services, ProjectStatus project) {
    ProjectRecord record = Records.of(services, project, clock.instant());
    return new ProjectMetrics(
        record.project().channelId(),
        record.uptimeMs(),
        record.project().resources(),
        record.log());
  }

  /** Calls a service. Returns null if it is away, or leaves during the call. */
  public static <S, T> T ask(ServiceSnapshot services, Class<S> service, Function<S, T> question) {
    try {
      return services.find(service).map(question).orElse(null);
    } catch (RuntimeException e) {
      LOG.debug("surface left while it was asked", e);
      return null;
    }
  }
}
