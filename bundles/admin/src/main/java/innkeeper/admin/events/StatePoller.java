package innkeeper.admin.events;

import innkeeper.admin.events.EventBody.Resync;
import innkeeper.admin.events.EventBody.SurfaceList;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.api.health.Health;
import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthReport;
import innkeeper.api.surface.Surfaces.Surface;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls the state that no listener reports (surfaces, health, counters) while a stream is open. */
final class StatePoller {

  private static final Logger LOG = LoggerFactory.getLogger(StatePoller.class);
  private static final long TICK_MILLIS = 500;
  private static final int METRICS_TICKS = 10;
  private static final long STIR_MILLIS = 250;

  private final Supplier<ServiceSnapshot> services;
  private final StateSnapshot scene;
  private final EventHub hub;
  private final BooleanSupplier wanted;
  private final Runnable eachTick;
  private final ScheduledExecutorService timer;
  private final AtomicBoolean ticking = new AtomicBoolean();
  private final AtomicBoolean stirring = new AtomicBoolean();

  // Guarded by this: the timer has two threads, so a tick and a check after an event may overlap.
  private long ticks;
  private List<Surface> surfaces;
  private ServiceSnapshot known;
  private List<String> verdict = List.of();

  /**
   * Creates a poller that does not run yet.
   *
   * @param wanted returns whether a stream is open
   * @param eachTick runs on each tick while a stream is open
   */
  StatePoller(
      Supplier<ServiceSnapshot> services,
      StateSnapshot scene,
      EventHub hub,
      BooleanSupplier wanted,
      Runnable eachTick,
      ScheduledExecutorService timer) {
    this.services = services;
    this.scene = scene;
    this.hub = hub;
    this.wanted = wanted;
    this.eachTick = eachTick;
    this.timer = timer;
  }

  /** Starts to poll if a stream is open. Polling stops when no stream is open. */
  void begin() {
    if (wanted.getAsBoolean() && ticking.compareAndSet(false, true)) {
      after(TICK_MILLIS, this::tick);
    }
  }

  /** Schedules a check of health after an event. Further events before that check share it. */
  void stir() {
    if (!wanted.getAsBoolean() || !stirring.compareAndSet(false, true)) {
      return;
    }
    after(
        STIR_MILLIS,
        () -> {
          stirring.set(false);
          safely(this::health);
        });
  }

  private void after(long millis, Runnable look) {
    try {
      timer.schedule(look, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("timer has ended; polling stops", e);
    }
  }

  private void tick() {
    try {
      if (wanted.getAsBoolean()) {
        look();
      } else {
        forget();
      }
    } finally {
      // Polling continues after a failure, and for a stream that was opened meanwhile: no other
      // task does it.
      ticking.set(false);
      begin();
    }
  }

  /** Forgets the polled state. The next stream begins with a snapshot. */
  private synchronized void forget() {
    verdict = List.of();
    surfaces = null;
    known = null;
    ticks = 0;
  }

  private synchronized void look() {
    safely(
        () -> {
          eachTick.run();
          hub.catchUp();
          surfaces();
          if (ticks++ % METRICS_TICKS == 0) {
            hub.tellNow("metrics", scene.metrics(services.get()));
            health();
          }
        });
  }

  private void surfaces() {
    ServiceSnapshot now = services.get();
    List<Surface> list = scene.surfaces(now);
    if (surfaces != null && list != null && !list.equals(surfaces)) {
      hub.tell("surface", new SurfaceList(list));
    }
    surfaces = list == null ? surfaces : list;
    // A bundle that has come or gone may change data that a reader saw as missing.
    boolean changed = known != null && !known.equals(now);
    known = now;
    if (changed) {
      hub.tell(
          "snapshot",
          new Resync(true, scene.projects(now), scene.backups(now), scene.rotation(now), list));
      health();
    }
  }

  private synchronized void health() {
    Health asked = services.get().find(Health.class).orElse(null);
    if (asked == null) {
      return;
    }
    HealthReport report = asked.report(Health.Level.FULL);
    List<String> now = verdict(report);
    boolean differs = !now.equals(verdict);
    verdict = now;
    hub.health(report, differs);
  }

  /** Returns the parts of a report whose change is news. */
  private static List<String> verdict(HealthReport report) {
    List<String> words = new ArrayList<>();
    words.add(report.status().word() + " " + report.ready() + "/" + report.projects());
    for (HealthCheckResult c : report.checks()) {
      words.add(c.name() + " " + c.status().word() + " " + c.why() + " " + c.limit());
    }
    return words;
  }

  private static void safely(Runnable look) {
    try {
      look.run();
    } catch (RuntimeException e) {
      LOG.debug("a surface left while it was polled", e);
    }
  }
}
