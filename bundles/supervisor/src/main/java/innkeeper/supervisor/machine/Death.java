package innkeeper.supervisor.machine;

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
import innkeeper.supervisor.queue.Lane;
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
public final class Death {

  private static final Logger LOG = LoggerFactory.getLogger(Death.class);

  /** Half a minute: each pause is twice the one before, to a quarter of a second. */
  private static final int LOOKS = 128;

  private static final int LONGEST_LOOK = 8;

  private static final int GLANCES = 10;
  private static final long GLANCE_NANOS = 50_000;

  /** For who stops several at once: they come one after another, in whatever order. */
  private static final Duration OTHERS_PATIENCE = Duration.ofMillis(250);

  private static final Duration OTHERS_LOOK = Duration.ofMillis(5);

  private final House house;
  private final Lane lane;
  private final Machine machine;
  private final Facts facts;

  private Ending ending;

  /** Asked to end, and others are to go first. */
  private boolean inTurn;

  /** Written on the queue; the tick asks for it from its own thread. */
  private volatile boolean wrapperLost;

  Death(House house, Lane lane, Machine machine) {
    this.house = house;
    this.lane = lane;
    this.machine = machine;
    this.facts = machine.facts();
  }

  boolean inProgress() {
    return ending != null || inTurn;
  }

  /** As {@link #begin}, once those are gone that started after it and are being stopped, too. */
  void beginInTurn(String reason) {
    inTurn = true;
    machine.health().end();
    turn(machine.live().number(), house.nanos(), reason);
  }

  private void turn(long number, long since, String reason) {
    if (!inTurn || !machine.lives(number)) {
      return;
    }
    boolean lately = house.nanos() - since < OTHERS_PATIENCE.toNanos();
    Optional<String> first =
        machine.hostDown() ? Optional.empty() : house.ties().toStop(facts.definition(), lately);
    if (first.isEmpty()) {
      inTurn = false;
      begin(reason);
      return;
    }
    String waits = reason + "; waits until " + first.get() + " has ended";
    if (!waits.equals(facts.reason())) {
      facts.to(STOPPING, waits);
      machine.publish();
    }
    house.timers().after(OTHERS_LOOK, () -> lane.later(() -> turn(number, since, reason)));
  }

  /** Ends the present incarnation; what comes after was said to the machine. */
  void begin(String reason) {
    machine.health().end();
    facts.to(STOPPING, reason);
    machine.publish();
    ending = ending(facts.definition().stopSignal(), facts.definition().stopTimeout());
    ending.begin();
  }

  /** Leaves the present incarnation alone, for it cannot be identified, and waits for its end. */
  void watch(String why) {
    ending = ending("", Duration.ZERO);
    ending.watch(why);
  }

  private Ending ending(String signal, Duration patience) {
    return new Ending(
        house, lane, machine.live(), signal, patience, this::news, this::gone, this::stuck);
  }

  /** What the wrapper has written, whether or not it was told. */
  void news() {
    machine.birth().pidAppeared(LOOKS);
    exitAppeared(LOOKS);
  }

  private void gone() {
    Incarnation live = machine.live();
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
    Incarnation live = machine.live();
    if (live == null || live.ended()) {
      return;
    }
    try {
      OptionalInt code = told(live);
      if (code.isEmpty()) {
        if (house.run().exitBegun(live.name())) {
          lookAgain(look, this::exitAppeared);
        }
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

  /**
   * Its writer is woken up by the same kernel that tells us of the file, and mostly has but to
   * write: worth a moment's wait, for somebody waits for what follows.
   */
  private OptionalInt told(Incarnation live) throws IOException {
    OptionalInt code = live.told(house.run());
    for (int glance = 0; code.isEmpty() && glance < GLANCES; glance++) {
      if (!house.run().exitBegun(live.name())) {
        return code;
      }
      LockSupport.parkNanos(GLANCE_NANOS);
      code = house.run().exitCode(live.name());
    }
    return code;
  }

  /**
   * A file was seen before its content: its writer is between two system calls, which on a disk
   * that others keep busy can be seconds; and nobody tells when the content comes.
   */
  void lookAgain(int look, IntConsumer again) {
    long number = machine.live().number();
    if (look < LOOKS) {
      house
          .timers()
          .after(
              Duration.ofMillis(1L << Math.min(look, LONGEST_LOOK)),
              () ->
                  lane.later(
                      () -> {
                        if (machine.lives(number)) {
                          again.accept(look + 1);
                        }
                      }));
    }
  }

  private void ended(OptionalInt code) {
    Incarnation live = machine.live();
    if (live.adopted() && live.server().isEmpty()) {
      unborn();
      return;
    }
    live.ended(code, Proc.nowTicks(), house.clock().instant());
    machine.health().end();
    if (ending != null) {
      ending.look();
    } else {
      if (!inTurn) {
        machine.then(Then.JUDGE);
      }
      inTurn = false;
      endRest();
    }
  }

  /** The main process has ended; what it left behind goes too. */
  void endRest() {
    Incarnation live = machine.live();
    Optional<List<Stat>> left = live.members(house.table().now());
    if (left.isPresent() && left.get().isEmpty()) {
      finished();
    } else {
      begin(ExitCode.sentence(live.exitCode(), "") + "; ending what it left behind");
    }
  }

  /** The last host died before it gave its word: nothing ran, so nothing ended. */
  private void unborn() {
    release();
    facts.freeName();
    Incarnation was = machine.live();
    machine.live(null);
    // It may still hold what an earlier server printed.
    lastOutput(was);
    if (facts.desired() == Desired.RUNNING && !machine.hostDown() && !machine.vanishes()) {
      machine.birth().begin("");
    } else {
      machine.settle(STOPPED, "");
      machine.vanishIfGone();
    }
  }

  /** Whether a tick can be saved; may be asked on any thread. */
  public boolean quiet(boolean thorough) {
    Incarnation live = machine.live();
    return live == null
        || (!wrapperLost && !thorough && live.server().isPresent() && live.ownWrapperAlive());
  }

  /**
   * Once a second while a server lives: what no file tells.
   *
   * @param thorough look also at what is told, should the telling have been lost
   */
  public void tick(boolean thorough) {
    Incarnation live = machine.live();
    if (live == null || live.ended()) {
      return;
    }
    if (live.server().isEmpty()) {
      machine.birth().pidAppeared(LOOKS);
    }
    boolean never = live.adopted() && live.server().isEmpty() && !live.wrapperMayStart();
    boolean lost =
        never || wrapperLost || !live.ownWrapperAlive() || (thorough && !live.wrapperAlive());
    if (lost || thorough) {
      exitAppeared(LOOKS);
    }
    if (!lost || !machine.lives(live.number())) {
      return;
    }
    if (!live.serverAlive()) {
      wrapperLost = false;
      ended(OptionalInt.empty());
    } else if (!wrapperLost) {
      wrapperLost = true;
      LOG.warn("wrapper gone, exit code will be unknown channelId={}", facts.channelId());
      if (ending == null) {
        facts.reason("its wrapper was killed; how it will end cannot be known");
        machine.publish();
      }
    }
  }

  /** After a step that failed: looks at everything, as if nothing had been told. */
  void lookAfresh() {
    if (ending != null) {
      ending.begin();
      ending.look();
    } else if (machine.live().ended()) {
      endRest();
    } else if (inTurn || (facts.desired() == Desired.STOPPED && facts.state() != UNKNOWN)) {
      inTurn = false;
      begin("stopped by request");
    } else {
      machine.birth().bornAfter();
      tick(true);
    }
  }

  private void stuck(String why) {
    LOG.error("project cannot be ended channelId={} reason=\"{}\"", facts.channelId(), why);
    facts.to(UNKNOWN, why);
    house.journal().append(facts.draft("project.unknown", "failed", why), () -> {});
    machine.publish();
  }

  private void finished() {
    Incarnation was = machine.live();
    Then then = machine.then();
    String signal = ending == null ? "" : ending.sure(was.exitCode());
    machine.live(null);
    ending = null;
    inTurn = false;
    wrapperLost = false;
    facts.startFollows(false);
    if (was.exitCode().isEmpty()) {
      // Or it would write its code into the next one's file.
      Signals.kill(was.wrapper());
    }
    String cause = then == Then.RETRY ? facts.reason() : ExitCode.sentence(was.exitCode(), signal);
    long bound = facts.definition().memoryMaxBytes();
    if (bound > 0 && house.launcher().memory().release(was.name())) {
      cause += "; the kernel killed in it, for it reached its memoryMaxBytes of " + bound;
    }
    boolean asked = then == Then.STAY || then == Then.START || machine.hostDown();
    Runnable told = facts.ended(was, signal, asked);
    facts.freeName();
    if (machine.hostDown()) {
      // The host waits for the end and for nothing after it.
      told.run();
    } else {
      lane.later(told);
    }
    machine.birth().after(lastOutput(was));
    if (machine.hostDown() || then == Then.STAY || machine.vanishes()) {
      machine.settle(STOPPED, machine.hostDown() ? Machine.HOST_DOWN : "");
    } else if (then == Then.START) {
      facts.remember();
      machine.birth().begin("");
    } else if (then == Then.RETRY
        ? facts.definition().restart() != RestartPolicy.NEVER
        : restarts(was.exitCode())) {
      machine.birth().again(cause);
    } else {
      machine.settle(EXITED, cause);
    }
    machine.vanishIfGone();
  }

  private CompletableFuture<Void> lastOutput(Incarnation was) {
    Optional<Wrapper> again = was.reusable();
    if (again.isPresent() && !machine.hostDown() && !machine.vanishes()) {
      return machine.birth().keep(again.get());
    }
    return house
        .drains()
        .ended(
            was.name(),
            was.number(),
            was.wrapper(),
            () -> lane.later(() -> swept(was.name(), was.number())));
  }

  private boolean restarts(OptionalInt code) {
    return switch (facts.definition().restart()) {
      case ALWAYS -> true;
      case ON_FAILURE -> code.isEmpty() || code.getAsInt() != 0;
      case NEVER -> false;
    };
  }

  /** The wrapper is gone: no trace of that incarnation is needed any more. */
  void swept(String name, long number) {
    if (machine.live() == null
        && !machine.birth().underWay()
        && facts.incarnation() == number
        && !house.names().containsKey(name)) {
      facts.sweep(name);
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
