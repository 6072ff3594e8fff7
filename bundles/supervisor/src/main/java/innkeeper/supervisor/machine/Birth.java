package innkeeper.supervisor.machine;

import static innkeeper.api.supervisor.ProjectState.BACKOFF;
import static innkeeper.api.supervisor.ProjectState.EXITED;
import static innkeeper.api.supervisor.ProjectState.FATAL;
import static innkeeper.api.supervisor.ProjectState.RUNNING;
import static innkeeper.api.supervisor.ProjectState.STARTING;
import static innkeeper.api.supervisor.ProjectState.STOPPED;

import innkeeper.api.project.RestartPolicy;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.queue.Lane;
import innkeeper.supervisor.spawn.Incarnation;
import innkeeper.supervisor.spawn.SpawnException;
import innkeeper.supervisor.spawn.Wrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a server comes to be: wait for predecessors, prepare a wrapper, give the word, hear the pid,
 * and the pauses between tries. Used on the project's queue only.
 */
public final class Birth {

  private static final Logger LOG = LoggerFactory.getLogger(Birth.class);
  private static final Duration PREDECESSOR_PATIENCE = Duration.ofSeconds(30);
  private static final Duration PREDECESSOR_LOOK = Duration.ofMillis(50);
  private static final Duration DRAIN_PATIENCE = Duration.ofMillis(50);

  /** From that look on the kernel is asked which process the server is: after some 30 ms. */
  private static final int BY_KERNEL = 5;

  private final House house;
  private final Lane lane;
  private final Machine machine;
  private final Facts facts;

  private long launch;
  private Wrapper ready;
  private boolean underWay;
  private Future<?> retry;
  private String logEnd = "";
  private CompletableFuture<Void> drained = CompletableFuture.completedFuture(null);

  Birth(House house, Lane lane, Machine machine) {
    this.house = house;
    this.lane = lane;
    this.machine = machine;
    this.facts = machine.facts();
  }

  /** To STARTING, whatever was before; the rest follows by itself. */
  void begin(String reason) {
    cancelRetry();
    machine.then(Then.STAY);
    if (machine.hostDown()) {
      machine.settle(STOPPED, Machine.HOST_DOWN);
      return;
    }
    boolean settled =
        facts.state() == EXITED || facts.state() == FATAL || !facts.definition().autostart();
    long number = ++launch;
    facts.to(STARTING, reason);
    if (settled) {
      // Or a supervisor that takes over now would believe that it is to stay as it was.
      facts.remember();
    }
    machine.publish();
    if (house.ties().toStart(facts.definition()).isPresent()) {
      await(number, house.nanos());
    } else if (ready != null) {
      prepare(number);
    } else {
      lane.later(() -> prepare(number));
    }
  }

  /**
   * While what is wanted is still being written: a wrapper that waits for its word is no server
   * yet.
   */
  public void ahead() {
    boolean settled =
        switch (facts.state()) {
          case STOPPED, EXITED, FATAL, BACKOFF -> true;
          default -> false;
        };
    String user = house.names().get(facts.definition().name());
    if (!settled
        || machine.live() != null
        || machine.hostDown()
        || machine.vanishes()
        || (user != null && !user.equals(facts.channelId()))) {
      return;
    }
    try {
      makeReady();
      house.spares().add(this);
    } catch (SpawnException e) {
      // The start itself meets the same and says so.
      LOG.debug("no wrapper ahead channelId={}", facts.channelId(), e);
    }
  }

  private void makeReady() throws SpawnException {
    Wrapper.Make make = house.launcher().make(facts.definition());
    if (ready != null && !(ready.waits() && ready.make().equals(make))) {
      letGo();
    }
    if (ready == null) {
      ready = house.launcher().wrapper(make);
    }
  }

  /**
   * The wrapper of a server that has ended waits for the next.
   *
   * @return completes when the output so far is in the log
   */
  CompletableFuture<Void> keep(Wrapper wrapper) {
    letGo();
    ready = wrapper;
    house.spares().add(this);
    return house.drains().written(wrapper.make().name());
  }

  /** Others used theirs later. */
  void tooMany() {
    lane.later(
        () -> {
          if (!underWay) {
            letGo();
          }
        });
  }

  /** Lets go of a wrapper that waits; what it holds of its last server still reaches the log. */
  void letGo() {
    if (ready == null) {
      return;
    }
    Wrapper was = ready;
    ready = null;
    house.spares().remove(this);
    if (was.served() == 0) {
      was.kill();
    } else {
      house
          .drains()
          .ended(
              was.make().name(),
              was.served(),
              was.identity(),
              () -> lane.later(() -> machine.death().swept(was.make().name(), was.served())));
    }
  }

  private void await(long number, long since) {
    if (number != launch || facts.state() != STARTING) {
      return;
    }
    Optional<String> first = house.ties().toStart(facts.definition());
    if (first.isEmpty() || house.nanos() - since > PREDECESSOR_PATIENCE.toNanos()) {
      facts.reason("");
      lane.later(() -> prepare(number));
      return;
    }
    String reason = "waits for " + first.get();
    if (!reason.equals(facts.reason())) {
      facts.reason(reason);
      machine.publish();
    }
    house.timers().after(PREDECESSOR_LOOK, () -> lane.later(() -> await(number, since)));
  }

  private void prepare(long number) {
    if (number != launch || facts.state() != STARTING) {
      return;
    }
    try {
      facts.takeName();
      logEnd = house.probing().logEnd(facts.definition());
      makeReady();
      underWay = true;
      house.spares().remove(this);
    } catch (SpawnException e) {
      failed(e.getMessage());
      return;
    }
    if (drained.isDone()) {
      go(number);
    } else {
      // The last line of the one before may still be held back without its end; a moment's grace.
      house.timers().after(DRAIN_PATIENCE, () -> lane.later(() -> go(number)));
      drained.whenComplete((done, failure) -> lane.later(() -> go(number)));
    }
  }

  private void go(long number) {
    if (number != launch || !underWay) {
      return;
    }
    underWay = false;
    Wrapper wrapper = ready;
    ready = null;
    try {
      Incarnation live = house.launcher().go(wrapper, facts.definition(), facts.nextIncarnation());
      machine.live(live);
      facts.spawned(live);
      machine.publish();
    } catch (SpawnException e) {
      ready = wrapper;
      letGo();
      failed(e.getMessage());
    }
  }

  /** No server came of it: by policy tried again, or given up. */
  void failed(String message) {
    facts.freeName();
    LOG.warn("project not started channelId={} reason=\"{}\"", facts.channelId(), message);
    if (facts.definition().restart() == RestartPolicy.NEVER) {
      fatal(message);
    } else {
      again(message);
    }
  }

  private void fatal(String message) {
    machine.settle(FATAL, message);
    LOG.error("project failed channelId={} reason=\"{}\"", facts.channelId(), message);
    house.journal().append(facts.draft("project.fatal", "failed", message), () -> {});
  }

  /** Takes back what is under way; no word was given yet. */
  void abandon() {
    launch++;
    if (underWay) {
      underWay = false;
      if (machine.hostDown() || machine.vanishes()) {
        letGo();
      } else {
        house.spares().add(this);
      }
    }
    facts.freeName();
  }

  /** The wrapper wrote down which process the server is. */
  public void pidAppeared(int look) {
    Incarnation live = machine.live();
    if (live == null || live.server().isPresent() || live.ended()) {
      return;
    }
    Optional<Identity> server = server(live, look);
    if (server.isEmpty()) {
      if (house.run().serverBegun(live.name())) {
        machine.death().lookAgain(look, this::pidAppeared);
      }
      return;
    }
    live.server(server.get());
    house.drains().handedOver(live.name(), live.number());
    if (machine.death().inProgress()) {
      machine.death().pidKnown();
    } else if (facts.state() == STARTING) {
      born(live);
    }
    machine.publish();
  }

  private Optional<Identity> server(Incarnation live, int look) {
    Optional<Identity> server = Optional.empty();
    try {
      server = house.run().server(live.name());
    } catch (IOException e) {
      LOG.warn(
          "server's pid cannot be read, asking the kernel channelId={} error={}",
          facts.channelId(),
          e.getMessage());
      look = BY_KERNEL;
    }
    // The wrapper writes it within a moment, unless the disk is full.
    return server.isEmpty() && look >= BY_KERNEL ? live.byKernel(house.table().now()) : server;
  }

  private void born(Incarnation live) {
    long number = live.number();
    long pid = live.server().orElseThrow().pid();
    LOG.info("project started channelId={} pid={} run={}", facts.channelId(), pid, number);
    try {
      machine.health().begin(live, logEnd);
    } finally {
      // That it runs does not depend on whether it can be asked.
      Duration time = facts.definition().startTime();
      if (time.isZero()) {
        started(number);
      } else {
        house.timers().after(time, () -> lane.later(() -> started(number)));
      }
    }
  }

  /** Goes on with a start whose steps were broken off. */
  void bornAfter() {
    Incarnation live = machine.live();
    if (facts.state() == STARTING && live.server().isPresent()) {
      born(live);
      machine.publish();
    }
  }

  private void started(long number) {
    if (machine.lives(number) && facts.state() == STARTING) {
      facts.to(RUNNING, "");
      machine.publish();
    }
  }

  /** The one before ended; its last output is on its way into the log. */
  void after(CompletableFuture<Void> lastOutput) {
    drained = lastOutput;
  }

  /** By policy: at once, later, or never again. */
  void again(String cause) {
    Optional<Duration> delay = facts.nextTry();
    if (delay.isEmpty()) {
      fatal("gave up after " + Backoff.MAX_TRIES + " restarts in 10 minutes; last: " + cause);
    } else if (delay.get().isZero()) {
      facts.remember();
      begin("restarted: " + cause);
    } else {
      // First, or nobody would wake it up if what follows fails.
      retryAfter(delay.get());
      facts.retryIn(delay.get());
      machine.settle(BACKOFF, cause + "; " + facts.triesText());
    }
  }

  /** In BACKOFF there is always a next try. */
  void awaitRetry() {
    if (retry == null) {
      resume(Backoff.LONGEST);
    }
  }

  /** Goes on with a pause that an earlier supervisor began. */
  public void resume(Duration left) {
    // However the clock was set meanwhile: no pause is longer than the longest.
    Duration most = Backoff.LONGEST;
    Duration delay = left.isNegative() ? Duration.ZERO : left.compareTo(most) > 0 ? most : left;
    facts.retryIn(delay);
    facts.to(BACKOFF, facts.reason());
    machine.publish();
    retryAfter(delay);
  }

  private void retryAfter(Duration delay) {
    long number = ++launch;
    retry = house.timers().after(delay, () -> lane.later(() -> retry(number)));
  }

  private void retry(long number) {
    retry = null;
    if (number == launch && facts.state() == BACKOFF) {
      begin(facts.reason());
    }
  }

  void cancelRetry() {
    if (retry != null) {
      retry.cancel(false);
      retry = null;
    }
    facts.noRetry();
  }

  /** Whether a wrapper waits for its word. */
  boolean underWay() {
    return underWay;
  }

  public void release() {
    launch++;
    underWay = false;
    if (ready != null) {
      // The next supervisor deals with what it holds.
      ready.noMore();
      ready = null;
    }
    house.spares().remove(this);
  }
}
