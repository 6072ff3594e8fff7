package innkeeper.backup;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.settings.Settings;
import innkeeper.api.store.Snapshots;
import innkeeper.backup.file.BackupDirectory;
import innkeeper.backup.file.BackupState;
import innkeeper.backup.file.IntegrityCache;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The parts of the backup bundle; each has one task. */
record BackupParts(
    Settings settings,
    Clock clock,
    LongSupplier nanos,
    BackupDirectory backupDirectory,
    AwaitedService<Snapshots> source,
    Pipeline pipeline,
    IntegrityCache integrity,
    BackupPruner pruning,
    Progress progress,
    BackupState backupState,
    AuditWriter record,
    ChangeDetector changes,
    HookQueue hookQueue,
    RestoreDrill rehearsal,
    AtomicBoolean givenUp) {

  /**
   * @param steps receives the name of each step on disk before the step is done
   */
  static BackupParts of(
      Settings settings,
      Clock clock,
      LongSupplier nanos,
      Supplier<Optional<AuditLog>> audit,
      Collection<BackupListener> listeners,
      Consumer<String> steps) {
    Path dataDir = settings.dataDir();
    BackupDirectory backupDirectory = new BackupDirectory(dataDir.resolve("backups"));
    IntegrityCache integrity = new IntegrityCache(backupDirectory);
    AtomicBoolean givenUp = new AtomicBoolean();
    AuditWriter record = new AuditWriter(audit);
    BackupState backupState = new BackupState(backupDirectory.directory(), clock);
    Hook hook = new Hook(dataDir);
    AwaitedService<Snapshots> store = new AwaitedService<>(Snapshots.class, "store");
    return new BackupParts(
        settings,
        clock,
        nanos,
        backupDirectory,
        store,
        new Pipeline(backupDirectory, clock, settings.version(), givenUp::get, steps),
        integrity,
        new BackupPruner(backupDirectory, integrity, settings, clock, record, steps),
        new Progress(listeners),
        backupState,
        record,
        new ChangeDetector(record),
        new HookQueue(settings, backupDirectory, hook, backupState, record, store),
        new RestoreDrill(backupDirectory, dataDir.resolve("run").resolve("rehearsal")),
        givenUp);
  }
}
