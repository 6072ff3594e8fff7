package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.probe.Probing;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.queue.Timers;
import innkeeper.supervisor.run.Moment;
import innkeeper.supervisor.run.PendingAudit;
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
public record SupervisorContext(
    RunFiles run,
    Launcher launcher,
    ProcTable table,
    Signals signals,
    Timers timers,
    Journal journal,
    DrainTracker drains,
    IdleWrappers idleWrappers,
    Probing probing,
    ConcurrentMap<String, String> names,
    StartOrder startOrder,
    BiConsumer<String, PendingAudit> auditPaid,
    Clock clock,
    DoubleSupplier random) {

  /** The same, but for its files. */
  SupervisorContext with(RunFiles other) {
    return new SupervisorContext(
        other,
        launcher,
        table,
        signals,
        timers,
        journal,
        drains,
        idleWrappers,
        probing,
        names,
        startOrder,
        auditPaid,
        clock,
        random);
  }

  /** An entry that a project owed the audit record is on disk. */
  void paid(String channelId, PendingAudit pending) {
    auditPaid.accept(channelId, pending);
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
