package innkeeper.supervisor.lifecycle;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.project.RestartPolicy;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProbeResult;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.queue.SerialQueue;
import innkeeper.supervisor.queue.Waiters;
import innkeeper.supervisor.run.LastRun;
import innkeeper.supervisor.run.PendingAudit;
import innkeeper.supervisor.spawn.Incarnation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has one project's state, asks {@link Transitions} what an event does to it, and carries out the
 * effects. Everything runs on the project's queue.
 */
public final class ProjectActor {

  private static final Logger LOG = LoggerFactory.getLogger(ProjectActor.class);
  private static final String FAILED = "a step of its supervision failed: ";

  private final SupervisorContext context;
  private final SerialQueue queue;
  private final Consumer<ProjectStatus> sink;
  private final Runnable stepDone;
  private final Waiters waiters = new Waiters();
  private final Deque<LifecycleEvent> events = new ArrayDeque<>();
  private final ProjectRuntime runtime;
  private final StartSequence start;
  private final ExitHandling exit;
  private final HealthWatch health;
  private final MemoryWatch memory;
  private final Repair repair;
  private final Retries retries;
  private final ServerAdoption adoption;

  private State state;

  /** Grows with each change of phase: what was scheduled in an earlier one comes too late. */
  private long visit;

  private boolean handling;
  private Runnable gone = () -> {};

  /** Written on the queue; the tick asks for it from its own thread. */
  private volatile Incarnation live;

  /**
   * @param sink takes each status at once
   * @param stepDone called when nothing is left to be done for now: a server waits for no listener
   */
  public ProjectActor(
      SupervisorContext context,
      SerialQueue queue,
      ProjectDefinition definition,
      Desired desired,
      Consumer<ProjectStatus> sink,
      Runnable stepDone) {
    this.context = context;
    this.queue = queue;
    this.sink = sink;
    this.stepDone = stepDone;
    this.state = State.stopped(desired);
    this.runtime = new ProjectRuntime(context, definition);
    this.start = new StartSequence(context, queue, this);
    this.exit = new ExitHandling(context, queue, this);
    this.health = new HealthWatch(context, queue, this);
    this.memory = new MemoryWatch(context, this);
    this.repair = new Repair(context, queue, this);
    this.retries = new Retries(this);
    this.adoption = new ServerAdoption(context, this);
  }

  // ---- events

  /** What becomes of it is done when this returns, but for what takes its time. */
  void handle(LifecycleEvent event) {
    events.add(event);
    if (handling) {
      // The effects of the one before come first.
      return;
    }
    handling = true;
    boolean repairing = false;
    try {
      for (LifecycleEvent next = events.poll(); next != null; next = events.poll()) {
        repairing |= next instanceof EndEvent.StepFailed;
        try {
          step(next);
        } catch (Throwable e) {
          // An error as well (no thread can be made): it must not take the queue with it.
          LOG.error("supervision step failed channelId={} event={}", channelId(), next, e);
          if (!repairing) {
            events.addFirst(failure(e));
          }
        }
      }
    } finally {
      handling = false;
      stepDone.run();
    }
  }

  private void step(LifecycleEvent event) {
    Transition transition = Transitions.next(state, event);
    State was = state;
    state = transition.state();
    transition.reason().ifPresent(runtime::reason);
    if (was.phase() != state.phase()) {
      visit++;
      runtime.entered(was.phase().shown(), state.phase().shown());
    }
    if (!transition.ignored().isEmpty()) {
      LOG.debug(
          "event ignored channelId={} phase={} event={} because=\"{}\"",
          channelId(),
          state.phase(),
          event,
          transition.ignored());
    }
    transition.effects().forEach(effect -> effect.run(this));
  }

  private EndEvent.StepFailed failure(Throwable cause) {
    return new EndEvent.StepFailed(
        FAILED + cause + "; bot.log says where", live != null, neverRestarts());
  }

  /** What stands on the queue threw outside of an effect, in a look at what is there. */
  public void stepFailed(Throwable cause) {
    handle(failure(cause));
  }

  /**
   * For any thread: does that next on the queue, unless the project is in another phase by then.
   */
  Runnable inThisPhase(Runnable step) {
    long then = visit;
    return () ->
        queue.later(
            () -> {
              if (visit == then) {
                step.run();
              }
            });
  }

  Future<?> after(Duration delay, Runnable step) {
    return context.timers().after(delay, inThisPhase(step));
  }

  // ---- requests

  public void start(CompletableFuture<ProjectStatus> settled) {
    waiters.add(true, settled);
    handle(new RequestEvent.StartRequested());
  }

  public void stop(CompletableFuture<ProjectStatus> settled) {
    waiters.add(false, settled);
    handle(new RequestEvent.StopRequested());
  }

  public void takeBack() {
    handle(new RequestEvent.StartUnsaved());
  }

  public void restart(CompletableFuture<ProjectStatus> settled) {
    waiters.add(true, settled);
    handle(new RequestEvent.RestartRequested());
  }

  /** Writes what run/ held of it, for that was removed. */
  public void writeAgain() {
    if (live != null && !live.isUntouchable()) {
      runtime.writeRecord(live);
    }
    remember();
  }

  /** To the main process alone: what becomes of it is noticed like any other end. */
  public void signal(String name, Actor actor) {
    if (live != null && live.serverAlive()) {
      exit.signalled(name);
      context.signals().send(name, List.of(live.server().orElseThrow().pid()));
      context
          .journal()
          .append(new AuditDraft("project.signal", channelId(), actor, "ok", name), () -> {});
    }
  }

  /** By another definition: restarted, unless a stop came first. */
  public void renew() {
    handle(new RequestEvent.RenewRequested());
  }

  public void hostGoesDown() {
    handle(new RequestEvent.HostGoesDown());
  }

  public void hostStops(CompletableFuture<ProjectStatus> settled) {
    waiters.add(false, settled);
    handle(new RequestEvent.HostStopping());
  }

  public void boot() {
    handle(new RequestEvent.BootRequested());
  }

  /** From now on; the caller restarts it where that is needed. */
  public void define(ProjectDefinition definition) {
    boolean probes = !runtime.definition().health().equals(definition.health());
    runtime.definition(definition);
    if (probes) {
      health.recent().clear();
    }
    handle(new RequestEvent.DefinitionChanged(probes));
  }

  /** Stops it, then says so; afterwards the project is not to be used any more. */
  public void remove(Runnable gone) {
    this.gone = gone;
    handle(new RequestEvent.RemoveRequested());
  }

  /** Its project goes: remembered, so that the next host ends what this one could not. */
  public void removing(boolean now) {
    runtime.removing(now);
    remember();
  }

  /** The audit entry of an end is on disk. */
  public void paid(PendingAudit pending) {
    if (runtime.paid(pending)) {
      remember();
    }
  }

  /** Its log waits for the disk; "" if it does not. */
  public void logWaits(String why) {
    runtime.logWait(why);
    publish();
  }

  /** Somebody set the wall clock: all times that are shown are told by it anew. */
  public void clockSet() {
    publish();
  }

  // ---- adoption

  /** What an earlier host remembered. */
  public void recall(LastRun past) {
    runtime.recall(past);
    health.watchFlapping();
  }

  public ServerAdoption adoption() {
    return adoption;
  }

  public void notStarted(String reason) {
    handle(new AdoptionEvent.NotStarted(reason));
  }

  public void beginAnew() {
    handle(new AdoptionEvent.BegunAnew());
  }

  public void resumePause(Duration left) {
    handle(new AdoptionEvent.PauseResumed(left));
  }

  public void recallEnd(boolean fatal) {
    handle(new AdoptionEvent.EndRecalled(fatal));
  }

  // ---- what the parts share

  public ProjectRuntime runtime() {
    return runtime;
  }

  public StartSequence startSequence() {
    return start;
  }

  public ExitHandling exitHandling() {
    return exit;
  }

  public MemoryWatch memoryWatch() {
    return memory;
  }

  /** Why it was last restarted by policy, since this supervisor began; "" if it was not. */
  public String restartCause() {
    return retries.cause();
  }

  HealthWatch health() {
    return health;
  }

  /** Oldest first; safe for many threads. */
  public List<ProbeResult> recentProbes() {
    return health.recent().list();
  }

  Repair repair() {
    return repair;
  }

  Retries retries() {
    return retries;
  }

  State state() {
    return state;
  }

  /** The present incarnation; null when there is none. */
  Incarnation live() {
    return live;
  }

  void live(Incarnation now) {
    live = now;
  }

  /** Told when nothing of the server is left and the project goes. */
  void gone(Runnable now) {
    gone = now;
  }

  /** Whether that incarnation is the present one and its main process has not ended. */
  boolean lives(long number) {
    return live != null && live.number() == number && !live.ended();
  }

  boolean neverRestarts() {
    return runtime.definition().restart() == RestartPolicy.NEVER;
  }

  private String channelId() {
    return runtime.channelId();
  }

  public ProjectStatus status() {
    return runtime.status(state, live);
  }

  /** Lets go without touching the server; the next supervisor takes over. */
  public void release() {
    visit++;
    start.release();
    if (live != null) {
      live.letGo();
    }
    health.end();
    exit.release();
    waiters.tell(status(), false);
  }

  // ---- effects

  void publish() {
    ProjectStatus now = status();
    sink.accept(now);
    waiters.tell(now, state.then().startFollows());
    if (!handling) {
      stepDone.run();
    }
  }

  void remember() {
    runtime.remember(state);
  }

  void rememberUnlessAutostart() {
    if (!runtime.definition().autostart()) {
      remember();
    }
  }

  void watchServer() {
    if (live.server().isEmpty()) {
      return;
    }
    if (state.phase() == State.Phase.STARTING) {
      // First, for that it runs does not depend on whether it can be asked.
      after(runtime.definition().startTime(), () -> handle(new StartEvent.StartTimeOver()));
    }
    health.begin(live, start.logEnd());
  }

  void audit(String action, String outcome, String detail) {
    if (outcome.equals("ok")) {
      LOG.info("{} channelId={} {}", logged(action), channelId(), detail);
    } else {
      LOG.error("{} channelId={} reason=\"{}\"", logged(action), channelId(), detail);
    }
    context.journal().append(runtime.draft(action, outcome, detail), () -> {});
  }

  /** How the log calls what the audit has under its action. */
  private static String logged(String action) {
    return switch (action) {
      case "project.adopt" -> "project adopted";
      case "project.fatal" -> "project failed";
      case "project.memory-kill" -> "project reached its memory limit";
      case "project.memory-restart" -> "project restarts for its memory";
      case "project.unhealthy" -> "project unhealthy";
      case "project.unknown" -> "project cannot be ended";
      default -> action;
    };
  }

  void tellRemoved() {
    if (state.demand().removed() && live == null) {
      start.letGo();
      runtime.forget();
      Runnable told = gone;
      gone = () -> {};
      told.run();
    }
  }
}
