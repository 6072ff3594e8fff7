package innkeeper.schedule;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.incident.IncidentKind;
import innkeeper.api.incident.IncidentSource;
import innkeeper.api.schedule.RunSchedule;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.ProjectListener;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.api.thread.WatchedScheduler;
import innkeeper.common.time.IsoTime;
import innkeeper.schedule.RunMemory.MissedRun;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the clock at each due time, at least every ten seconds, and begins runs. It has no thread
 * while no project has a schedule.
 */
final class ScheduleLoop implements ProjectListener, IncidentSource, AutoCloseable {

  /** The actor of scheduled runs, which only the project's own definition requests. */
  static final Actor ACTOR = new Actor(Actor.Via.SUPERVISOR, "", "schedule");

  private static final Logger LOG = LoggerFactory.getLogger(ScheduleLoop.class);

  /** The longest pause between two checks: the clock may be set, or the machine may have slept. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final AwaitedService<Supervisor> supervisor;
  private final AwaitedService<AuditLog> audit;
  private final RunsFile file;
  private final Clock clock;

  /** The channelIds of the projects that have a schedule. */
  private final Set<String> scheduled = ConcurrentHashMap.newKeySet();

  /** The facts by channelId. Used on the one thread. */
  private final Map<String, RunMemory> memories;

  private volatile List<Trouble> troubles = List.of();
  private volatile boolean remembered;
  private WatchedScheduler thread;
  private Future<?> next;
  private long nextNanos;
  private boolean closed;

  ScheduleLoop(
      AwaitedService<Supervisor> supervisor,
      AwaitedService<AuditLog> audit,
      RunsFile file,
      Clock clock) {
    this.supervisor = supervisor;
    this.audit = audit;
    this.file = file;
    this.clock = clock;
    this.memories = new TreeMap<>(file.read());
    tell();
  }

  @Override
  public void changed(ProjectStatus now) {
    if (now.project().schedule().isPresent()) {
      scheduled.add(now.channelId());
      soon(Duration.ZERO);
    } else if (scheduled.contains(now.channelId())) {
      removed(now.channelId());
    }
  }

  @Override
  public void removed(String channelId) {
    scheduled.remove(channelId);
    soon(Duration.ZERO);
  }

  /** Adds all projects that exist at the start. */
  void known(List<ProjectStatus> projects) {
    projects.forEach(this::changed);
    soon(Duration.ZERO);
  }

  @Override
  public String name() {
    return "schedule";
  }

  @Override
  public List<Trouble> troubles() {
    return troubles;
  }

  private synchronized void soon(Duration delay) {
    long at = System.nanoTime() + Math.max(0, delay.toNanos());
    boolean nothing = thread == null && scheduled.isEmpty() && !remembered;
    if (closed || nothing || (next != null && nextNanos - at <= 0)) {
      return;
    }
    nextNanos = at;
    try {
      if (thread == null) {
        thread = new WatchedScheduler("schedule-runs", 1, 0);
      }
      if (next != null) {
        next.cancel(false);
      }
      next = thread.schedule(this::wake, Math.max(0, delay.toMillis()), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("runs not looked at, the bundle stops", e);
    }
  }

  private void wake() {
    // A request after this point schedules another check.
    synchronized (this) {
      next = null;
    }
    Duration pause = AGAIN;
    try {
      pause = looked();
    } catch (StoreException e) {
      LOG.debug("projects are not known yet", e);
    } finally {
      soon(pause);
    }
  }

  /** Begins the runs that are due, and returns the pause until the next check. */
  private Duration looked() {
    Optional<Supervisor> now = supervisor.get();
    if (now.isEmpty()) {
      return AGAIN;
    }
    Duration pause = LONGEST;
    Set<String> ids = new TreeSet<>(scheduled);
    ids.addAll(memories.keySet());
    for (String id : ids) {
      Optional<ProjectStatus> status = now.get().project(id);
      if (status.flatMap(s -> s.project().schedule()).isPresent()) {
        Duration rest = look(now.get(), status.get());
        pause = rest.compareTo(pause) < 0 ? rest : pause;
      } else if (!now.get().unreadable().contains(id)) {
        scheduled.remove(id);
        remember(id, null);
      }
    }
    return pause;
  }

  private Duration look(Supervisor now, ProjectStatus status) {
    String id = status.channelId();
    RunSchedule schedule = status.project().schedule().orElseThrow();
    Instant at = clock.instant();
    String text = text(schedule);
    RunMemory was = memories.get(id);
    if (was == null || !was.schedule().equals(text)) {
      was = RunMemory.begin(text, at);
      remember(id, was);
    }
    if (now.heldBack(id).isPresent()) {
      leaveToOriginal(id, was, schedule, at);
      return LONGEST;
    }
    RunRules.Step step = RunRules.next(was, schedule, status, at);
    // This is written before the run begins. A host that dies in between begins it again, or sees
    // that it has begun.
    if (!remember(id, step.memory())) {
      return AGAIN;
    }
    step.notes().forEach(note -> note(id, note));
    if (step.begin()) {
      return begin(now, id, schedule, step.memory()) ? Duration.ZERO : AGAIN;
    }
    Instant wake = step.wake().orElse(at.plus(LONGEST));
    return Duration.between(at, wake);
  }

  /** Skips the runs of a copied DATA_DIR, because the original's host begins them. */
  private void leaveToOriginal(String id, RunMemory was, RunSchedule schedule, Instant now) {
    boolean due = schedule.due(was.handled()).filter(next -> !next.isAfter(now)).isPresent();
    if (due || was.missed().isPresent() || was.intent().isPresent() || was.queued().isPresent()) {
      remember(id, was.leftToAnother(now));
    }
  }

  private boolean begin(Supervisor now, String id, RunSchedule schedule, RunMemory memory) {
    Instant due = memory.intent().orElseThrow().due();
    // A project that was stopped by command is not restarted.
    if (schedule.action() == RunSchedule.Action.RESTART
        && now.project(id).filter(p -> p.lifecycle().desired() == Desired.STOPPED).isPresent()) {
      remember(id, memory.givenUp());
      return true;
    }
    try {
      now.scheduled(id, schedule.action(), ACTOR);
      LOG.info(
          "scheduled run begun channelId={} action={} due={}",
          id,
          schedule.action().word(),
          IsoTime.text(due));
      remember(id, memory.begun(clock.instant()));
      return true;
    } catch (RuntimeException e) {
      String cause =
          "the run of " + IsoTime.text(due) + " could not be begun, tried again: " + e.getMessage();
      LOG.warn("scheduled run not begun, tried again channelId={} reason=\"{}\"", id, cause);
      if (memory.missed().filter(m -> m.due().equals(due)).isEmpty()) {
        remember(id, memory.misses(due, clock.instant(), cause, 1));
      }
      return false;
    }
  }

  private static String text(RunSchedule s) {
    return String.join(
        " | ",
        s.calendar().toString(),
        s.zone().getId(),
        Long.toString(s.jitter().toSeconds()),
        s.action().word());
  }

  private void note(String id, String note) {
    LOG.warn("scheduled run channelId={} reason=\"{}\"", id, note);
    audit
        .get()
        .ifPresent(
            log -> {
              try {
                log.append(new AuditDraft("project.schedule", id, ACTOR, "failed", note));
              } catch (RuntimeException e) {
                LOG.warn("audit entry not written channelId={} error={}", id, e.getMessage());
              }
            });
  }

  /** Remembers the facts of a project; null forgets it. Returns whether they are on disk. */
  private boolean remember(String id, RunMemory memory) {
    RunMemory was = memory == null ? memories.remove(id) : memories.put(id, memory);
    if (memory == null ? was == null : memory.equals(was)) {
      return true;
    }
    try {
      file.write(memories);
    } catch (IOException e) {
      LOG.error("runs not written, none begins before they are written error={}", e.getMessage());
      if (was == null) {
        memories.remove(id);
      } else {
        memories.put(id, was);
      }
      return false;
    }
    tell();
    return true;
  }

  private void tell() {
    remembered = !memories.isEmpty();
    troubles =
        memories.entrySet().stream()
            .filter(one -> one.getValue().missed().isPresent())
            .map(one -> trouble(one.getKey(), one.getValue().missed().get()))
            .toList();
  }

  private static Trouble trouble(String id, MissedRun missed) {
    // All runs that are left out in a row are one incident.
    return new Trouble(id, id, missed.sentence(), missed.since(), IncidentKind.MISSED_RUN);
  }

  /** Stops the checks. A run that is being begun is completed. */
  @Override
  public void close() {
    WatchedScheduler was;
    synchronized (this) {
      closed = true;
      was = thread;
    }
    if (was != null) {
      was.shutdown();
      try {
        if (!was.awaitTermination(2, TimeUnit.SECONDS)) {
          LOG.warn("a scheduled run is being begun longer than expected");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
