package innkeeper.admin;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditListener;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.ServiceAwayException;
import innkeeper.api.store.RestorePreview;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.surface.Surfaces;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stand-ins for the rooms beside the supervisor and the logs. */
final class Fakes {

  private Fakes() {}

  static final class Audit implements AuditLog {
    final List<AuditEntry> all = new CopyOnWriteArrayList<>();
    final List<AuditListener> listeners = new CopyOnWriteArrayList<>();
    volatile InstantSource clock = InstantSource.system();

    @Override
    public synchronized AuditEntry append(AuditDraft d) {
      AuditEntry entry =
          new AuditEntry(
              all.size() + 1L,
              clock.instant(),
              d.action(),
              d.channelId(),
              d.actor(),
              d.outcome(),
              d.detail(),
              "0".repeat(64),
              "f".repeat(64));
      all.add(entry);
      listeners.forEach(l -> l.appended(entry));
      return entry;
    }

    @Override
    public Page entries(int limit, long before, String channelId, String action) {
      List<AuditEntry> match =
          all.stream()
              .filter(e -> e.seq() < before)
              .filter(e -> channelId.isEmpty() || e.channelId().equals(channelId))
              .filter(e -> action.isEmpty() || e.action().equals(action))
              .toList();
      List<AuditEntry> page = match.subList(Math.max(0, match.size() - limit), match.size());
      return new Page(
          page,
          page.size() < match.size() ? OptionalLong.of(page.get(0).seq()) : OptionalLong.empty());
    }

    @Override
    public Verification verify() {
      return new Verification(all.size(), OptionalLong.empty(), "");
    }
  }

  static final class BackupRoom implements Backups {
    final List<BackupManifest> all = new CopyOnWriteArrayList<>();
    volatile boolean busy;
    volatile String lastError = "";

    static BackupManifest manifest(long seq, Instant at) {
      return new BackupManifest(
          "bot-" + at.toString().substring(0, 19).replace(':', '-') + "-000Z.db",
          seq,
          at,
          "scheduled",
          new SnapshotFacts(81920 + seq, "ab".repeat(32), 1, Map.of("projects", 3L), 40 + seq),
          at.plusMillis(40),
          false,
          "0.1.0");
    }

    @Override
    public List<BackupManifest> list() {
      return List.copyOf(all);
    }

    @Override
    public Optional<Path> file(String name) {
      return Optional.empty();
    }

    @Override
    public CompletableFuture<BackupManifest> backup(String kind, Actor actor) {
      if (busy) {
        throw new BusyException("one is being made");
      }
      BackupManifest made = manifest(all.size() + 1L, Instant.now());
      all.add(made);
      return CompletableFuture.completedFuture(made);
    }

    @Override
    public RestorePreview preview(String name) {
      return new RestorePreview(
          name,
          List.of("old"),
          List.of(),
          List.of("new"),
          Map.of("project", new RestorePreview.Rows(3, 2)),
          17);
    }

    @Override
    public List<Departure> forecast() {
      return all.stream()
          .map(
              b -> new Departure(b.name(), Optional.of(b.createdAt().plusSeconds(86400)), "pinned"))
          .toList();
    }

    @Override
    public Map<String, Verdict> prune(boolean dryRun, Actor actor) {
      return Map.of();
    }

    @Override
    public BackupManifest pin(String name, boolean pinned, Actor actor) {
      throw new UnsupportedOperationException("never over HTTP");
    }

    @Override
    public Status status() {
      return new Status(
          busy,
          busy ? 0.4 : 0,
          all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1).createdAt()),
          lastError,
          Optional.of(Instant.now().plusSeconds(1260)),
          all.size(),
          all.size() * 81920L,
          Optional.empty(),
          "");
    }
  }

  static final class RotationRoom implements Rotator {
    volatile List<Status> logs = List.of();
    volatile boolean going;

    @Override
    public void before(RotatableLog log, long bytes) {
      throw new UnsupportedOperationException("asked by writers alone");
    }

    @Override
    public boolean makeRoom(long bytes) {
      return false;
    }

    @Override
    public Optional<String> rotate(String name) {
      if (going) {
        throw new ServiceAwayException("the rotation surface is going", null);
      }
      if (logs.stream().noneMatch(l -> l.name().equals(name))) {
        throw new IllegalArgumentException("no log " + name);
      }
      return Optional.of(name + ".log.20261121T054000000Z-7");
    }

    @Override
    public List<Status> status() {
      return logs;
    }
  }

  static final class HostRoom implements Health, Surfaces {
    volatile HealthStatus status = HealthStatus.PASS;
    volatile List<HealthCheckResult> checks = List.of();
    volatile List<Surface> surfaces =
        List.of(new Surface("innkeeper.admin", "0.1.0", "active", Instant.now(), "release", ""));
    volatile int projects = 1;

    @Override
    public HealthReport report(Level level) {
      return new HealthReport(status, projects, projects, 123456, "0.1.0", checks);
    }

    @Override
    public List<Surface> list() {
      return surfaces;
    }

    @Override
    public Surface install(Path jar, String sha256, boolean acceptMissing, Actor actor) {
      throw new UnsupportedOperationException("never over HTTP");
    }

    @Override
    public Surface update(String nameOrId, Optional<Path> jar, Actor actor) {
      throw new SurfaceException("not here");
    }

    @Override
    public void uninstall(String name, Actor actor) {
      throw new UnsupportedOperationException("never over HTTP");
    }

    @Override
    public Leftovers leftovers(String name) {
      return new Leftovers(List.of(), List.of(), 0);
    }
  }
}
