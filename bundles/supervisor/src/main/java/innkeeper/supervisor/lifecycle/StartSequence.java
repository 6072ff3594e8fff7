package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.lifecycle.State.Demand;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.spawn.Incarnation;
import innkeeper.supervisor.spawn.SpawnException;
import innkeeper.supervisor.spawn.Wrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a start: wait for predecessors, prepare a wrapper, send the go command, read the
 * pid.
 */
public final class StartSequence extends ActorPart {

  private static final Logger LOG = LoggerFactory.getLogger(StartSequence.class);
  private static final Duration PREDECESSOR_PATIENCE = Duration.ofSeconds(30);
  private static final Duration PREDECESSOR_LOOK = Duration.ofMillis(50);
  private static final Duration DRAIN_PATIENCE = Duration.ofMillis(50);

  /**
   * The number of reads after which the kernel is asked for the server's pid: after about 30 ms.
   */
  private static final int BY_KERNEL = 5;

  private Wrapper ready;
  private boolean underWay;
  private String logEnd = "";
  private CompletableFuture<Void> drained = CompletableFuture.completedFuture(null);

  StartSequence(ProjectActor actor) {
    super(actor);
  }

  /**
   * Makes a wrapper while the desired state is still being written; a wrapper without a go command
   * is not a server yet.
   */
  public void ahead() {
    Demand demand = actor.state().demand();
    boolean settled =
        switch (actor.state().phase()) {
          case STOPPED, EXITED, FATAL, BACKOFF -> true;
          default -> false;
        };
    String user = context.names().get(runtime.definition().name());
    if (!settled
        || actor.live() != null
        || demand.hostDown()
        || demand.removed()
        || (user != null && !user.equals(runtime.channelId()))) {
      return;
    }
    try {
      makeReady();
      context.idleWrappers().add(this);
    } catch (SpawnException e) {
      // The start itself fails in the same way and reports it.
      LOG.debug("no wrapper prepared channelId={}", runtime.channelId(), e);
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
   * Keeps the wrapper of a server that has ended for the next start.
   *
   * @return completes when the output so far is in the log
   */
  CompletableFuture<Void> keep(Wrapper wrapper) {
    letGo();
    ready = wrapper;
    context.idleWrappers().add(this);
    return context.drains().written(wrapper.make().name());
  }

  /** Drops the idle wrapper, because other projects used theirs later. */
  void tooMany() {
    queue.later(this::dropIdle);
  }

  /** Drops the idle wrapper, unless it is about to get its go command. */
  void dropIdle() {
    if (!underWay) {
      letGo();
    }
  }

  /**
   * Releases an idle wrapper; the output of its last server that it holds still reaches the log.
   */
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
      was.noMore();
      actor.exitHandling().drain(was.make().name(), was.served(), was.identity());
    }
  }

  void awaitPredecessors() {
    await(context.nanos(), false);
  }

  private void await(long since, boolean waited) {
    Optional<String> first = context.startOrder().toStart(runtime.definition());
    if (first.isEmpty() || context.nanos() - since > PREDECESSOR_PATIENCE.toNanos()) {
      actor.handle(new StartEvent.PredecessorsReady(waited));
      return;
    }
    String reason = "waits for " + first.get();
    if (!reason.equals(runtime.reason())) {
      runtime.reason(reason);
      actor.publish();
    }
    actor.after(PREDECESSOR_LOOK, () -> await(since, true));
  }

  /** Prepares the wrapper: at once if one is idle, else as the next task on the queue. */
  void prepare() {
    if (ready != null) {
      prepareNow();
    } else {
      actor.inThisPhase(this::prepareNow).run();
    }
  }

  private void prepareNow() {
    try {
      runtime.takeName();
      logEnd = context.probing().logEnd(runtime.definition());
      makeReady();
      underWay = true;
      context.idleWrappers().remove(this);
    } catch (SpawnException e) {
      failed(e);
      return;
    }
    if (drained.isDone()) {
      actor.handle(new StartEvent.WrapperReady());
    } else {
      // The last line of the server before may still lack its line end; the start waits a moment
      // for it.
      Runnable go = actor.inThisPhase(() -> actor.handle(new StartEvent.WrapperReady()));
      context.timers().after(DRAIN_PATIENCE, go);
      drained.whenComplete((done, failure) -> go.run());
    }
  }

  void giveWord() {
    underWay = false;
    try {
      Incarnation live =
          context.launcher().go(ready, runtime.definition(), runtime.nextIncarnation());
      ready = null;
      actor.live(live);
      runtime.spawned(live);
    } catch (SpawnException e) {
      letGo();
      failed(e);
    } catch (RuntimeException e) {
      letGo();
      throw e;
    }
  }

  private void failed(SpawnException e) {
    runtime.freeName();
    String why = e.getMessage();
    LOG.warn("project not started channelId={} reason=\"{}\"", runtime.channelId(), why);
    actor.handle(
        e.scarce()
            ? new StartEvent.StartPostponed(why)
            : new StartEvent.StartFailed(why, e.lasting() || actor.neverRestarts()));
  }

  /** Takes back a start before its go command. */
  void abandon() {
    if (underWay) {
      underWay = false;
      Demand demand = actor.state().demand();
      if (demand.hostDown() || demand.removed()) {
        letGo();
      } else {
        context.idleWrappers().add(this);
      }
    }
    runtime.freeName();
  }

  /** Handles the pid file: the wrapper has written the server's pid, or is still writing it. */
  public void pidAppeared(int look) {
    Incarnation live = actor.live();
    if (live == null || live.server().isPresent() || live.ended()) {
      return;
    }
    Optional<Identity> server = server(live, look);
    if (server.isEmpty()) {
      if (context.run().serverBegun(live.name())) {
        actor.exitHandling().lookAgain(look, this::pidAppeared);
      }
      return;
    }
    live.server(server.get());
    context.drains().handedOver(live.name(), live.number());
    LOG.info(
        "project started channelId={} pid={} run={}",
        runtime.channelId(),
        server.get().pid(),
        live.number());
    actor.handle(new StartEvent.PidSeen(runtime.definition().startTime().isZero()));
  }

  private Optional<Identity> server(Incarnation live, int look) {
    Optional<Identity> server = Optional.empty();
    try {
      server = live.written(context.run());
    } catch (IOException e) {
      LOG.warn(
          "server's pid cannot be read, asking the kernel channelId={} error={}",
          runtime.channelId(),
          e.getMessage());
      look = BY_KERNEL;
    }
    // The wrapper writes the pid within a moment, unless the disk is full.
    return server.isEmpty() && look >= BY_KERNEL ? live.byKernel(context.table().now()) : server;
  }

  /** Sets the future that completes when the last output of the server before is in the log. */
  void after(CompletableFuture<Void> lastOutput) {
    drained = lastOutput;
  }

  /** Returns the end of the log before the server's first instruction. */
  String logEnd() {
    return logEnd;
  }

  /** Returns whether a wrapper is about to get its go command. */
  boolean underWay() {
    return underWay;
  }

  public void release() {
    underWay = false;
    if (ready != null) {
      // The next supervisor handles the output that the wrapper holds.
      ready.noMore();
      ready = null;
    }
    context.idleWrappers().remove(this);
  }
}
