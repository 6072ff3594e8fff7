package innkeeper.supervisor.probe;

import innkeeper.api.health.HealthStatus;
import innkeeper.api.project.Probe;
import innkeeper.api.supervisor.ProjectStatus.ProbeHealth;
import innkeeper.supervisor.queue.Timers;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;

/**
 * Probes one incarnation again and again. Until the first good answer it probes more often.
 * Failures do not count before the start time and the initial delay are over.
 */
public final class ProbeLoop implements AutoCloseable {

  private static final Duration EAGER = Duration.ofMillis(250);
  private static final int SHOWN = 200;

  private final Probe probe;
  private final Ask ask;
  private final Timers timers;
  private final Executor pool;
  private final RecentProbes recent;
  private final BiConsumer<ProbeHealth, Boolean> listener;
  private final long countsFrom;

  private boolean closed;
  private long round;
  private long askedAt;
  private boolean running;
  private boolean everWell;
  private int failures;
  private ProbeHealth last;
  private Future<?> next;

  /**
   * @param startTime the time that the server still has to become ready; negative if it is over
   */
  ProbeLoop(
      Probe probe,
      Duration startTime,
      Ask ask,
      Timers timers,
      Executor pool,
      RecentProbes recent,
      BiConsumer<ProbeHealth, Boolean> listener) {
    this.probe = probe;
    this.ask = ask;
    this.timers = timers;
    this.pool = pool;
    this.recent = recent;
    this.listener = listener;
    this.countsFrom = System.nanoTime() + startTime.toNanos() + probe.initialDelay().toNanos();
  }

  void begin() {
    schedule(Duration.ofMillis(20));
  }

  /** Returns the health before the first answer. */
  public static ProbeHealth notAsked() {
    return new ProbeHealth(HealthStatus.UNKNOWN, true, false, "not probed yet");
  }

  private synchronized void schedule(Duration delay) {
    if (!closed) {
      next = timers.after(delay, this::start);
    }
  }

  private synchronized void start() {
    if (closed) {
      return;
    }
    long number = ++round;
    running = false;
    askedAt = System.nanoTime();
    next = timers.after(probe.timeout(), () -> waits(number));
    pool.execute(() -> run(number));
  }

  private void run(long number) {
    synchronized (this) {
      if (closed || number != round) {
        return;
      }
      running = true;
      askedAt = System.nanoTime();
      next.cancel(false);
      next = timers.after(probe.timeout(), () -> late(number));
    }
    String wrong;
    boolean counts = true;
    try {
      wrong = ask.ask();
    } catch (NotAskedException | Error e) {
      // The host lacked a descriptor, a process or a thread for the probe: the server is not to
      // blame.
      counts = false;
      wrong = "not probed: " + e.getMessage();
    } catch (Exception e) {
      wrong = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
    answer(number, wrong, counts);
  }

  private void late(long number) {
    synchronized (this) {
      if (closed || number != round) {
        return;
      }
    }
    answer(number, "no answer within " + seconds(), true);
    // The timer thread calls this, so it must not block. The threads of the pool may all hang.
    ask.cancel();
  }

  /**
   * Reports that a probe waits for a thread. The probe keeps its place in the pool's queue, because
   * a new request would never reach its front.
   */
  private void waits(long number) {
    ProbeHealth health;
    synchronized (this) {
      if (closed || number != round || running) {
        return;
      }
      String why = "not probed: all probe threads are busy";
      recent.add(false, (System.nanoTime() - askedAt) / 1_000_000, why);
      health = health(false, false, failures >= probe.failures(), why);
      if (health.equals(last)) {
        return;
      }
      last = health;
    }
    listener.accept(health, false);
  }

  private String seconds() {
    return probe.timeout().toMillis() / 1000.0 + " s";
  }

  /**
   * @param counts whether the answer says something about the server
   */
  private void answer(long number, String wrong, boolean counts) {
    ProbeHealth health;
    boolean unhealthy;
    synchronized (this) {
      if (closed || number != round) {
        return;
      }
      round++;
      next.cancel(false);
      boolean well = wrong.isEmpty();
      recent.add(well, (System.nanoTime() - askedAt) / 1_000_000, shown(wrong));
      boolean grace = System.nanoTime() - countsFrom < 0;
      everWell |= well;
      if (well) {
        failures = 0;
      } else if (counts && !grace && !ask.onceIsEnough()) {
        failures++;
      }
      unhealthy = failures >= probe.failures();
      health = health(well, grace, unhealthy, wrong);
      boolean done = well && ask.onceIsEnough();
      if (!done && !(unhealthy && probe.liveness())) {
        boolean eager = !everWell && (grace || ask.onceIsEnough());
        schedule(eager && EAGER.compareTo(probe.period()) < 0 ? EAGER : probe.period());
      }
      if (health.equals(last) && !unhealthy) {
        return;
      }
      last = health;
    }
    listener.accept(health, unhealthy && probe.liveness());
  }

  private ProbeHealth health(boolean well, boolean grace, boolean unhealthy, String wrong) {
    if (well) {
      return ProbeHealth.HEALTHY;
    }
    String text = shown(wrong);
    if (unhealthy) {
      return new ProbeHealth(HealthStatus.FAIL, false, false, text);
    }
    if (grace && !everWell) {
      return new ProbeHealth(HealthStatus.UNKNOWN, true, false, "not ready yet: " + text);
    }
    return new ProbeHealth(HealthStatus.WARN, true, everWell, text);
  }

  private static String shown(String wrong) {
    String text = wrong.length() > SHOWN ? wrong.substring(0, SHOWN) : wrong;
    return text.replaceAll("[\\r\\n]+", " ");
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (next != null) {
        next.cancel(false);
      }
    }
    ask.cancel();
  }
}
