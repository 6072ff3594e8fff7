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

/** Looks at what nobody tells of (surfaces, health, counters) while somebody listens. */
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

  // The timer's own.
  private long ticks;
  private List<Surface> surfaces;
  private ServiceSnapshot rooms;
  private List<String> verdict = List.of();

  /**
   * @param wanted whether anybody listens
   * @param eachTick run each time while somebody does
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

  /** Somebody listens. The timer rests while nobody does. */
  void begin() {
    if (wanted.getAsBoolean() && ticking.compareAndSet(false, true)) {
      after(TICK_MILLIS, this::tick);
    }
  }

  /** Something happened: look at health soon, once for all that happens meanwhile. */
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
      LOG.debug("nobody looks any more", e);
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
      // Also after a failure, and for who came since: nobody else looks.
      ticking.set(false);
      begin();
    }
  }

  /** Whoever comes next is told all of it as news. */
  private void forget() {
    verdict = List.of();
    surfaces = null;
    rooms = null;
    ticks = 0;
  }

  private void look() {
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
    if (list != null && !list.equals(surfaces)) {
      boolean first = surfaces == null;
      surfaces = list;
      if (!first) {
        hub.tell("surface", new SurfaceList(list));
      }
    }
    // Who came or went may have brought what a reader was shown as away.
    if (!now.equals(rooms)) {
      boolean first = rooms == null;
      rooms = now;
      if (!first) {
        hub.tell(
            "snapshot",
            new Resync(true, scene.projects(now), scene.backups(now), scene.rotation(now), list));
        health();
      }
    }
  }

  private void health() {
    Health asked = services.get().findHealth().orElse(null);
    if (asked == null) {
      return;
    }
    HealthReport report = asked.report(Health.Level.FULL);
    List<String> now = verdict(report);
    boolean differs = !now.equals(verdict);
    verdict = now;
    hub.health(report, differs);
  }

  /** What of a report is news. */
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
      LOG.debug("a surface left while it was looked at", e);
    }
  }
}
