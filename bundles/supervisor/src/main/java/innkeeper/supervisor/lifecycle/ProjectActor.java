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
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds one project's state, asks {@link Transition} for the transition of each event, and runs its
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

  private State state;

  /** Grows with each change of phase, so that steps from an earlier phase can be skipped. */
  private long visit;

  private boolean handling;
  private Runnable gone = () -> {};

  /** The present incarnation. Written on the queue; the tick reads it on its own thread. */
  private volatile Incarnation live;

  /**
   * @param sink takes each status at once
   * @param stepDone called when the present step is complete, so that no server waits for a
   *     listener
   */
  ProjectActor(
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
    this.runtime =
        new ProjectRuntime(context, definition, pending -> queue.later(() -> paid(pending)));
    this.start = new StartSequence(this);
    this.exit = new ExitHandling(this);
    this.health = new HealthWatch(this);
    this.memory = new MemoryWatch(context, this);
    this.repair = new Repair(this);
    this.retries = new Retries(this);
  }

  // ---- events

  /** Handles an event and all events that follow from it. Slow work continues after the return. */
  public void handle(LifecycleEvent event) {
    events.add(event);
    if (handling) {
      // The effects of the event in progress come first.
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
          // Errors are caught, too (no thread can be made), because they must not end the queue.
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
    Transition transition = Transition.next(state, event);
    State was = state;
    state = transition.state();
    transition.reason().ifPresent(runtime::reason);
    if (was.phase() != state.phase()) {
      visit++;
      runtime.entered(was.phase().shown(), state.phase().shown());
    }
    if (transition.ignored()) {
      LOG.debug("event ignored channelId={} phase={} event={}", channelId(), state.phase(), event);
    }
    transition.effects().forEach(effect -> effect.run(this));
  }

  private EndEvent.StepFailed failure(Throwable cause) {
    return new EndEvent.StepFailed(
        FAILED + cause + "; bot.log says where", live != null, neverRestarts());
  }

  /** Handles an exception that a task on the queue threw outside of an effect. */
  void stepFailed(Throwable cause) {
    handle(failure(cause));
  }

  /**
   * Returns a task that any thread may run. It puts the step on the queue, where it is skipped if
   * the project is in another phase by then.
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

  /**
   * Handles a request whose caller waits for the result.
   *
   * @param run whether the caller waits until the server runs, else until it has ended
   */
  void request(LifecycleEvent event, boolean run, CompletableFuture<ProjectStatus> settled) {
    waiters.add(run, settled);
    handle(event);
  }

  /** Writes the project's files in run/ again, because they were removed. */
  public void writeAgain() {
    if (live != null && !live.isUntouchable()) {
      context.run().writeRecord(live.record());
    }
    remember();
  }

  /** Sends a signal to the main process only. An end by that signal is noticed like any other. */
  void signal(String name, Actor actor) {
    if (live != null && live.serverAlive()) {
      exit.signalled(name);
      context.launcher().signals().send(name, List.of(live.server().orElseThrow().pid()));
      context
          .journal()
          .append(new AuditDraft("project.signal", channelId(), actor, "ok", name), () -> {});
    }
  }

  /** Replaces the definition from now on; the caller restarts the server if that is needed. */
  void define(ProjectDefinition definition) {
    boolean probes = !runtime.definition().health().equals(definition.health());
    runtime.definition(definition);
    if (probes) {
      health.recent().clear();
    }
    handle(new RequestEvent.DefinitionChanged(probes));
  }

  /**
   * Stops the project and then calls {@code gone}; afterwards the project must not be used any
   * more.
   */
  void remove(Runnable gone) {
    this.gone = gone;
    handle(new RequestEvent.RemoveRequested());
  }

  /**
   * Remembers that the project is being removed, so that the next host ends a server that this host
   * could not end.
   */
  void removing(boolean now) {
    runtime.removing(now);
    remember();
  }

  /** Notes that the audit entry of an end is on disk. */
  private void paid(PendingAudit pending) {
    // A project that was removed must not be remembered again.
    if (runtime.paid(pending) && !state.demand().removed()) {
      remember();
    }
  }

  /** Notes why its log waits for the disk; "" if it does not. */
  void logWaits(String why) {
    runtime.logWait(why);
    publish();
  }

  // ---- adoption

  /** Restores what an earlier host remembered. */
  public void recall(LastRun past) {
    runtime.recall(past);
    health.watchFlapping();
  }

  /** Takes over a server that ran before this supervisor; the event says what was found. */
  public void adopt(Incarnation incarnation, AdoptionEvent event) {
    live = incarnation;
    runtime.adopted(incarnation);
    handle(event);
  }

  /** Adopts a living server. */
  public void adoptAlive(Incarnation incarnation) {
    long pid = incarnation.server().orElseThrow().pid();
    adopt(incarnation, new AdoptionEvent.Adopted(pid, runtime.startFollowed()));
  }

  /**
   * Adopts a server that ended while no supervisor ran.
   *
   * @param code empty also while the wrapper has not written it yet
   */
  public void adoptDead(Incarnation incarnation, OptionalInt code, Instant at) {
    incarnation.goneBefore();
    boolean told = code.isPresent() || !incarnation.wrapperAlive();
    if (told) {
      incarnation.ended(code, -1, at);
    }
    adopt(incarnation, new AdoptionEvent.AdoptedEnded(told, runtime.startFollowed()));
  }

  /**
   * Takes over a server without a definition.
   *
   * @param why the reason to leave it alone; empty if the last host was about to end it for good
   * @param gone called when the server has ended
   */
  public void adoptOrphan(Incarnation incarnation, Optional<String> why, Runnable gone) {
    this.gone = gone;
    runtime.removing(why.isEmpty());
    adopt(
        incarnation,
        why.isEmpty()
            ? new AdoptionEvent.AdoptedRemoved()
            : new AdoptionEvent.AdoptedOrphan(why.get()));
  }

  /** Continues with an orphan that has got a definition. */
  void defined(Desired desired) {
    gone = () -> {};
    handle(new AdoptionEvent.Defined(desired));
  }

  /** Adopts the present incarnation again, from its state now. */
  void adoptAgain() {
    exit.release();
    if (live.serverAlive()) {
      adoptAlive(live);
    } else {
      adoptDead(live, live.exitCode(), context.clock().instant());
    }
  }

  // ---- what the parts share

  SupervisorContext context() {
    return context;
  }

  SerialQueue queue() {
    return queue;
  }

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

  /** Returns why it was last restarted by policy under this supervisor; "" if it was not. */
  public String restartCause() {
    return retries.cause();
  }

  HealthWatch health() {
    return health;
  }

  /** Returns the last answers, oldest first. Safe for many threads. */
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

  /** Returns the present incarnation; null without one. */
  Incarnation live() {
    return live;
  }

  void live(Incarnation now) {
    live = now;
  }

  /** Returns whether that incarnation is the present one and its main process has not ended. */
  boolean lives(long number) {
    return live != null && live.number() == number && !live.ended();
  }

  boolean neverRestarts() {
    return runtime.definition().restart() == RestartPolicy.NEVER;
  }

  private String channelId() {
    return runtime.channelId();
  }

  ProjectStatus status() {
    return runtime.status(state, live);
  }

  /** Releases the server without touching it; the next supervisor takes over. */
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

  public void publish() {
    ProjectStatus now = status();
    sink.accept(now);
    waiters.tell(now, state.then().startFollows());
    if (!handling) {
      stepDone.run();
    }
  }

  void remember() {
    runtime.remember(context.run(), state);
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
      // The timer comes first, because RUNNING does not depend on whether the probe can begin.
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

  /** Returns the phrase that the log uses for an audit action. */
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
