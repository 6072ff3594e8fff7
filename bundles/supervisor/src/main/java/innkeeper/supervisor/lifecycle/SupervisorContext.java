package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.probe.Probing;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.queue.Timers;
import innkeeper.supervisor.run.Moment;
import innkeeper.supervisor.run.RunFiles;
import innkeeper.supervisor.spawn.Launcher;
import java.time.Clock;
import java.util.concurrent.ConcurrentMap;
import java.util.function.DoubleSupplier;

/**
 * The objects that all projects share.
 *
 * @param names the channelId of the project whose server uses a log name, by log name
 * @param random supplies numbers from 0 to 1, which vary the pause before a restart
 */
public record SupervisorContext(
    RunFiles run,
    Launcher launcher,
    ProcTable table,
    Timers timers,
    Journal journal,
    DrainTracker drains,
    IdleWrappers idleWrappers,
    Probing probing,
    ConcurrentMap<String, String> names,
    StartOrder startOrder,
    Clock clock,
    DoubleSupplier random) {

  /** Returns the present time by the wall clock and by the machine's uptime. */
  public Moment.Now now() {
    return new Moment.Now(clock.instant(), Proc.uptimeMillis());
  }

  /** Returns a monotonic time in nanoseconds; the wall clock may jump. */
  long nanos() {
    return System.nanoTime();
  }
}
