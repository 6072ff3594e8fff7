package innkeeper.supervisor.lifecycle;

import static innkeeper.api.supervisor.ProjectState.BACKOFF;
import static innkeeper.api.supervisor.ProjectState.STOPPED;
import static innkeeper.api.supervisor.ProjectState.STOPPING;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.queue.SerialQueue;
import innkeeper.supervisor.spawn.Incarnation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One project's state machine: what requests do in each state. {@link StartSequence} starts a
 * server, {@link ExitHandling} ends it or notices that it ended, {@link ServerAdoption} finds one
 * that was there before.
 *
 * <p>Everything runs on the project's queue; what comes late carries the incarnation or the launch
 * it belongs to and is dropped when that is over.
 */
public final class ProjectActor {

  static final String HOST_DOWN = "the host went down";

  private static final Logger LOG = LoggerFactory.getLogger(ProjectActor.class);

  private final SupervisorContext context;
  private final SerialQueue queue;
  private final Consumer<ProjectStatus> sink;
  private final Waiters waiters = new Waiters();
  private final ProjectRuntime runtime;
  private final StartSequence birth;
  private final ExitHandling death;
  private final HealthWatch health;
  private final Repair repair;

  /** Written on the queue; the tick asks for it from its own thread. */
  private volatile Incarnation live;

  private NextAction then = NextAction.STAY;
  private boolean hostDown;
  private Runnable vanished;

  public ProjectActor(
      SupervisorContext context,
      SerialQueue queue,
      ProjectDefinition definition,
      Consumer<ProjectStatus> sink) {
    this.context = context;
    this.queue = queue;
    this.sink = sink;
    this.runtime = new ProjectRuntime(context, definition);
    this.birth = new StartSequence(context, queue, this);
    this.death = new ExitHandling(context, queue, this);
    this.health = new HealthWatch(context, queue, this);
    this.repair = new Repair(context, queue, this);
  }

  // ---- requests

  public void start(CompletableFuture<ProjectStatus> settled) {
    runtime.desired(Desired.RUNNING);
    runtime.explicitStart();
    switch (runtime.state()) {
      case STOPPED, EXITED, FATAL, BACKOFF -> birth.begin("");
      case STOPPING -> startFollows();
      default -> LOG.debug("start needs nothing channelId={}", runtime.channelId());
    }
    waiters.add(true, settled);
    publish();
  }

  public void stop(CompletableFuture<ProjectStatus> settled) {
    runtime.desired(Desired.STOPPED);
    waiters.add(false, settled);
    end("stopped by request", NextAction.STAY, death::beginInTurn);
  }

  /** A start that could not be written down, of a project that was not wanted before. */
  public void takeBack() {
    runtime.desired(Desired.STOPPED);
    end("its start could not be written down", NextAction.STAY);
  }

  public void restart(CompletableFuture<ProjectStatus> settled) {
    runtime.desired(Desired.RUNNING);
    runtime.explicitStart();
    waiters.add(true, settled);
    switch (runtime.state()) {
      case STARTING, RUNNING -> {
        if (live == null) {
          birth.abandon();
          birth.begin("");
        } else {
          startFollows();
          end("restarting by request", NextAction.START);
        }
      }
      case STOPPING -> {
        startFollows();
        publish();
      }
      case STOPPED, EXITED, FATAL, BACKOFF -> birth.begin("");
      default -> publish();
    }
  }

  /** To the main process alone: what becomes of it is noticed like any other end. */
  public void signal(String name, Actor actor) {
    if (live != null && live.serverAlive()) {
      context.signals().send(name, List.of(live.server().orElseThrow().pid()));
      context
          .journal()
          .append(
              new AuditDraft("project.signal", runtime.channelId(), actor, "ok", name), () -> {});
    }
  }

  /** Remembered, or a supervisor that takes over in between would leave it ended. */
  private void startFollows() {
    then = NextAction.START;
    runtime.startFollows(true);
    runtime.remember();
  }

  /** By another definition: restarted, as if by the operator. */
  public void renew() {
    restart(new CompletableFuture<>());
  }

  /** Nothing starts any more; what runs is ended in its turn. */
  public void hostGoesDown() {
    hostDown = true;
    if (!birth.underWay()) {
      birth.letGo();
    }
  }

  /** The host goes down: the server ends, what is desired stays. */
  public void hostStops(CompletableFuture<ProjectStatus> settled) {
    hostDown = true;
    waiters.add(false, settled);
    end(HOST_DOWN, NextAction.STAY);
  }

  /** Begins because it is wanted, which is no operator's doing. */
  public void boot() {
    if (runtime.state() == STOPPED || runtime.state() == BACKOFF) {
      birth.begin("");
    }
  }

  /** From now on; the caller restarts it where that is needed. */
  public void define(ProjectDefinition definition) {
    boolean probes = !runtime.definition().health().equals(definition.health());
    if (!birth.underWay()) {
      birth.letGo();
    }
    runtime.definition(definition);
    if (probes && live != null && !death.inProgress() && live.server().isPresent()) {
      health.begin(live, "");
    }
    publish();
  }

  /** Stops it, then says so; afterwards the project is not to be used any more. */
  public void remove(Runnable gone) {
    vanished = gone;
    runtime.desired(Desired.STOPPED);
    end("removed", NextAction.STAY);
    vanishIfGone();
  }

  private void end(String reason, NextAction next) {
    end(reason, next, death::begin);
  }

  /**
   * @param way how a server that runs is ended, given the reason
   */
  private void end(String reason, NextAction next, Consumer<String> way) {
    then = next;
    switch (runtime.state()) {
      case STARTING, RUNNING -> {
        if (live == null) {
          birth.abandon();
          settle(STOPPED, hostDown ? reason : "");
        } else if (!death.inProgress()) {
          way.accept(reason);
        }
      }
      case BACKOFF, EXITED, FATAL -> {
        birth.cancelRetry();
        if (hostDown) {
          // There is nothing to stop, and if the host is killed now the next one goes on from here.
          publish();
        } else {
          settle(STOPPED, "");
        }
      }
      default -> {
        if (next == NextAction.STAY && runtime.state() == STOPPING) {
          runtime.startFollows(false);
          runtime.remember();
        }
        publish();
      }
    }
  }

  /** Somebody set the wall clock: all times that are shown are told by it anew. */
  public void clockSet() {
    publish();
  }

  /** A step threw halfway. */
  public void stepFailed(Throwable cause) {
    repair.after(cause);
  }

  // ---- what the parts share

  public ProjectRuntime runtime() {
    return runtime;
  }

  public StartSequence birth() {
    return birth;
  }

  public ExitHandling death() {
    return death;
  }

  HealthWatch health() {
    return health;
  }

  public SerialQueue queue() {
    return queue;
  }

  /** The present incarnation; null when there is none. */
  Incarnation live() {
    return live;
  }

  void live(Incarnation now) {
    live = now;
  }

  /** Whether that incarnation is the present one and its main process has not ended. */
  boolean lives(long number) {
    return live != null && live.number() == number && !live.ended();
  }

  NextAction then() {
    return then;
  }

  void then(NextAction next) {
    then = next;
  }

  boolean hostDown() {
    return hostDown;
  }

  void vanished(Runnable gone) {
    vanished = gone;
  }

  boolean vanishes() {
    return vanished != null;
  }

  /**
   * No process, no queue: what is told now is remembered. Told first, for somebody waits for it;
   * who takes over in between finds the end of the server as this one did, and settles likewise.
   */
  public void settle(ProjectState state, String reason) {
    runtime.to(state, reason);
    publish();
    runtime.remember();
  }

  void vanishIfGone() {
    if (vanished != null && live == null) {
      birth.letGo();
      runtime.forget();
      Runnable gone = vanished;
      vanished = null;
      gone.run();
    }
  }

  void publish() {
    ProjectStatus now = runtime.status(live);
    sink.accept(now);
    waiters.tell(now, then.startFollows());
  }

  /** Lets go without touching the server; the next supervisor takes over. */
  public void release() {
    birth.release();
    if (live != null) {
      live.letGo();
    }
    health.end();
    death.release();
    waiters.tell(runtime.status(live), false);
  }
}
