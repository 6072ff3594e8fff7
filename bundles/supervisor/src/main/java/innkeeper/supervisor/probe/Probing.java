package innkeeper.supervisor.probe;

import innkeeper.api.log.Logs;
import innkeeper.api.project.Probe;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.api.thread.WatchedPool;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.queue.Threads;
import innkeeper.supervisor.queue.Timers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** Probes servers on its own threads, so that a probe that hangs delays other probes only. */
public final class Probing implements AutoCloseable {

  private static final int THREADS = 8;

  private final Timers timers;
  private final Supplier<Optional<Logs>> logs;
  private final Signals signals;
  private final ProcTable table;
  private final Map<String, String> hosts;
  private final WatchedPool pool =
      Threads.pool("supervisor-probe", THREADS, 10_000, new ThreadPoolExecutor.DiscardPolicy());

  public Probing(
      Timers timers,
      Supplier<Optional<Logs>> logs,
      Signals signals,
      ProcTable table,
      Map<String, String> hosts) {
    this.timers = timers;
    this.logs = logs;
    this.signals = signals;
    this.table = table;
    this.hosts = hosts;
  }

  /**
   * Starts to probe an incarnation; the caller closes the loop when the incarnation ends.
   *
   * @param logEnd the result of {@link #logEnd}
   * @param age how long the server has lived
   * @param recent gets each answer
   * @param listener receives each change of health, on a probe's thread, and whether the failures
   *     in a row are so many that a liveness probe restarts the server
   */
  public ProbeLoop begin(
      ProjectDefinition definition,
      String logEnd,
      Duration age,
      RecentProbes recent,
      BiConsumer<ProbeHealth, Boolean> listener) {
    Probe probe = definition.health().orElseThrow();
    Ask ask = ask(definition, probe, logEnd);
    ProbeLoop loop =
        new ProbeLoop(
            probe, definition.startTime().minus(age), ask, timers, pool, recent, listener);
    loop.begin();
    return loop;
  }

  /**
   * Returns the present end of the log, if the probe reads it; else "". The caller calls this
   * before the server's first instruction.
   */
  public String logEnd(ProjectDefinition definition) {
    return definition.health().filter(p -> p.kind() == Probe.Kind.LOG_LINE).isPresent()
        ? LogLineAsk.end(definition.name(), logs)
        : "";
  }

  private Ask ask(ProjectDefinition definition, Probe probe, String logEnd) {
    return switch (probe.kind()) {
      case HTTP -> HttpAsk.of(probe.target(), probe.timeout());
      case TCP -> TcpAsk.of(probe.target(), probe.timeout());
      case EXEC -> new ExecAsk(definition, hosts, signals, table);
      case LOG_LINE -> new LogLineAsk(definition.name(), probe.target(), logEnd, logs);
    };
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
