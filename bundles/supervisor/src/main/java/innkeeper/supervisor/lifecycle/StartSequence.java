package innkeeper.supervisor.lifecycle;

import static innkeeper.api.supervisor.ProjectState.BACKOFF;
import static innkeeper.api.supervisor.ProjectState.EXITED;
import static innkeeper.api.supervisor.ProjectState.FATAL;
import static innkeeper.api.supervisor.ProjectState.RUNNING;
import static innkeeper.api.supervisor.ProjectState.STARTING;
import static innkeeper.api.supervisor.ProjectState.STOPPED;

import innkeeper.api.project.RestartPolicy;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.queue.SerialQueue;
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
public final class StartSequence {

  private static final Logger LOG = LoggerFactory.getLogger(StartSequence.class);
  private static final Duration PREDECESSOR_PATIENCE = Duration.ofSeconds(30);
  private static final Duration PREDECESSOR_LOOK = Duration.ofMillis(50);
  private static final Duration DRAIN_PATIENCE = Duration.ofMillis(50);

  /** From that look on the kernel is asked which process the server is: after some 30 ms. */
  private static final int BY_KERNEL = 5;

  private final SupervisorContext context;
  private final SerialQueue queue;
  private final ProjectActor actor;
  private final ProjectRuntime runtime;

  private long launch;
  private Wrapper ready;
  private boolean underWay;
  private Future<?> retry;
  private String logEnd = "";
  private CompletableFuture<Void> drained = CompletableFuture.completedFuture(null);

  StartSequence(SupervisorContext context, SerialQueue queue, ProjectActor actor) {
    this.context = context;
    this.queue = queue;
    this.actor = actor;
    this.runtime = actor.runtime();
  }

  /** To STARTING, whatever was before; the rest follows by itself. */
  void begin(String reason) {
    cancelRetry();
    actor.then(NextAction.STAY);
    if (actor.hostDown()) {
      actor.settle(STOPPED, ProjectActor.HOST_DOWN);
      return;
    }
    boolean settled =
        runtime.state() == EXITED || runtime.state() == FATAL || !runtime.definition().autostart();
    long number = ++launch;
    runtime.to(STARTING, reason);
    if (settled) {
      // Or a supervisor that takes over now would believe that it is to stay as it was.
      runtime.remember();
    }
    actor.publish();
    if (context.startOrder().toStart(runtime.definition()).isPresent()) {
      await(number, context.nanos());
    } else if (ready != null) {
      prepare(number);
    } else {
      queue.later(() -> prepare(number));
    }
  }

  /**
   * While what is wanted is still being written: a wrapper that waits for its word is no server
   * yet.
   */
  public void ahead() {
    boolean settled =
        switch (runtime.state()) {
          case STOPPED, EXITED, FATAL, BACKOFF -> true;
          default -> false;
        };
    String user = context.names().get(runtime.definition().name());
    if (!settled
        || actor.live() != null
        || actor.hostDown()
        || actor.vanishes()
        || (user != null && !user.equals(runtime.channelId()))) {
      return;
    }
    try {
      makeReady();
      context.idleWrappers().add(this);
    } catch (SpawnException e) {
      // The start itself meets the same and says so.
      LOG.debug("no wrapper ahead channelId={}", runtime.channelId(), e);
    }
  }

  private void makeReady() throws SpawnException {
    Wrapper.Make make = context.launcher().make(runtime.definition());
    if (ready != null && !(ready.waits() && ready.make().equals(make))) {
      letGo();
    }
    if (ready == null) {
      ready = context.launcher().wrapper(make);
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
    context.idleWrappers().add(this);
    return context.drains().written(wrapper.make().name());
  }

  /** Others used theirs later. */
  void tooMany() {
    queue.later(
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
    context.idleWrappers().remove(this);
    if (was.served() == 0) {
      was.kill();
    } else {
      context
          .drains()
          .ended(
              was.make().name(),
              was.served(),
              was.identity(),
              () -> queue.later(() -> actor.death().swept(was.make().name(), was.served())));
    }
  }

  private void await(long number, long since) {
    if (number != launch || runtime.state() != STARTING) {
      return;
    }
    Optional<String> first = context.startOrder().toStart(runtime.definition());
    if (first.isEmpty() || context.nanos() - since > PREDECESSOR_PATIENCE.toNanos()) {
      runtime.reason("");
      queue.later(() -> prepare(number));
      return;
    }
    String reason = "waits for " + first.get();
    if (!reason.equals(runtime.reason())) {
      runtime.reason(reason);
      actor.publish();
    }
    context.timers().after(PREDECESSOR_LOOK, () -> queue.later(() -> await(number, since)));
  }

  private void prepare(long number) {
    if (number != launch || runtime.state() != STARTING) {
      return;
    }
    try {
      runtime.takeName();
      logEnd = context.probing().logEnd(runtime.definition());
      makeReady();
      underWay = true;
      context.idleWrappers().remove(this);
    } catch (SpawnException e) {
      failed(e.getMessage());
      return;
    }
    if (drained.isDone()) {
      go(number);
    } else {
      // The last line of the one before may still be held back without its end; a moment's grace.
      context.timers().after(DRAIN_PATIENCE, () -> queue.later(() -> go(number)));
      drained.whenComplete((done, failure) -> queue.later(() -> go(number)));
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
      Incarnation live =
          context.launcher().go(wrapper, runtime.definition(), runtime.nextIncarnation());
      actor.live(live);
      runtime.spawned(live);
      actor.publish();
    } catch (SpawnException e) {
      ready = wrapper;
      letGo();
      failed(e.getMessage());
    }
  }

  /** No server came of it: by policy tried again, or given up. */
  void failed(String message) {
    runtime.freeName();
    LOG.warn("project not started channelId={} reason=\"{}\"", runtime.channelId(), message);
    if (runtime.definition().restart() == RestartPolicy.NEVER) {
      fatal(message);
    } else {
      again(message);
    }
  }

  private void fatal(String message) {
    actor.settle(FATAL, message);
    LOG.error("project failed channelId={} reason=\"{}\"", runtime.channelId(), message);
    context.journal().append(runtime.draft("project.fatal", "failed", message), () -> {});
  }

  /** Takes back what is under way; no word was given yet. */
  void abandon() {
    launch++;
    if (underWay) {
      underWay = false;
      if (actor.hostDown() || actor.vanishes()) {
        letGo();
      } else {
        context.idleWrappers().add(this);
      }
    }
    runtime.freeName();
  }

  /** The wrapper wrote down which process the server is. */
  public void pidAppeared(int look) {
    Incarnation live = actor.live();
    if (live == null || live.server().isPresent() || live.ended()) {
      return;
    }
    Optional<Identity> server = server(live, look);
    if (server.isEmpty()) {
      if (context.run().serverBegun(live.name())) {
        actor.death().lookAgain(look, this::pidAppeared);
      }
      return;
    }
    live.server(server.get());
    context.drains().handedOver(live.name(), live.number());
    if (actor.death().inProgress()) {
      actor.death().pidKnown();
    } else if (runtime.state() == STARTING) {
      born(live);
    }
    actor.publish();
  }

  private Optional<Identity> server(Incarnation live, int look) {
    Optional<Identity> server = Optional.empty();
    try {
      server = context.run().server(live.name());
    } catch (IOException e) {
      LOG.warn(
          "server's pid cannot be read, asking the kernel channelId={} error={}",
          runtime.channelId(),
          e.getMessage());
      look = BY_KERNEL;
    }
    // The wrapper writes it within a moment, unless the disk is full.
    return server.isEmpty() && look >= BY_KERNEL ? live.byKernel(context.table().now()) : server;
  }

  private void born(Incarnation live) {
    long number = live.number();
    long pid = live.server().orElseThrow().pid();
    LOG.info("project started channelId={} pid={} run={}", runtime.channelId(), pid, number);
    try {
      actor.health().begin(live, logEnd);
    } finally {
      // That it runs does not depend on whether it can be asked.
      Duration time = runtime.definition().startTime();
      if (time.isZero()) {
        started(number);
      } else {
        context.timers().after(time, () -> queue.later(() -> started(number)));
      }
    }
  }

  /** Goes on with a start whose steps were broken off. */
  void bornAfter() {
    Incarnation live = actor.live();
    if (runtime.state() == STARTING && live.server().isPresent()) {
      born(live);
      actor.publish();
    }
  }

  private void started(long number) {
    if (actor.lives(number) && runtime.state() == STARTING) {
      runtime.to(RUNNING, "");
      actor.publish();
    }
  }

  /** The one before ended; its last output is on its way into the log. */
  void after(CompletableFuture<Void> lastOutput) {
    drained = lastOutput;
  }

  /** By policy: at once, later, or never again. */
  void again(String cause) {
    Optional<Duration> delay = runtime.nextTry();
    if (delay.isEmpty()) {
      fatal("gave up after " + Backoff.MAX_TRIES + " restarts in 10 minutes; last: " + cause);
    } else if (delay.get().isZero()) {
      runtime.remember();
      begin("restarted: " + cause);
    } else {
      // First, or nobody would wake it up if what follows fails.
      retryAfter(delay.get());
      runtime.retryIn(delay.get());
      actor.settle(BACKOFF, cause + "; " + runtime.triesText());
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
    runtime.retryIn(delay);
    runtime.to(BACKOFF, runtime.reason());
    actor.publish();
    retryAfter(delay);
  }

  private void retryAfter(Duration delay) {
    long number = ++launch;
    retry = context.timers().after(delay, () -> queue.later(() -> retry(number)));
  }

  private void retry(long number) {
    retry = null;
    if (number == launch && runtime.state() == BACKOFF) {
      begin(runtime.reason());
    }
  }

  void cancelRetry() {
    if (retry != null) {
      retry.cancel(false);
      retry = null;
    }
    runtime.noRetry();
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
    context.idleWrappers().remove(this);
  }
}
