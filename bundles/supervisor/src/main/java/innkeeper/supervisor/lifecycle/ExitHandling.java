package innkeeper.supervisor.lifecycle;

import innkeeper.api.supervisor.EndedBy;
import innkeeper.api.supervisor.ExitCode;
import innkeeper.supervisor.process.Identity;
import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.ProcTable;
import innkeeper.supervisor.process.Signals;
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
 * Handles the end of a server, by request or by itself, until no process of its session is left.
 *
 * <p>If the main process ends before its children, they get the stop signal, then KILL, before the
 * next step. On a slow machine it waits up to 30 s for the exit code, while the server is a zombie
 * or its wrapper works.
 */
public final class ExitHandling extends ActorPart {

  private static final Logger LOG = LoggerFactory.getLogger(ExitHandling.class);

  /**
   * The most checks of one file, about half a minute. Each pause is twice the one before, up to a
   * quarter of a second.
   */
  private static final int LOOKS = 128;

  private static final int LONGEST_LOOK = 8;

  private static final int GLANCES = 10;
  private static final long GLANCE_NANOS = 50_000;

  /**
   * The time to wait for stop requests of projects that start after this one. A caller that stops
   * several at once may send the requests in any order.
   */
  private static final Duration OTHERS_PATIENCE = Duration.ofMillis(250);

  private static final Duration OTHERS_LOOK = Duration.ofMillis(5);

  private StopSequence stop;

  /** The facts about the end of the present incarnation. */
  private static final class End {

    /** The origin of the end; null while the server is not being ended. */
    private EndedBy by;

    /** The signal that was sent to the server by request; "" without such a signal. */
    private String requested = "";

    /** True if the kernel killed a process in the server's group for lack of memory. */
    private boolean outOfMemory;

    /** The task that writes the audit entry of the end; null before the end is noted. */
    private Runnable noted;
  }

  private End end = new End();

  /** True once the wrapper is gone. Written on the queue; the tick reads it on its own thread. */
  private volatile boolean wrapperLost;

  ExitHandling(ProjectActor actor) {
    super(actor);
  }

  /** Waits until all projects that start after this one and are being stopped, too, have ended. */
  void awaitTurn() {
    turn(context.nanos());
  }

  private void turn(long since) {
    boolean lately = context.nanos() - since < OTHERS_PATIENCE.toNanos();
    Optional<String> first =
        actor.state().demand().hostDown()
            ? Optional.empty()
            : context.startOrder().toStop(runtime.definition(), lately);
    if (first.isEmpty()) {
      actor.handle(new EndEvent.TurnCame());
      return;
    }
    String waits = Transition.BY_REQUEST + "; waits until " + first.get() + " has ended";
    if (!waits.equals(runtime.reason())) {
      runtime.reason(waits);
      actor.publish();
    }
    actor.after(OTHERS_LOOK, () -> turn(since));
  }

  /** Notes who ends the server. The first call counts, and only while the main process lives. */
  void endsBy(EndedBy who) {
    Incarnation live = actor.live();
    boolean gone = live.ended() || (live.server().isPresent() && !live.serverAlive());
    if (end.by == null && !gone) {
      end.by = who;
    }
  }

  /** Notes a requested signal to the main process, which may end by it. */
  void signalled(String name) {
    end.requested = name;
  }

  private EndedBy endedBy(Incarnation was, boolean asked) {
    if (end.by != null) {
      return end.by;
    }
    if (end.outOfMemory) {
      return EndedBy.KERNEL_OOM;
    }
    String signal = ExitCode.signalInferred(was.exitCode());
    boolean signalled = !signal.isEmpty() && signal.equals(end.requested);
    // A server that ended by a signal while no host ran, and was to end, got that signal from the
    // last host.
    boolean before = !signal.isEmpty() && asked && was.endedUnseen();
    return signalled || before ? EndedBy.REQUEST : EndedBy.unasked(was.exitCode());
  }

  /** Sends the first signal, or sends it again if the pid was unknown before. */
  void sendStop() {
    endsBy(actor.state().demand().hostDown() ? EndedBy.HOST : EndedBy.REQUEST);
    if (stop == null) {
      stop = sequence(runtime.definition().stopSignal(), runtime.definition().stopSeconds());
    }
    stop.begin();
  }

  /**
   * Sends no signal to the present incarnation, because it cannot be identified, and waits for its
   * end.
   */
  void watchOnly(String why) {
    stop = sequence("", Duration.ZERO);
    stop.watch(why);
  }

  private StopSequence sequence(String signal, Duration stopSeconds) {
    return new StopSequence(
        context,
        queue,
        actor.live(),
        signal,
        stopSeconds,
        this::news,
        this::gone,
        why -> actor.handle(new EndEvent.CannotEnd(why)));
  }

  /** Reads what the wrapper has written, even if no file event reported it. */
  private void news() {
    actor.startSequence().pidAppeared(LOOKS);
    exitAppeared(LOOKS);
  }

  private void gone() {
    Incarnation live = actor.live();
    if (live.adopted() && live.server().isEmpty()) {
      actor.handle(new EndEvent.NothingStarted());
    } else {
      empty();
    }
  }

  /** Handles an exit file: the wrapper has written the exit code, or is still writing it. */
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
        live.written(context.run()).ifPresent(live::server);
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
   * Returns the exit code. The kernel wakes the wrapper and this host at the same time, and the
   * wrapper mostly has one write left. So it waits a moment, because callers wait for the result.
   */
  private OptionalInt told(Incarnation live) throws IOException {
    OptionalInt code = context.run().exitCode(live.name());
    for (int glance = 0; code.isEmpty() && glance < GLANCES; glance++) {
      if (!context.run().exitBegun(live.name())) {
        break;
      }
      LockSupport.parkNanos(GLANCE_NANOS);
      code = context.run().exitCode(live.name());
    }
    return code.isPresent() ? code : live.told(context.run());
  }

  /**
   * Schedules another read of a file that was seen before its content. The wrapper is between two
   * system calls, which can take seconds on a busy disk. No file event reports the content.
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
      actor.handle(new EndEvent.NothingStarted());
      return;
    }
    live.ended(code, Proc.nowTicks(), context.clock().instant());
    actor.handle(new EndEvent.ExitSeen());
  }

  /** Ends all processes of the session, because the main process has ended or has to end. */
  void endSession() {
    Incarnation live = actor.live();
    if (actor.state().endsByRequest() && live.ended() && none(live, context.table().sessions())) {
      actor.handle(new EndEvent.SessionEnded());
      return;
    }
    if (live.ended() && (stop == null || actor.state().phase() == State.Phase.SCANNING)) {
      if (none(live, context.table().now())) {
        empty();
      } else {
        actor.handle(new EndEvent.LeftBehind(ExitCode.sentence(live.exitCode(), "")));
      }
      return;
    }
    sendStop();
    stop.look();
  }

  private static boolean none(Incarnation of, ProcTable.Snapshot snapshot) {
    return of.members(snapshot).filter(List::isEmpty).isPresent();
  }

  /** Returns whether a tick can be skipped. Safe for many threads. */
  public boolean quiet(boolean thorough) {
    Incarnation live = actor.live();
    return live == null
        || (!wrapperLost
            && live.server().isPresent()
            && live.wrapperThere()
            && !(thorough && context.run().exitBegun(live.name())));
  }

  /**
   * Checks a living server for what no file event reports.
   *
   * @param thorough whether to read the files, too, because an event may be lost
   */
  public void tick(boolean thorough) {
    Incarnation live = actor.live();
    if (live == null || live.ended()) {
      return;
    }
    if (live.server().isEmpty()) {
      actor.startSequence().pidAppeared(LOOKS);
    }
    boolean never = live.adopted() && live.server().isEmpty() && !live.wrapperMayStart();
    boolean lost =
        never || wrapperLost || !live.wrapperThere() || (thorough && !live.wrapperAlive());
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
      if (stop == null) {
        runtime.reason("its wrapper was killed; how it will end cannot be known");
        actor.publish();
      }
    }
  }

  /** Checks the server as if all events had been lost. */
  void lookAtServer() {
    if (actor.live().ended()) {
      actor.handle(new EndEvent.ExitSeen());
    } else {
      tick(true);
    }
  }

  private void empty() {
    Incarnation was = actor.live();
    long bound = runtime.definition().memoryMaxBytes();
    end.outOfMemory = context.launcher().groups().release(was.name());
    boolean retry = actor.state().then() == NextAction.RETRY;
    EndedBy who = endedBy(was, false);
    String cause = retry ? runtime.reason() : ExitCode.sentence(was.exitCode(), signal(was), who);
    if (end.outOfMemory) {
      String killed = "it reached memoryMaxBytes" + (bound > 0 ? " of " + bound : "");
      cause += "; " + killed;
      actor.audit("project.memory-kill", "failed", "the kernel killed in it: " + killed);
    }
    actor.handle(new EndEvent.SessionEmpty(cause, restarts(was.exitCode()), actor.neverRestarts()));
  }

  private String signal(Incarnation was) {
    return stop == null ? "" : stop.sure(was.exitCode());
  }

  private boolean restarts(OptionalInt code) {
    return switch (runtime.definition().restart()) {
      case ALWAYS -> true;
      case ON_FAILURE -> !runtime.isSuccess(code);
      case NEVER -> false;
    };
  }

  /** Notes how the server ended, once; the report follows when no process is left. */
  void noteEnd(boolean asked) {
    if (end.noted == null) {
      Incarnation live = actor.live();
      end.noted = runtime.ended(live, signal(live), asked, endedBy(live, asked));
    }
  }

  /** Closes the present incarnation, of which no process is left. */
  void close(boolean asked) {
    Incarnation was = actor.live();
    String signal = signal(was);
    Runnable known = end.noted;
    EndedBy who = endedBy(was, asked);
    // The server is gone even if a later step fails, so the project forgets it first.
    actor.live(null);
    end = new End();
    release();
    wrapperLost = false;
    runtime.freeName();
    if (was.exitCode().isEmpty() && !was.isUntouchable()) {
      // The wrapper would write its exit code into the file of the next incarnation.
      Signals.kill(was.wrapper());
    }
    actor.startSequence().after(lastOutput(was));
    Runnable told = known != null ? known : runtime.ended(was, signal, asked, who);
    actor.health().watchFlapping();
    if (actor.state().demand().hostDown()) {
      // The host waits for this end and for no later step.
      told.run();
    } else {
      queue.later(told);
    }
  }

  /**
   * Forgets an incarnation whose server never ran, because the last host died before it sent the go
   * command.
   */
  void forgetUnborn() {
    Incarnation was = actor.live();
    actor.live(null);
    end = new End();
    release();
    context.launcher().groups().release(was.name());
    runtime.freeName();
    // The wrapper may still hold output of an earlier server.
    lastOutput(was);
  }

  private CompletableFuture<Void> lastOutput(Incarnation was) {
    if (was.isUntouchable()) {
      return CompletableFuture.completedFuture(null);
    }
    State.Demand demand = actor.state().demand();
    Optional<Wrapper> again = was.reusable();
    if (again.isPresent() && !demand.hostDown() && !demand.removed()) {
      return actor.startSequence().keep(again.get());
    }
    was.letGo();
    return drain(was.name(), was.number(), was.wrapper());
  }

  /**
   * Ends the wrapper of an incarnation once its output is in the log, then removes its run files.
   */
  CompletableFuture<Void> drain(String name, long number, Identity wrapper) {
    return context
        .drains()
        .ended(name, number, wrapper, () -> queue.later(() -> swept(name, number)));
  }

  private void swept(String name, long number) {
    if (actor.live() == null
        && !actor.startSequence().underWay()
        && runtime.incarnation() == number
        && !context.names().containsKey(name)) {
      context.run().sweep(name);
    }
  }

  public void release() {
    if (stop != null) {
      stop.cancel();
      stop = null;
    }
  }
}
