package innkeeper.history.incident;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.backup.BackupListener;
import innkeeper.api.history.History;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.IncidentListener;
import innkeeper.api.incident.IncidentSource.Trouble;
import innkeeper.api.incident.Incidents;
import innkeeper.api.log.Logs;
import innkeeper.api.record.LogRecords;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.IncidentStore;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.thread.WatchedScheduler;
import innkeeper.common.text.Amounts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives changes of projects, backups and sources, and turns them into incidents on one thread.
 * Callers return at once. A change that is dropped because the queue is full is seen with the next
 * status.
 */
public final class IncidentService
    implements Incidents, ProjectListener, BackupListener, AutoCloseable {

  /**
   * The services of other bundles; each may be away.
   *
   * @param listener gets each incident that was stored; returns at once
   */
  public record Services(
      AwaitedService<IncidentStore> store,
      AwaitedService<AuditLog> audit,
      AwaitedService<Logs> logs,
      AwaitedService<Supervisor> supervisor,
      History history,
      AwaitedService<LogRecords> records,
      IncidentListener listener) {}

  private static final Logger LOG = LoggerFactory.getLogger(IncidentService.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long PRUNE_MINUTES = 60;
  private static final int MOST_KEPT = 10_000;
  private static final long MOST_BYTES = 16 << 20;
  private static final int MOST_WAITING = 8192;
  private static final int MOST_EARLY = 1000;

  /**
   * The delay before changes are handled. A start or an end makes several changes at once, and the
   * server has priority.
   */
  private static final long STEP_MILLIS = 50;

  private final Services services;
  private final Clock clock;
  private final IncidentTracker tracker;
  private final WatchedScheduler thread = new WatchedScheduler("history-incidents", 1, 0);
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicBoolean lookSoon = new AtomicBoolean();

  /** The tasks that came before bot.db could be read. Used on the one thread. */
  private final List<Runnable> early = new ArrayList<>();

  private volatile int open;

  /**
   * @param since the time until which an earlier host or bundle watched
   * @param hostSince the start of this host's process
   */
  public IncidentService(Services services, Clock clock, Instant since, Instant hostSince) {
    this.services = services;
    this.clock = clock;
    this.tracker = new IncidentTracker(services, since, hostSince);
  }

  /** Starts to prune at regular intervals. */
  public void start() {
    thread.scheduleWithFixedDelay(this::prune, 1, PRUNE_MINUTES, TimeUnit.MINUTES);
  }

  /**
   * Handles the statuses of all projects, every few seconds. The caller does not call this while
   * they are unknown.
   */
  public void look(List<ProjectStatus> projects) {
    later(
        () -> {
          Instant now = clock.instant();
          projects.forEach(project -> tracker.look(project, now));
          tracker.defined(projects.stream().map(ProjectStatus::channelId).toList(), now);
          tracker.sourcesAway(now);
        });
  }

  /**
   * Records that no host ran for a while without a request.
   *
   * @param from the time of the last host's last sample
   * @param to the time at which this host ran
   * @param lastSince the start of the last host's process; empty if unknown
   * @param machineDown whether the machine went down while it ran
   */
  public void outage(Instant from, Instant to, Optional<Instant> lastSince, boolean machineDown) {
    later(() -> tracker.outage(from, to, lastSince, machineDown));
  }

  /**
   * Handles the troubles that a source reports.
   *
   * @param troubles all present troubles of the source
   */
  void troubles(String source, List<Trouble> troubles) {
    later(() -> tracker.troubles(source, troubles, clock.instant()));
  }

  @Override
  public void changed(ProjectStatus now) {
    Instant at = clock.instant();
    if (add(() -> tracker.look(now, at)) && lookSoon.compareAndSet(false, true)) {
      hand(() -> thread.schedule(this::lookNow, STEP_MILLIS, TimeUnit.MILLISECONDS));
    }
  }

  private void lookNow() {
    lookSoon.set(false);
    work();
  }

  @Override
  public void removed(String channelId) {
    later(() -> tracker.removed(channelId, clock.instant()));
  }

  @Override
  public void progress(String phase, int percent, String detail) {
    if (phase.equals("failed") || phase.equals("published")) {
      later(() -> tracker.backup(phase, detail, clock.instant()));
    }
  }

  private void later(Runnable task) {
    if (add(task)) {
      hand(() -> thread.execute(this::work));
    }
  }

  private boolean add(Runnable task) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      return false;
    }
    tasks.add(task);
    return true;
  }

  private static void hand(Runnable over) {
    try {
      over.run();
    } catch (RejectedExecutionException e) {
      LOG.debug("incident not handled, the bundle stops", e);
    }
  }

  /** Runs all waiting tasks, in order. */
  private void work() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      waiting.decrementAndGet();
      run(task);
    }
  }

  private void run(Runnable task) {
    Optional<IncidentStore> store = store();
    if (store.isEmpty() || !tracker.load(store.get(), clock.instant())) {
      // A status is repeated; an outage or a failed backup is not, so the task is kept.
      if (early.size() < MOST_EARLY) {
        early.add(task);
      }
      return;
    }
    List<Runnable> kept = List.copyOf(early);
    early.clear();
    kept.forEach(Runnable::run);
    task.run();
    try {
      tracker.save(store.get()).forEach(services.listener()::changed);
    } catch (StoreException e) {
      LOG.warn("incidents not written, tried again reason=\"{}\"", e.getMessage());
    }
    open = tracker.open();
  }

  private Optional<IncidentStore> store() {
    return services.store().get();
  }

  private void prune() {
    try {
      Instant before = clock.instant().minus(KEPT);
      int gone = store().map(s -> s.prune(before, MOST_KEPT, MOST_BYTES)).orElse(0);
      if (gone > 0) {
        LOG.info("incidents pruned count={}", gone);
      }
    } catch (StoreException e) {
      LOG.warn("incidents not pruned, tried again reason=\"{}\"", e.getMessage());
    }
  }

  @Override
  public List<Incident> find(Query query) {
    if (query.from().isAfter(query.to())) {
      throw new IllegalArgumentException(
          "from (" + query.from() + ") must not be after to (" + query.to() + ")");
    }
    if (query.limit() < 1 || query.limit() > MOST) {
      throw new IllegalArgumentException(
          "limit is " + query.limit() + "; allowed are 1 to " + MOST);
    }
    IncidentStore store = services.store().await(PATIENCE);
    List<String> ids = new ArrayList<>();
    query.projects().forEach(project -> ids.add(channelId(store, project)));
    return store.find(ids, query.from(), query.to(), query.open(), query.limit()).stream()
        .map(IncidentText::read)
        .toList();
  }

  private String channelId(IncidentStore store, String project) {
    Optional<String> known =
        services
            .supervisor()
            .get()
            .flatMap(supervisor -> supervisor.project(project))
            .map(ProjectStatus::channelId);
    if (known.isPresent()) {
      return known.get();
    }
    // A removed project may have incidents, too.
    if (store.find(List.of(project), Instant.MIN, Instant.MAX, Optional.empty(), 1).isEmpty()) {
      throw new IllegalArgumentException(
          "unknown project \"" + project + "\"; GET /api/projects and innkeeper status list them");
    }
    return project;
  }

  @Override
  public Optional<Incident> incident(long id) {
    return services.store().await(PATIENCE).incident(id).map(IncidentText::read);
  }

  @Override
  public Incident acknowledge(long id, Actor actor) {
    Instant now = clock.instant();
    return change(
        id,
        new AuditDraft("incident.acknowledge", "", actor, "ok", "incident " + id),
        incident ->
            incident.acknowledgement().by().isPresent()
                ? incident
                : IncidentEdit.of(incident).acknowledged(actor, now).incident());
  }

  @Override
  public Incident snooze(long id, Duration span, Actor actor) {
    if (span.compareTo(SHORTEST_SNOOZE) < 0 || span.compareTo(LONGEST_SNOOZE) > 0) {
      throw new IllegalArgumentException(
          "a snooze of " + Amounts.span(span) + " is out of range; allowed are 1m to 7d");
    }
    Instant until = clock.instant().plus(span);
    return change(
        id,
        new AuditDraft(
            "incident.snooze",
            "",
            actor,
            "ok",
            "incident " + id + " for " + span.toSeconds() + " s"),
        incident -> IncidentEdit.of(incident).snoozed(until).incident());
  }

  /** Changes an incident on the one thread, so that no concurrent change is lost. */
  private Incident change(long id, AuditDraft draft, UnaryOperator<Incident> how) {
    IncidentStore store = services.store().await(PATIENCE);
    return call(
        () -> {
          work();
          tracker.load(store, clock.instant());
          Optional<Incident> live = tracker.change(id, how);
          if (live.isEmpty()) {
            Incident stored =
                store
                    .incident(id)
                    .map(IncidentText::read)
                    .orElseThrow(() -> new UnknownIncidentException(id));
            live = Optional.of(how.apply(stored));
            store.put(List.of(IncidentText.stored(live.get())));
            services.listener().changed(live.get());
          } else {
            tracker.save(store).forEach(services.listener()::changed);
          }
          AuditDraft named =
              new AuditDraft(
                  draft.action(),
                  live.get().channelId(),
                  draft.actor(),
                  draft.outcome(),
                  draft.detail());
          services.audit().await(PATIENCE).append(named);
          return live.get();
        });
  }

  private <T> T call(Callable<T> task) {
    Future<T> result = thread.submit(task);
    try {
      return result.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException known) {
        throw known;
      }
      throw new StoreException("the incident was not changed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      result.cancel(false);
      throw new StoreException("the incident was not changed in time; try again", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("the incident was not changed: interrupted", e);
    }
  }

  @Override
  public int open() {
    return open;
  }

  /** Completes the present tasks, for at most two seconds. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(2, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
