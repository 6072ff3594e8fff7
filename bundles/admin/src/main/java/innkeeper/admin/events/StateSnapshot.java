package innkeeper.admin.events;

import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.rest.BackupsApi;
import innkeeper.admin.rest.Records;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.health.Times;
import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.surface.Surfaces.Surface;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything as it is now, in wire form. What is away, or leaves while it is asked, is null. */
public final class StateSnapshot {

  private static final Logger LOG = LoggerFactory.getLogger(StateSnapshot.class);
  private static final int AUDIT_TAIL = 200;

  private final Clock clock;
  private final Records records;

  public StateSnapshot(Clock clock) {
    this.clock = clock;
    this.records = new Records(clock);
  }

  public Object projects(ServiceSnapshot services) {
    return ask(
        services.findSupervisor(),
        s -> s.projects().stream().map(p -> records.record(services, p)).toList());
  }

  Map<String, Object> project(ServiceSnapshot services, ProjectStatus project) {
    try {
      return records.record(services, project);
    } catch (RuntimeException e) {
      LOG.debug("logging left while it was asked", e);
      return records.record(ServiceSnapshot.EMPTY, project);
    }
  }

  public Object surfaces(ServiceSnapshot services) {
    return ask(services.findSurfaces(), s -> s.list().stream().map(Surface::toMap).toList());
  }

  public Object rotation(ServiceSnapshot services) {
    return ask(
        services.findRotator(), r -> r.status().stream().map(Rotator.Status::toMap).toList());
  }

  public Object backups(ServiceSnapshot services) {
    return ask(
        services.findBackups(),
        b -> {
          Map<String, Object> map = new LinkedHashMap<>();
          map.put("status", BackupsApi.toMap(b.status()));
          map.put("list", b.list().stream().map(BackupManifest::toMap).toList());
          return map;
        });
  }

  /** The newest entries, oldest first; empty while the store is away. */
  List<AuditEntry> audit(ServiceSnapshot services, int limit) {
    List<AuditEntry> entries =
        ask(services.findAudit(), a -> a.entries(limit, Long.MAX_VALUE, "", "").entries());
    return entries == null ? List.of() : entries;
  }

  /** The whole, but for health, which may take its time and is told when it is known. */
  public Map<String, Object> all(ServiceSnapshot services, Object health, boolean resync) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("resync", resync);
    map.put("serverTime", Times.iso(clock.instant()));
    map.put("projects", projects(services));
    map.put("health", health);
    map.put("surfaces", surfaces(services));
    map.put("backups", backups(services));
    map.put("rotation", rotation(services));
    map.put(
        "audit",
        resync ? null : audit(services, AUDIT_TAIL).stream().map(AuditEntry::toMap).toList());
    return map;
  }

  /** What changes all the time. */
  Map<String, Object> metrics(ServiceSnapshot services) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("serverTime", Times.iso(clock.instant()));
    map.put(
        "projects",
        ask(
            services.findSupervisor(),
            s -> {
              List<Object> all = new ArrayList<>();
              s.projects().forEach(p -> all.add(metrics(services, p)));
              return all;
            }));
    map.put(
        "main",
        ask(services.findLogs(), l -> l.status(Logs.MAIN).map(LogStatus::toMap).orElse(null)));
    return map;
  }

  private Map<String, Object> metrics(ServiceSnapshot services, ProjectStatus project) {
    Map<String, Object> record = records.record(services, project);
    Map<String, Object> map = new LinkedHashMap<>();
    for (String member : List.of("channelId", "uptimeMs", "resources", "log")) {
      map.put(member, record.get(member));
    }
    return map;
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
