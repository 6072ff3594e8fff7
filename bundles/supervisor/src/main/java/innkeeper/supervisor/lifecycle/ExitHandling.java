package innkeeper.supervisor.lifecycle;

import static innkeeper.api.supervisor.ProjectState.EXITED;
import static innkeeper.api.supervisor.ProjectState.STOPPED;
import static innkeeper.api.supervisor.ProjectState.STOPPING;
import static innkeeper.api.supervisor.ProjectState.UNKNOWN;

import innkeeper.api.project.RestartPolicy;
import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ExitCode;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Signals;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.queue.SerialQueue;
import innkeeper.supervisor.spawn.Incarnation;
import innkeeper.supervisor.spawn.Wrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a server ends, by request or by itself, until nothing of its session is left, and what comes
 * then. Used on the project's queue only.
 */
public final class ExitHandling {

  private static final Logger LOG = LoggerFactory.getLogger(ExitHandling.class);

  /** Half a minute: each pause is twice the one before, to a quarter of a second. */
  private static final int LOOKS = 128;

  private static final int LONGEST_LOOK = 8;

  private static final int GLANCES = 10;
  private static final long GLANCE_NANOS = 50_000;

  /** For who stops several at once: they come one after another, in whatever order. */
  private static final Duration OTHERS_PATIENCE = Duration.ofMillis(250);

  private static final Duration OTHERS_LOOK = Duration.ofMillis(5);

  private final SupervisorContext context;
  private final SerialQueue queue;
  private final ProjectActor actor;
  private final ProjectRuntime runtime;

  private StopSequence ending;

  /** Asked to end, and others are to go first. */
  private boolean inTurn;

  /** Written on the queue; the tick asks for it from its own thread. */
  private volatile boolean wrapperLost;

  ExitHandling(SupervisorContext context, SerialQueue queue, ProjectActor actor) {
    this.context = context;
    this.queue = queue;
    this.actor = actor;
    this.runtime = actor.runtime();
  }

  boolean inProgress() {
    return ending != null || inTurn;
  }

  /** As {@link #begin}, once those are gone that started after it and are being stopped, too. */
  void beginInTurn(String reason) {
    inTurn = true;
    actor.health().end();
    turn(actor.live().number(), context.nanos(), reason);
  }

  private void turn(long number, long since, String reason) {
    if (!inTurn || !actor.lives(number)) {
      return;
    }
    boolean lately = context.nanos() - since < OTHERS_PATIENCE.toNanos();
    Optional<String> first =
        actor.hostDown()
            ? Optional.empty()
            : context.startOrder().toStop(runtime.definition(), lately);
    if (first.isEmpty()) {
      inTurn = false;
      begin(reason);
      return;
    }
    String waits = reason + "; waits until " + first.get() + " has ended";
    if (!waits.equals(runtime.reason())) {
      runtime.to(STOPPING, waits);
      actor.publish();
    }
    context.timers().after(OTHERS_LOOK, () -> queue.later(() -> turn(number, since, reason)));
  }

  /** Ends the present incarnation; what comes after was said to the actor. */
  void begin(String reason) {
    actor.health().end();
    runtime.to(STOPPING, reason);
    actor.publish();
    ending = ending(runtime.definition().stopSignal(), runtime.definition().stopTimeout());
    ending.begin();
  }

  /** Leaves the present incarnation alone, for it cannot be identified, and waits for its end. */
  void watch(String why) {
    ending = ending("", Duration.ZERO);
    ending.watch(why);
  }

  private StopSequence ending(String signal, Duration patience) {
    return new StopSequence(
        context, queue, actor.live(), signal, patience, this::news, this::gone, this::stuck);
  }

  /** What the wrapper has written, whether or not it was told. */
  void news() {
    actor.birth().pidAppeared(LOOKS);
    exitAppeared(LOOKS);
  }

  private void gone() {
    Incarnation live = actor.live();
    if (live.adopted() && live.server().isEmpty()) {
      unborn();
    } else {
      finished();
    }
  }

  void pidKnown() {
    if (ending != null) {
      ending.begin();
    }
  }

  /** The wrapper wrote the exit code, or is in the middle of it. */
  public void exitAppeared(int look) {
    Incarnation live = actor.live();
    if (live == null || live.ended()) {
      return;
    }
    try {
      OptionalInt code = told(live);
      if (code.isEmpty()) {
        if (context.run().exitBegun(live.name())) {
          lookAgain(look, this::exitAppeared);
        }
        return;
      }
      if (live.server().isEmpty()) {
        context.run().server(live.name()).ifPresent(live::server);
      }
      if (live.serverAlive()) {
        LOG.warn("exit code of a living server ignored channelId={}", runtime.channelId());
        return;
      }
      ended(code);
    } catch (IOException e) {
      LOG.error("exit code cannot be read channelId={}", runtime.channelId(), e);
    }
  }

  /**
   * Its writer is woken up by the same kernel that tells us of the file, and mostly has but to
   * write: worth a moment's wait, for somebody waits for what follows.
   */
  private OptionalInt told(Incarnation live) throws IOException {
    OptionalInt code = live.told(context.run());
    for (int glance = 0; code.isEmpty() && glance < GLANCES; glance++) {
      if (!context.run().exitBegun(live.name())) {
        return code;
      }
      LockSupport.parkNanos(GLANCE_NANOS);
      code = context.run().exitCode(live.name());
    }
    return code;
  }

  /**
   * A file was seen before its content: its writer is between two system calls, which on a disk
   * that others keep busy can be seconds; and nobody tells when the content comes.
   */
  void lookAgain(int look, IntConsumer again) {
    long number = actor.live().number();
    if (look < LOOKS) {
      context
          .timers()
          .after(
              Duration.ofMillis(1L << Math.min(look, LONGEST_LOOK)),
              () ->
                  queue.later(
                      () -> {
                        if (actor.lives(number)) {
                          again.accept(look + 1);
                        }
                      }));
    }
  }

  private void ended(OptionalInt code) {
    Incarnation live = actor.live();
    if (live.adopted() && live.server().isEmpty()) {
      unborn();
      return;
    }
    live.ended(code, Proc.nowTicks(), context.clock().instant());
    actor.health().end();
    if (ending != null) {
      ending.look();
    } else {
      if (!inTurn) {
        actor.then(NextAction.JUDGE);
      }
      inTurn = false;
      endRest();
    }
  }

  /** The main process has ended; what it left behind goes too. */
  void endRest() {
    Incarnation live = actor.live();
    Optional<List<Stat>> left = live.members(context.table().now());
    if (left.isPresent() && left.get().isEmpty()) {
      finished();
    } else {
      begin(ExitCode.sentence(live.exitCode(), "") + "; ending what it left behind");
    }
  }

  /** The last host died before it gave its word: nothing ran, so nothing ended. */
  private void unborn() {
    release();
    runtime.freeName();
    Incarnation was = actor.live();
    actor.live(null);
    // It may still hold what an earlier server printed.
    lastOutput(was);
    if (runtime.desired() == Desired.RUNNING && !actor.hostDown() && !actor.vanishes()) {
      actor.birth().begin("");
    } else {
      actor.settle(STOPPED, "");
      actor.vanishIfGone();
    }
  }

  /** Whether a tick can be saved; may be asked on any thread. */
  public boolean quiet(boolean thorough) {
    Incarnation live = actor.live();
    return live == null
        || (!wrapperLost && !thorough && live.server().isPresent() && live.ownWrapperAlive());
  }

  /**
   * Once a second while a server lives: what no file tells.
   *
   * @param thorough look also at what is told, should the telling have been lost
   */
  public void tick(boolean thorough) {
    Incarnation live = actor.live();
    if (live == null || live.ended()) {
      return;
    }
    if (live.server().isEmpty()) {
      actor.birth().pidAppeared(LOOKS);
    }
    boolean never = live.adopted() && live.server().isEmpty() && !live.wrapperMayStart();
    boolean lost =
        never || wrapperLost || !live.ownWrapperAlive() || (thorough && !live.wrapperAlive());
    if (lost || thorough) {
      exitAppeared(LOOKS);
    }
    if (!lost || !actor.lives(live.number())) {
      return;
    }
    if (!live.serverAlive()) {
      wrapperLost = false;
      ended(OptionalInt.empty());
    } else if (!wrapperLost) {
      wrapperLost = true;
      LOG.warn("wrapper gone, exit code will be unknown channelId={}", runtime.channelId());
      if (ending == null) {
        runtime.reason("its wrapper was killed; how it will end cannot be known");
        actor.publish();
      }
    }
  }

  /** After a step that failed: looks at everything, as if nothing had been told. */
  void lookAfresh() {
    if (ending != null) {
      ending.begin();
      ending.look();
    } else if (actor.live().ended()) {
      endRest();
    } else if (inTurn || (runtime.desired() == Desired.STOPPED && runtime.state() != UNKNOWN)) {
      inTurn = false;
      begin("stopped by request");
    } else {
      actor.birth().bornAfter();
      tick(true);
    }
  }

  private void stuck(String why) {
    LOG.error("project cannot be ended channelId={} reason=\"{}\"", runtime.channelId(), why);
    runtime.to(UNKNOWN, why);
    context.journal().append(runtime.draft("project.unknown", "failed", why), () -> {});
    actor.publish();
  }

  private void finished() {
    Incarnation was = actor.live();
    NextAction then = actor.then();
    String signal = ending == null ? "" : ending.sure(was.exitCode());
    actor.live(null);
    ending = null;
    inTurn = false;
    wrapperLost = false;
    runtime.startFollows(false);
    if (was.exitCode().isEmpty()) {
      // Or it would write its code into the next one's file.
      Signals.kill(was.wrapper());
    }
    String cause =
        then == NextAction.RETRY ? runtime.reason() : ExitCode.sentence(was.exitCode(), signal);
    long bound = runtime.definition().memoryMaxBytes();
    if (bound > 0 && context.launcher().memory().release(was.name())) {
      cause += "; the kernel killed in it, for it reached its memoryMaxBytes of " + bound;
    }
    boolean asked = then == NextAction.STAY || then == NextAction.START || actor.hostDown();
    Runnable told = runtime.ended(was, signal, asked);
    runtime.freeName();
    if (actor.hostDown()) {
      // The host waits for the end and for nothing after it.
      told.run();
    } else {
      queue.later(told);
    }
    actor.birth().after(lastOutput(was));
    if (actor.hostDown() || then == NextAction.STAY || actor.vanishes()) {
      actor.settle(STOPPED, actor.hostDown() ? ProjectActor.HOST_DOWN : "");
    } else if (then == NextAction.START) {
      runtime.remember();
      actor.birth().begin("");
    } else if (then == NextAction.RETRY
        ? runtime.definition().restart() != RestartPolicy.NEVER
        : restarts(was.exitCode())) {
      actor.birth().again(cause);
    } else {
      actor.settle(EXITED, cause);
    }
    actor.vanishIfGone();
  }

  private CompletableFuture<Void> lastOutput(Incarnation was) {
    Optional<Wrapper> again = was.reusable();
    if (again.isPresent() && !actor.hostDown() && !actor.vanishes()) {
      return actor.birth().keep(again.get());
    }
    return context
        .drains()
        .ended(
            was.name(),
            was.number(),
            was.wrapper(),
            () -> queue.later(() -> swept(was.name(), was.number())));
  }

  private boolean restarts(OptionalInt code) {
    return switch (runtime.definition().restart()) {
      case ALWAYS -> true;
      case ON_FAILURE -> code.isEmpty() || code.getAsInt() != 0;
      case NEVER -> false;
    };
  }

  /** The wrapper is gone: no trace of that incarnation is needed any more. */
  void swept(String name, long number) {
    if (actor.live() == null
        && !actor.birth().underWay()
        && runtime.incarnation() == number
        && !context.names().containsKey(name)) {
      runtime.sweep(name);
    }
  }

  public void release() {
    inTurn = false;
    if (ending != null) {
      ending.cancel();
      ending = null;
    }
  }
}
