package innkeeper.supervisor.machine;

import innkeeper.supervisor.probe.Probing;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.queue.Timers;
import innkeeper.supervisor.run.RunFiles;
import innkeeper.supervisor.spawn.Launcher;
import java.time.Clock;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;

/**
 * What all projects share.
 *
 * @param names which project's incarnation uses which log name now
 * @param auditPaid told of channelId and end once its audit entry is on disk
 * @param random from 0 to 1
 */
public record House(
    RunFiles run,
    Launcher launcher,
    ProcTable table,
    Signals signals,
    Timers timers,
    Journal journal,
    Drains drains,
    Spares spares,
    Probing probing,
    ConcurrentMap<String, String> names,
    Ties ties,
    BiConsumer<String, Debt> auditPaid,
    Clock clock,
    DoubleSupplier random) {

  /** The same, but for its files. */
  House with(RunFiles other) {
    return new House(
        other, launcher, table, signals, timers, journal, drains, spares, probing, names, ties,
        auditPaid, clock, random);
  }

  /** An entry that a project owed the audit record is on disk. */
  void paid(String channelId, Debt debt) {
    auditPaid.accept(channelId, debt);
  }

  /** By the wall clock and by the one that nobody sets. */
  public Moment.Now now() {
    return new Moment.Now(clock.instant(), Proc.uptimeMillis());
  }

  /** Monotonic; the wall clock may jump. */
  long nanos() {
    return System.nanoTime();
  }
}
