package innkeeper.backup;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.settings.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What backups are put together from; each does one thing. */
record Parts(
    Settings settings,
    Clock clock,
    LongSupplier nanos,
    Shelf shelf,
    Source source,
    Pipeline pipeline,
    Proof proof,
    Pruning pruning,
    Progress progress,
    Memory memory,
    Record record,
    Changes changes,
    HandOver handOver,
    Rehearsal rehearsal,
    AtomicBoolean givenUp) {

  /**
   * @param steps told each step on disk before it is done
   */
  static Parts of(
      Settings settings,
      Clock clock,
      LongSupplier nanos,
      Supplier<Optional<AuditLog>> audit,
      Collection<BackupListener> listeners,
      Consumer<String> steps) {
    Path dataDir = settings.dataDir();
    Shelf shelf = new Shelf(dataDir.resolve("backups"));
    Proof proof = new Proof(shelf);
    AtomicBoolean givenUp = new AtomicBoolean();
    Record record = new Record(audit);
    Memory memory = new Memory(shelf.directory(), clock);
    Hook hook = new Hook(dataDir);
    return new Parts(
        settings,
        clock,
        nanos,
        shelf,
        new Source(),
        new Pipeline(shelf, clock, settings.version(), givenUp::get, steps),
        proof,
        new Pruning(shelf, proof, settings, clock, record, steps),
        new Progress(listeners),
        memory,
        record,
        new Changes(record),
        new HandOver(settings, shelf, hook, memory, record),
        new Rehearsal(shelf, dataDir.resolve("run").resolve("rehearsal")),
        givenUp);
  }
}
