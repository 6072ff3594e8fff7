package innkeeper.shell;

import innkeeper.api.action.ProjectActions;
import innkeeper.api.alarm.Alarms;
import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupManifest;
import innkeeper.api.backup.Backups;
import innkeeper.api.convert.DefinitionFormats;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.health.HealthStatus;
import innkeeper.api.history.History;
import innkeeper.api.host.Host;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Redactor;
import innkeeper.api.panel.Panels;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.Snapshots.SnapshotFacts;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.surface.Surfaces;
import innkeeper.api.surface.Surfaces.Surface;
import innkeeper.convert.ConvertComponent;
import innkeeper.shell.cli.Services;
import innkeeper.testkit.FakeLogs;
import innkeeper.testkit.FakeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Every surface, in memory. */
final class FakeServices {

  private static final Instant AT = Instant.parse("2026-11-21T05:40:00Z");

  final Path dataDir;
  final FakeSupervisor supervisor = new FakeSupervisor();
  final FakeRecord record = new FakeRecord();
  final FakeIncidents past = new FakeIncidents();
  final FakeExtensions extensions = new FakeExtensions();
  final FakeAlarms alarms = new FakeAlarms();
  final List<BackupManifest> backups = new ArrayList<>();
  final List<Path> installed = new ArrayList<>();
  final List<Boolean> acceptedMissing = new ArrayList<>();
  final List<Surface> surfaces =
      new ArrayList<>(
          List.of(new Surface("innkeeper.admin", "0.1.0", "active", AT, "release", "")));
  final AwaitedService<Supervisor> supervisorService =
      new AwaitedService<>(Supervisor.class, "supervisor");
  private final AwaitedService<Logs> logsService = new AwaitedService<>(Logs.class, "logging");
  private final AwaitedService<Redactor> redactorService =
      new AwaitedService<>(Redactor.class, "logging");
  final DefinitionFormats convert = new ConvertComponent();
  final AwaitedService<DefinitionFormats> formats =
      new AwaitedService<>(DefinitionFormats.class, "convert");
  final FakeLogSearch search = new FakeLogSearch();
  final FakeRedactor redactor = new FakeRedactor();
  volatile FakeLogs logs = new FakeLogs();
  volatile HealthStatus health = HealthStatus.PASS;

  FakeServices(Path dataDir) {
    this.dataDir = dataDir;
    supervisorService.add(supervisor);
    logsService.add(logs);
    redactorService.add(redactor);
    formats.add(convert);
  }

  Services all() {
    AwaitedService<Host> host = new AwaitedService<>(Host.class, "host");
    Services all = new Services(new FakeSettings(dataDir), Duration.ofMillis(300));
    with(all, Rotator.class, new FakeRotator());
    with(all, Backups.class, new FakeBackups());
    with(all, Health.class, level -> report());
    with(all, Surfaces.class, new FakeSurfaces());
    with(all, AuditLog.class, record);
    with(all, LogSearch.class, search);
    with(all, History.class, past);
    with(all, Incidents.class, past);
    with(all, Alarms.class, alarms);
    with(all, ProjectActions.class, extensions);
    with(all, Panels.class, extensions);
    return all.with(Supervisor.class, supervisorService)
        .with(Logs.class, logsService)
        .with(Redactor.class, redactorService)
        .with(Host.class, host)
        .with(DefinitionFormats.class, formats);
  }

  private static <T> void with(Services all, Class<T> type, T service) {
    AwaitedService<T> there = new AwaitedService<>(type, "fake");
    there.add(service);
    all.with(type, there);
  }

  /** As when the logging bundle is replaced. */
  void replaceLogs() {
    logsService.remove(logs);
    redactorService.remove(redactor);
    logs = new FakeLogs(logs);
    logsService.add(logs);
    redactorService.add(redactor);
  }

  private HealthReport report() {
    return new HealthReport(
        health,
        1,
        1,
        61_000,
        "0.1.0",
        List.of(
            new HealthCheckResult(
                "disk:free", health, "1 GiB", "5 GiB", "the disk is filling", "free some", AT)));
  }

  private static final class FakeRotator implements Rotator {
    @Override
    public void before(RotatableLog log, long bytes) {}

    @Override
    public boolean makeRoom(long bytes) {
      return false;
    }

    @Override
    public Optional<String> rotate(String name) throws IOException {
      if (name.equals("stuck")) {
        throw new IOException("renaming failed: read-only file system");
      }
      if (name.equals("none")) {
        throw new IllegalArgumentException("no log is called none");
      }
      return name.equals("empty") ? Optional.empty() : Optional.of(name + ".log.1");
    }

    @Override
    public List<Status> status() {
      return List.of(
          new Status("main", 1, 2, List.of(), 0, Optional.empty(), Next.bySize(1, 2)),
          new Status(
              "stuck",
              3,
              2,
              List.of("stuck.log.20261121T000000000Z-1"),
              7,
              Optional.of(java.time.Instant.parse("2026-11-21T00:00:00Z")),
              new Next(0, Optional.empty(), Optional.empty(), Optional.of("disk full"))));
    }
  }

  private final class FakeBackups implements Backups {
    @Override
    public List<BackupManifest> list() {
      return List.copyOf(backups);
    }

    @Override
    public Optional<Path> file(String name) {
      return Optional.empty();
    }

    @Override
    public CompletableFuture<BackupManifest> backup(String kind, Actor actor) {
      if (backups.size() == 1) {
        return CompletableFuture.failedFuture(
            new BackupException("copying failed: the disk is full", null));
      }
      BackupManifest made =
          new BackupManifest(
              "bot-2026-11-21T05-40-00-000Z.db",
              1,
              AT,
              kind,
              new SnapshotFacts(4096, "00", 1, Map.of(), 7),
              AT,
              false,
              "0.1.0");
      backups.add(made);
      return CompletableFuture.completedFuture(made);
    }

    @Override
    public Map<String, Verdict> prune(boolean dryRun, Actor actor) {
      return Map.of("bot-1.db", new Verdict(false, "older than all that is kept"));
    }

    @Override
    public BackupManifest pin(String name, boolean pinned, Actor actor) {
      return backups.get(0).pinned(pinned);
    }

    @Override
    public Status status() {
      return new Status(
          false, 0, Optional.empty(), "", Optional.empty(), 0, 0, Optional.empty(), "");
    }
  }

  private final class FakeSurfaces implements Surfaces {
    @Override
    public List<Surface> list() {
      return List.copyOf(surfaces);
    }

    @Override
    public Surface install(Path jar, String sha256, boolean acceptMissing, Actor actor) {
      installed.add(jar);
      acceptedMissing.add(acceptMissing);
      return new Surface("innkeeper.metrics", "0.2.0", "active", AT, "user", "");
    }

    @Override
    public Surface update(String nameOrId, Optional<Path> jar, Actor actor) {
      if (!nameOrId.equals("innkeeper.admin")) {
        throw new SurfaceException("no bundle is called or numbered " + nameOrId);
      }
      jar.ifPresent(installed::add);
      return new Surface(nameOrId, "0.1.1", "active", AT, "release", "");
    }

    @Override
    public void uninstall(String name, Actor actor) {
      if (!surfaces.removeIf(s -> s.origin().equals("user") && s.name().equals(name))) {
        throw new SurfaceException("nothing called " + name + " was installed");
      }
    }

    @Override
    public Leftovers leftovers(String name) {
      return name.equals("leaky")
          ? new Leftovers(List.of("poller, at leaky.Poller.run(Poller.java:9)"), List.of(), 1)
          : new Leftovers(List.of(), List.of(), 0);
    }
  }
}
