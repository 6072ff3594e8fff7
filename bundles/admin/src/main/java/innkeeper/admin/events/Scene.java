package innkeeper.admin.events;

import innkeeper.admin.House;
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
public final class Scene {

  private static final Logger LOG = LoggerFactory.getLogger(Scene.class);
  private static final int AUDIT_TAIL = 200;

  private final Clock clock;
  private final Records records;

  public Scene(Clock clock) {
    this.clock = clock;
    this.records = new Records(clock);
  }

  public Object projects(House house) {
    return ask(
        house.findSupervisor(),
        s -> s.projects().stream().map(p -> records.record(house, p)).toList());
  }

  Map<String, Object> project(House house, ProjectStatus project) {
    try {
      return records.record(house, project);
    } catch (RuntimeException e) {
      LOG.debug("logging left while it was asked", e);
      return records.record(House.EMPTY, project);
    }
  }

  public Object surfaces(House house) {
    return ask(house.findSurfaces(), s -> s.list().stream().map(Surface::toMap).toList());
  }

  public Object rotation(House house) {
    return ask(house.findRotator(), r -> r.status().stream().map(Rotator.Status::toMap).toList());
  }

  public Object backups(House house) {
    return ask(
        house.findBackups(),
        b -> {
          Map<String, Object> map = new LinkedHashMap<>();
          map.put("status", BackupsApi.toMap(b.status()));
          map.put("list", b.list().stream().map(BackupManifest::toMap).toList());
          return map;
        });
  }

  /** The newest entries, oldest first; empty while the store is away. */
  List<AuditEntry> audit(House house, int limit) {
    List<AuditEntry> entries =
        ask(house.findAudit(), a -> a.entries(limit, Long.MAX_VALUE, "", "").entries());
    return entries == null ? List.of() : entries;
  }

  /** The whole, but for health, which may take its time and is told when it is known. */
  public Map<String, Object> all(House house, Object health, boolean resync) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("resync", resync);
    map.put("serverTime", Times.iso(clock.instant()));
    map.put("projects", projects(house));
    map.put("health", health);
    map.put("surfaces", surfaces(house));
    map.put("backups", backups(house));
    map.put("rotation", rotation(house));
    map.put(
        "audit", resync ? null : audit(house, AUDIT_TAIL).stream().map(AuditEntry::toMap).toList());
    return map;
  }

  /** What changes all the time. */
  Map<String, Object> metrics(House house) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("serverTime", Times.iso(clock.instant()));
    map.put(
        "projects",
        ask(
            house.findSupervisor(),
            s -> {
              List<Object> all = new ArrayList<>();
              s.projects().forEach(p -> all.add(metrics(house, p)));
              return all;
            }));
    map.put(
        "main", ask(house.findLogs(), l -> l.status(Logs.MAIN).map(LogStatus::toMap).orElse(null)));
    return map;
  }

  private Map<String, Object> metrics(House house, ProjectStatus project) {
    Map<String, Object> record = records.record(house, project);
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
