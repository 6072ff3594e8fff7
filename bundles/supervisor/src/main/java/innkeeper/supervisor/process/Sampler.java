package innkeeper.supervisor.process;

import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.ProjectStatus.Resources;
import innkeeper.supervisor.queue.Timers;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples CPU, memory and processes by session: one pass over /proc every 5 s while clients read
 * the status.
 */
public final class Sampler {

  private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration ATTENTION = Duration.ofMinutes(1);

  private record Sample(long nanos, Map<Identity, Long> cpu, Map<Long, Resources> bySession) {}

  private final ProcTable table;
  private final Timers timers;
  private final Executor pool;
  private final AtomicBoolean running = new AtomicBoolean();
  private final Set<Long> wanted = java.util.concurrent.ConcurrentHashMap.newKeySet();
  private volatile long lookedAt;
  private volatile Sample last = new Sample(0, Map.of(), Map.of());

  public Sampler(ProcTable table, Timers timers, Executor pool) {
    this.table = table;
    this.timers = timers;
    this.pool = pool;
  }

  /**
   * Returns the status with the last sample of its session. Sampling continues, because a client
   * reads the status.
   */
  public ProjectStatus with(ProjectStatus s) {
    if (s.server().pid().isEmpty()) {
      return s;
    }
    wanted.add(s.server().pid().getAsLong());
    lookedAt = System.nanoTime();
    if (running.compareAndSet(false, true)) {
      soon(Duration.ZERO);
    }
    Resources resources = last.bySession().get(s.server().pid().getAsLong());
    return resources == null ? s : s.with(resources);
  }

  private void soon(Duration delay) {
    timers.after(
        delay,
        () -> {
          try {
            pool.execute(this::sample);
          } catch (RejectedExecutionException e) {
            running.set(false);
          }
        });
  }

  private void sample() {
    boolean again = true;
    try {
      again = look();
    } finally {
      if (again) {
        soon(PERIOD);
      } else {
        running.set(false);
      }
    }
  }

  /** Takes one sample; returns whether another one follows. */
  private boolean look() {
    if (System.nanoTime() - lookedAt > ATTENTION.toNanos()) {
      last = new Sample(0, Map.of(), Map.of());
      wanted.clear();
      return false;
    }
    try {
      take(table.sessions());
    } catch (IllegalStateException e) {
      // No descriptor is left now; the next pass may find one.
      LOG.warn("servers not sampled error={}", e.getMessage());
    }
    return true;
  }

  private void take(ProcTable.Snapshot now) {
    Sample before = last;
    Map<Identity, Long> cpu = new HashMap<>();
    Map<Long, Resources> bySession = new HashMap<>();
    long nowTicks = Proc.nowTicks();
    double seconds = (now.beganNanos() - before.nanos()) / 1e9;
    for (Long session : new HashSet<>(wanted)) {
      List<Stat> members = now.session(session).stream().filter(s -> !s.dead()).toList();
      if (members.isEmpty()) {
        wanted.remove(session);
        continue;
      }
      long ticks = 0;
      long pages = 0;
      double sinceStart = 0;
      for (Stat s : members) {
        cpu.put(s.identity(), s.cpuTicks());
        // A process that is new since the last pass counts with all the time it has used.
        ticks += s.cpuTicks() - before.cpu().getOrDefault(s.identity(), 0L);
        pages += s.rssPages();
        sinceStart += 100.0 * s.cpuTicks() / Math.max(nowTicks - s.identity().start(), 1);
      }
      // The first pass has no earlier sample: it uses the mean since the start of the process, like
      // ps.
      double percent =
          before.nanos() == 0
              ? sinceStart
              : 100.0 * ticks / Proc.TICKS_PER_SECOND / Math.max(seconds, 0.1);
      bySession.put(
          session,
          new Resources(Math.round(percent * 10) / 10.0, pages * Proc.PAGE_BYTES, members.size()));
    }
    last = new Sample(now.beganNanos(), cpu, bySession);
  }
}
