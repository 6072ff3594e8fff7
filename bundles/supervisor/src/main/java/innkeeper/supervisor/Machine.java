package innkeeper.supervisor;

import static innkeeper.api.supervisor.ProjectState.BACKOFF;
import static innkeeper.api.supervisor.ProjectState.EXITED;
import static innkeeper.api.supervisor.ProjectState.FATAL;
import static innkeeper.api.supervisor.ProjectState.RUNNING;
import static innkeeper.api.supervisor.ProjectState.STARTING;
import static innkeeper.api.supervisor.ProjectState.STOPPED;
import static innkeeper.api.supervisor.ProjectState.STOPPING;
import static innkeeper.api.supervisor.ProjectState.UNKNOWN;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.project.RestartPolicy;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;
import innkeeper.api.supervisor.ProjectStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One project's state machine. Everything runs on the project's queue; what comes late carries the
 * incarnation or the launch it belongs to and is dropped when that is over.
 */
final class Machine {

  private static final Logger LOG = LoggerFactory.getLogger(Machine.class);
  private static final Duration PREDECESSOR_PATIENCE = Duration.ofSeconds(30);
  private static final Duration DRAIN_PATIENCE = Duration.ofMillis(50);

  private static final String HOST_DOWN = "the host went down";

  /** What comes after the end that is in progress. */
  private enum Then {
    /** Nothing: the operator stopped it. */
    STAY,
    /** A start, by the operator. */
    START,
    /** What the restart policy says of how it ended. */
    JUDGE,
    /** A restart, whatever the policy: it was unhealthy. */
    RETRY
  }

  private final House house;
  private final Lane lane;
  private final Consumer<ProjectStatus> sink;
  private final Waiters waiters = new Waiters();
  private final Facts facts;

  private volatile Incarnation live;
  private Launcher.Prepared prepared;
  private long launch;
  private Ending ending;
  private Then then = Then.STAY;
  private boolean hostDown;
  private Future<?> retry;
  private ProbeLoop probe;
  private String logEnd = "";
  private CompletableFuture<Void> drained = CompletableFuture.completedFuture(null);
  private volatile boolean wrapperLost;
  private Runnable vanished;
  private boolean orphan;

  Machine(House house, Lane lane, ProjectDefinition definition, Consumer<ProjectStatus> sink) {
    this.house = house;
    this.lane = lane;
    this.sink = sink;
    this.facts = new Facts(house, definition);
  }

  Facts facts() {
    return facts;
  }

  // ---- requests

  void start(CompletableFuture<ProjectStatus> settled) {
    facts.desired(Desired.RUNNING);
    facts.explicitStart();
    switch (facts.state()) {
      case STOPPED, EXITED, FATAL, BACKOFF -> begin("");
      case STOPPING -> then = Then.START;
      default -> LOG.debug("start needs nothing channelId={}", facts.channelId());
    }
    waiters.add(true, settled);
    publish();
  }

  void stop(CompletableFuture<ProjectStatus> settled) {
    facts.desired(Desired.STOPPED);
    waiters.add(false, settled);
    end("stopped by request");
  }

  void restart(CompletableFuture<ProjectStatus> settled) {
    facts.desired(Desired.RUNNING);
    facts.explicitStart();
    waiters.add(true, settled);
    switch (facts.state()) {
      case STARTING, RUNNING -> {
        if (live == null) {
          abandon();
          begin("");
        } else {
          then = Then.START;
          end("restarting by request", Then.START);
        }
      }
      case STOPPING -> {
        then = Then.START;
        publish();
      }
      case STOPPED, EXITED, FATAL, BACKOFF -> begin("");
      default -> publish();
    }
  }

  /** Nothing starts any more; what runs is ended in its turn. */
  void hostGoesDown() {
    hostDown = true;
  }

  /** The host goes down: the server ends, what is desired stays. */
  void hostStops(CompletableFuture<ProjectStatus> settled) {
    hostDown = true;
    waiters.add(false, settled);
    end(HOST_DOWN);
  }

  /** Begins at the host's own start, which is no operator's doing. */
  void boot() {
    if (facts.state() == STOPPED || facts.state() == BACKOFF) {
      begin("");
    }
  }

  /** From now on; the caller restarts it where that is needed. */
  void define(ProjectDefinition definition) {
    boolean probes = !facts.definition().health().equals(definition.health());
    facts.definition(definition);
    if (probes && live != null && ending == null && live.server().isPresent()) {
      probe();
    }
    publish();
  }

  /** Stops it, then says so; afterwards the project is not to be used any more. */
  void remove(Runnable gone) {
    vanished = gone;
    facts.removing();
    facts.desired(Desired.STOPPED);
    if (live != null && facts.state() == UNKNOWN) {
      LOG.warn("removed project still has a process channelId={}", facts.channelId());
    }
    end("removed");
    vanishWhenIdle();
  }

  // ---- the start

  private void begin(String reason) {
    cancelRetry();
    then = Then.STAY;
    if (hostDown) {
      settle(STOPPED, HOST_DOWN);
      return;
    }
    long number = ++launch;
    facts.to(STARTING, reason);
    publish();
    Optional<String> first = house.waitsFor().apply(facts.definition());
    if (first.isPresent()) {
      await(number, house.nanos());
    } else {
      lane.later(() -> prepare(number));
    }
  }

  private void await(long number, long since) {
    if (number != launch || facts.state() != STARTING) {
      return;
    }
    Optional<String> first = house.waitsFor().apply(facts.definition());
    if (first.isEmpty() || house.nanos() - since > PREDECESSOR_PATIENCE.toNanos()) {
      facts.reason("");
      lane.later(() -> prepare(number));
      return;
    }
    String reason = "waits for " + first.get();
    if (!reason.equals(facts.reason())) {
      facts.reason(reason);
      publish();
    }
    house.timers().after(Duration.ofMillis(50), () -> lane.now(() -> await(number, since)));
  }

  private void prepare(long number) {
    if (number != launch || facts.state() != STARTING) {
      return;
    }
    try {
      facts.takeName();
      logEnd = house.probing().logEnd(facts.definition());
      prepared = house.launcher().prepare(facts.definition(), facts.nextIncarnation());
    } catch (SpawnException e) {
      spawnFailed(e.getMessage());
      return;
    }
    if (drained.isDone()) {
      go(number);
    } else {
      // The last line of the one before may still be held back without its end; a moment's grace.
      house.timers().after(DRAIN_PATIENCE, () -> lane.now(() -> go(number)));
      drained.whenComplete((done, failure) -> lane.now(() -> go(number)));
    }
  }

  private void go(long number) {
    if (number != launch || prepared == null) {
      return;
    }
    Launcher.Prepared now = prepared;
    prepared = null;
    try {
      live = house.launcher().go(now);
      wrapperLost = false;
      facts.spawned(live);
      publish();
    } catch (SpawnException e) {
      spawnFailed(e.getMessage());
    }
  }

  private void spawnFailed(String message) {
    facts.freeName();
    LOG.warn("project not started channelId={} reason=\"{}\"", facts.channelId(), message);
    if (facts.definition().restart() == RestartPolicy.NEVER) {
      settle(FATAL, message);
      house.journal().append(facts.draft("project.fatal", "failed", message), () -> {});
    } else {
      again(message);
    }
  }

  private void abandon() {
    launch++;
    if (prepared != null) {
      house.launcher().abandon(prepared);
      prepared = null;
    }
    facts.freeName();
  }

  /** The wrapper wrote down which process the server is. */
  void pidAppeared() {
    if (live == null || live.server().isPresent() || live.ended()) {
      return;
    }
    try {
      Optional<Identity> server = house.run().server(live.name());
      if (server.isEmpty()) {
        recheck(this::pidAppeared);
        return;
      }
      live.server(server.get());
    } catch (IOException e) {
      LOG.error("server's pid cannot be read channelId={}", facts.channelId(), e);
      return;
    }
    long number = live.number();
    house.drains().handedOver(live.name(), number);
    if (ending != null) {
      ending.begin();
    } else if (facts.state() == STARTING) {
      LOG.info(
          "project started channelId={} pid={} incarnation={}",
          facts.channelId(),
          live.server().get().pid(),
          number);
      probe();
      Duration time = facts.definition().startTime();
      if (time.isZero()) {
        started(number);
      } else {
        house.timers().after(time, () -> lane.now(() -> started(number)));
      }
    }
    publish();
  }

  private void started(long number) {
    if (live != null && live.number() == number && facts.state() == STARTING && !live.ended()) {
      facts.to(RUNNING, "");
      publish();
    }
  }

  // ---- the end

  private void end(String reason) {
    end(reason, Then.STAY);
  }

  private void end(String reason, Then next) {
    then = next;
    switch (facts.state()) {
      case STARTING, RUNNING -> {
        if (live == null) {
          abandon();
          settle(STOPPED, hostDown ? reason : "");
        } else if (ending == null) {
          endLive(reason);
        }
      }
      case BACKOFF, EXITED, FATAL -> {
        cancelRetry();
        settle(STOPPED, hostDown ? reason : "");
      }
      default -> publish();
    }
  }

  private void endLive(String reason) {
    stopProbe();
    facts.to(STOPPING, reason);
    publish();
    ending =
        new Ending(
            house,
            lane,
            live,
            facts.definition().stopSignal(),
            facts.definition().stopTimeout(),
            this::finished,
            this::stuck);
    ending.begin();
  }

  /** The wrapper wrote the exit code, or is in the middle of it. */
  void exitAppeared() {
    if (live == null || live.ended()) {
      return;
    }
    try {
      OptionalInt code = house.run().exitCode(live.name());
      if (code.isEmpty()) {
        recheck(this::exitAppeared);
        return;
      }
      if (live.server().isEmpty()) {
        house.run().server(live.name()).ifPresent(live::server);
      }
      if (live.serverAlive()) {
        LOG.warn("exit code of a living server ignored channelId={}", facts.channelId());
        return;
      }
      ended(code);
    } catch (IOException e) {
      LOG.error("exit code cannot be read channelId={}", facts.channelId(), e);
    }
  }

  /** A file was seen before its content; the writer is between two system calls. */
  private void recheck(Runnable look) {
    long number = live.number();
    house
        .timers()
        .after(
            Duration.ofMillis(1),
            () ->
                lane.now(
                    () -> {
                      if (live != null && live.number() == number && live.wrapperAlive()) {
                        look.run();
                      }
                    }));
  }

  private void ended(OptionalInt code) {
    if (live.adopted() && live.server().isEmpty()) {
      unborn();
      return;
    }
    live.ended(code, Proc.nowTicks());
    stopProbe();
    if (ending != null) {
      ending.look();
      return;
    }
    Optional<List<Stat>> left = live.members(house.table().now());
    then = Then.JUDGE;
    if (left.isPresent() && left.get().isEmpty()) {
      finished();
    } else {
      endLive(Words.ended(code) + "; ending what it left behind");
    }
  }

  /** The last host died before it gave its word: nothing ran, so nothing ended. */
  private void unborn() {
    facts.freeName();
    facts.sweep(live.name());
    live = null;
    if (ending != null) {
      ending.cancel();
      ending = null;
    }
    if (facts.desired() == Desired.RUNNING && !hostDown && vanished == null) {
      begin("");
    } else {
      settle(STOPPED, "");
      vanishWhenIdle();
    }
  }

  /** Whether a tick can be saved; may be asked on any thread. */
  boolean quiet(boolean thorough) {
    Incarnation now = live;
    return now != null
        && !wrapperLost
        && now.server().isPresent()
        && now.ownWrapperAlive()
        && !(thorough && now.adopted());
  }

  /** Once a second while a server lives: what no file tells. */
  void tick(boolean thorough) {
    if (live == null || live.ended()) {
      return;
    }
    if (live.server().isEmpty()) {
      pidAppeared();
    }
    boolean lost = !live.ownWrapperAlive() || (thorough && !live.wrapperAlive());
    if (!lost && !wrapperLost) {
      return;
    }
    exitAppeared();
    if (live == null || live.ended()) {
      return;
    }
    if (live.serverAlive()) {
      if (!wrapperLost) {
        wrapperLost = true;
        LOG.warn("wrapper is gone, exit code will be unknown channelId={}", facts.channelId());
        facts.reason("its wrapper was killed; how it will end cannot be known");
        publish();
      }
    } else {
      ended(OptionalInt.empty());
    }
  }

  private void stuck(String why) {
    LOG.error("project cannot be ended channelId={} reason=\"{}\"", facts.channelId(), why);
    facts.to(UNKNOWN, why);
    house.journal().append(facts.draft("project.unknown", "failed", why), () -> {});
    publish();
    vanishWhenIdle();
  }

  private void finished() {
    Incarnation was = live;
    live = null;
    ending = null;
    if (was.exitCode().isEmpty()) {
      // Or it would write its code into the next one's file.
      Signals.kill(was.wrapper());
    }
    boolean asked = then == Then.STAY || then == Then.START || hostDown;
    String cause = then == Then.RETRY ? facts.reason() : Words.ended(was.exitCode());
    facts.ended(was, asked);
    facts.freeName();
    drained =
        house
            .drains()
            .ended(was.name(), was.number(), was.wrapper(), () -> lane.later(() -> swept(was)));
    if (hostDown || then == Then.STAY || vanished != null) {
      settle(STOPPED, hostDown ? HOST_DOWN : "");
    } else if (then == Then.START) {
      facts.remember();
      begin("");
    } else if (then == Then.RETRY || restarts(was.exitCode())) {
      again(cause);
    } else {
      settle(EXITED, cause);
    }
    vanishWhenIdle();
  }

  private boolean restarts(OptionalInt code) {
    return switch (facts.definition().restart()) {
      case ALWAYS -> true;
      case ON_FAILURE -> code.isEmpty() || code.getAsInt() != 0;
      case NEVER -> false;
    };
  }

  /** By policy: at once, later, or never again. */
  private void again(String cause) {
    Optional<Duration> delay = facts.nextTry();
    if (delay.isEmpty()) {
      String text =
          "gave up after " + Backoff.MAX_TRIES + " restarts in 10 minutes; last: " + cause;
      settle(FATAL, text);
      LOG.error("project failed channelId={} reason=\"{}\"", facts.channelId(), text);
      house.journal().append(facts.draft("project.fatal", "failed", text), () -> {});
    } else if (delay.get().isZero()) {
      facts.remember();
      begin("restarted: " + cause);
    } else {
      backOff(delay.get(), cause);
    }
  }

  private void backOff(Duration delay, String cause) {
    facts.retryAt(house.clock().instant().plus(delay));
    settle(BACKOFF, cause + "; " + facts.triesText());
    retryAfter(delay);
  }

  private void retryAfter(Duration delay) {
    long number = ++launch;
    retry =
        house
            .timers()
            .after(
                delay,
                () ->
                    lane.now(
                        () -> {
                          if (number == launch && facts.state() == BACKOFF) {
                            begin(facts.reason());
                          }
                        }));
  }

  private void cancelRetry() {
    if (retry != null) {
      retry.cancel(false);
      retry = null;
    }
    facts.retryAt(null);
  }

  /** No process, no queue: what is told now is remembered. */
  private void settle(ProjectState state, String reason) {
    facts.to(state, reason);
    facts.remember();
    publish();
  }

  /** The wrapper is gone: no trace of that incarnation is needed any more. */
  private void swept(Incarnation was) {
    if (live == null && prepared == null && facts.incarnation() == was.number()) {
      facts.sweep(was.name());
    }
  }

  private void vanishWhenIdle() {
    if (vanished != null && (live == null || (facts.state() == UNKNOWN && !orphan))) {
      if (live == null) {
        facts.forget();
      }
      Runnable gone = vanished;
      vanished = null;
      gone.run();
    }
  }

  // ---- health

  private void probe() {
    stopProbe();
    if (facts.definition().health().isPresent()) {
      long number = live.number();
      facts.health(ProbeLoop.notAsked());
      probe =
          house
              .probing()
              .begin(
                  facts.definition(),
                  logEnd,
                  (health, unhealthy) -> lane.later(() -> probed(number, health, unhealthy)));
    }
  }

  private void probed(long number, ProjectStatus.ProbeHealth health, boolean unhealthy) {
    if (live == null || live.number() != number || ending != null || live.ended()) {
      return;
    }
    facts.health(health);
    if (unhealthy) {
      String text = "unhealthy: " + health.output();
      LOG.warn("project is unhealthy, restarting channelId={} {}", facts.channelId(), text);
      house.journal().append(facts.draft("project.unhealthy", "failed", text), () -> {});
      then = Then.RETRY;
      endLive(text);
    } else {
      publish();
    }
  }

  private void stopProbe() {
    if (probe != null) {
      probe.close();
      probe = null;
    }
    facts.health(null);
  }

  // ---- over the host's death

  /** A server that was there before this supervisor. */
  void adopt(Incarnation incarnation) {
    live = incarnation;
    facts.adopted(incarnation);
    if (facts.desired() == Desired.STOPPED) {
      then = Then.STAY;
      endLive("it was to be stopped when the last host ended");
      return;
    }
    facts.to(RUNNING, "");
    LOG.info(
        "project adopted channelId={} pid={}",
        facts.channelId(),
        incarnation.server().map(Identity::pid).orElse(-1L));
    String detail = "pid " + incarnation.server().map(Identity::pid).orElse(-1L);
    house.journal().append(facts.draft("project.adopt", "ok", detail), () -> {});
    probe();
    publish();
  }

  /** Between the host's word and the wrapper's answer when the last host ended. */
  void adoptUnborn(Incarnation incarnation) {
    live = incarnation;
    facts.adopted(incarnation);
    then = Then.JUDGE;
    if (facts.desired() == Desired.STOPPED) {
      then = Then.STAY;
      endLive("it was to be stopped when the last host ended");
    } else {
      facts.to(STARTING, "");
      publish();
    }
  }

  /** It ended while no supervisor looked. */
  void adoptDead(Incarnation incarnation, OptionalInt code) {
    live = incarnation;
    facts.adopted(incarnation);
    incarnation.ended(code, -1);
    then = facts.desired() == Desired.STOPPED ? Then.STAY : Then.JUDGE;
    Optional<List<Stat>> left = incarnation.members(house.table().now());
    if (left.isPresent() && left.get().isEmpty()) {
      finished();
    } else {
      endLive(Words.ended(code) + "; ending what it left behind");
    }
  }

  /** There is a process, but whose cannot be shown. */
  void adoptUnknown(Incarnation incarnation, String why) {
    live = incarnation;
    facts.adopted(incarnation);
    then = Then.JUDGE;
    ending = new Ending(house, lane, incarnation, "", Duration.ZERO, this::finished, this::stuck);
    ending.watch(why);
  }

  /** A server without a definition: nothing is done to it; gone is called when it is. */
  void orphan(Incarnation incarnation, String why, Runnable gone) {
    orphan = true;
    vanished = gone;
    adoptUnknown(incarnation, why);
  }

  /** A server without a definition that the last host was about to end for good. */
  void adoptDoomed(Incarnation incarnation, Runnable gone) {
    facts.desired(Desired.STOPPED);
    facts.removing();
    vanished = gone;
    live = incarnation;
    facts.adopted(incarnation);
    endLive("its project was removed");
  }

  /** The server that was left alone has a definition now. */
  void adoptOrphan(Desired desired) {
    if (!orphan || live == null) {
      return;
    }
    orphan = false;
    vanished = null;
    facts.desired(desired);
    if (ending != null) {
      ending.cancel();
      ending = null;
    }
    if (live.serverAlive()) {
      adopt(live);
    } else {
      adoptDead(live, OptionalInt.empty());
    }
  }

  /** By another definition: restarted, as if by the operator. */
  void renew() {
    restart(new CompletableFuture<>());
  }

  /** Knows what an earlier supervisor settled for, and leaves it at that. */
  void settled(ProjectState state, String reason) {
    facts.to(state, reason);
    publish();
  }

  /** Resumes the pause before the next try. */
  void resume(Duration delay) {
    facts.retryAt(house.clock().instant().plus(delay));
    facts.to(BACKOFF, facts.reason());
    retryAfter(delay);
    publish();
  }

  /** Lets go without touching the server; the next supervisor takes over. */
  void release() {
    launch++;
    if (prepared != null) {
      house.launcher().abandon(prepared);
      prepared = null;
    }
    stopProbe();
    if (ending != null) {
      ending.cancel();
    }
    waiters.tell(facts.status(live), false);
  }

  void publish() {
    ProjectStatus now = facts.status(live);
    sink.accept(now);
    waiters.tell(now, then == Then.START || then == Then.RETRY);
  }
}
