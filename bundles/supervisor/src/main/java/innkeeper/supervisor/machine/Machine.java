package innkeeper.supervisor.machine;

import static innkeeper.api.supervisor.ProjectState.BACKOFF;
import static innkeeper.api.supervisor.ProjectState.STOPPED;
import static innkeeper.api.supervisor.ProjectState.STOPPING;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.supervisor.queue.Lane;
import innkeeper.supervisor.spawn.Incarnation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One project's state machine: what requests do in each state. {@link Birth} starts a server,
 * {@link Death} ends it or notices that it ended, {@link Takeover} finds one that was there before.
 *
 * <p>Everything runs on the project's queue; what comes late carries the incarnation or the launch
 * it belongs to and is dropped when that is over.
 */
public final class Machine {

  static final String HOST_DOWN = "the host went down";

  private static final Logger LOG = LoggerFactory.getLogger(Machine.class);

  private final House house;
  private final Lane lane;
  private final Consumer<ProjectStatus> sink;
  private final Waiters waiters = new Waiters();
  private final Facts facts;
  private final Birth birth;
  private final Death death;
  private final HealthWatch health;
  private final Repair repair;

  /** Written on the queue; the tick asks for it from its own thread. */
  private volatile Incarnation live;

  private Then then = Then.STAY;
  private boolean hostDown;
  private Runnable vanished;

  public Machine(
      House house, Lane lane, ProjectDefinition definition, Consumer<ProjectStatus> sink) {
    this.house = house;
    this.lane = lane;
    this.sink = sink;
    this.facts = new Facts(house, definition);
    this.birth = new Birth(house, lane, this);
    this.death = new Death(house, lane, this);
    this.health = new HealthWatch(house, lane, this);
    this.repair = new Repair(house, lane, this);
  }

  // ---- requests

  public void start(CompletableFuture<ProjectStatus> settled) {
    facts.desired(Desired.RUNNING);
    facts.explicitStart();
    switch (facts.state()) {
      case STOPPED, EXITED, FATAL, BACKOFF -> birth.begin("");
      case STOPPING -> startFollows();
      default -> LOG.debug("start needs nothing channelId={}", facts.channelId());
    }
    waiters.add(true, settled);
    publish();
  }

  public void stop(CompletableFuture<ProjectStatus> settled) {
    facts.desired(Desired.STOPPED);
    waiters.add(false, settled);
    end("stopped by request", Then.STAY, death::beginInTurn);
  }

  /** A start that could not be written down, of a project that was not wanted before. */
  public void takeBack() {
    facts.desired(Desired.STOPPED);
    end("its start could not be written down", Then.STAY);
  }

  public void restart(CompletableFuture<ProjectStatus> settled) {
    facts.desired(Desired.RUNNING);
    facts.explicitStart();
    waiters.add(true, settled);
    switch (facts.state()) {
      case STARTING, RUNNING -> {
        if (live == null) {
          birth.abandon();
          birth.begin("");
        } else {
          startFollows();
          end("restarting by request", Then.START);
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
      house.signals().send(name, List.of(live.server().orElseThrow().pid()));
      house
          .journal()
          .append(new AuditDraft("project.signal", facts.channelId(), actor, "ok", name), () -> {});
    }
  }

  /** Remembered, or a supervisor that takes over in between would leave it ended. */
  private void startFollows() {
    then = Then.START;
    facts.startFollows(true);
    facts.remember();
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
    end(HOST_DOWN, Then.STAY);
  }

  /** Begins because it is wanted, which is no operator's doing. */
  public void boot() {
    if (facts.state() == STOPPED || facts.state() == BACKOFF) {
      birth.begin("");
    }
  }

  /** From now on; the caller restarts it where that is needed. */
  public void define(ProjectDefinition definition) {
    boolean probes = !facts.definition().health().equals(definition.health());
    if (!birth.underWay()) {
      birth.letGo();
    }
    facts.definition(definition);
    if (probes && live != null && !death.inProgress() && live.server().isPresent()) {
      health.begin(live, "");
    }
    publish();
  }

  /** Stops it, then says so; afterwards the project is not to be used any more. */
  public void remove(Runnable gone) {
    vanished = gone;
    facts.desired(Desired.STOPPED);
    end("removed", Then.STAY);
    vanishIfGone();
  }

  private void end(String reason, Then next) {
    end(reason, next, death::begin);
  }

  /**
   * @param way how a server that runs is ended, given the reason
   */
  private void end(String reason, Then next, Consumer<String> way) {
    then = next;
    switch (facts.state()) {
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
        if (next == Then.STAY && facts.state() == STOPPING) {
          facts.startFollows(false);
          facts.remember();
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

  public Facts facts() {
    return facts;
  }

  public Birth birth() {
    return birth;
  }

  public Death death() {
    return death;
  }

  HealthWatch health() {
    return health;
  }

  public Lane lane() {
    return lane;
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

  Then then() {
    return then;
  }

  void then(Then next) {
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
    facts.to(state, reason);
    publish();
    facts.remember();
  }

  void vanishIfGone() {
    if (vanished != null && live == null) {
      birth.letGo();
      facts.forget();
      Runnable gone = vanished;
      vanished = null;
      gone.run();
    }
  }

  void publish() {
    ProjectStatus now = facts.status(live);
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
    waiters.tell(facts.status(live), false);
  }
}
