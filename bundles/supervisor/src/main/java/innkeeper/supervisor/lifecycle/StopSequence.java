package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.process.Proc;
import innkeeper.supervisor.process.Stat;
import innkeeper.supervisor.queue.SerialQueue;
import innkeeper.supervisor.spawn.Incarnation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Ends one incarnation: signal, wait, KILL, wait, until its session is empty. The checks never
 * stop; if KILL has no effect, that is reported once. Used on the project's queue only.
 */
final class StopSequence {

  private static final long FIRST_LOOK_MS = 10;
  private static final long LAST_LOOK_MS = 250;
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(5);

  /**
   * The longest wait for an exit code that the wrapper has not written yet, or that it may still be
   * writing.
   */
  private static final Duration CODE_PATIENCE = Duration.ofSeconds(30);

  /** The exit code of a shell for KILL: 128 + 9. */
  private static final int KILLED = 137;

  private static final Duration IDLE_PATIENCE = Duration.ofSeconds(1);

  private final SupervisorContext context;
  private final SerialQueue queue;
  private final Incarnation incarnation;
  private final String signal;
  private final Duration stopSeconds;
  private final Runnable news;
  private final Runnable gone;
  private final Consumer<String> stuck;

  /** The processes that got the first signal: pids, and the group as a negative number. */
  private final Set<Long> asked = new HashSet<>();

  private boolean begun;
  private boolean over;
  private boolean saidStuck;
  private boolean killed;
  private boolean leaderKilled;
  private long killAt;
  private long killedAt;
  private long emptySince = -1;
  private long undecidedSince = -1;
  private long owedAt;
  private long pause = FIRST_LOOK_MS;
  private Future<?> next;

  /**
   * @param news reads what the wrapper has written, because its file event may be lost
   * @param gone called once, when no process is left
   * @param stuck called at most once, with the reason why the server cannot be ended
   */
  StopSequence(
      SupervisorContext context,
      SerialQueue queue,
      Incarnation incarnation,
      String signal,
      Duration stopSeconds,
      Runnable news,
      Runnable gone,
      Consumer<String> stuck) {
    this.context = context;
    this.queue = queue;
    this.incarnation = incarnation;
    this.signal = signal;
    this.stopSeconds = stopSeconds;
    this.news = news;
    this.gone = gone;
    this.stuck = stuck;
  }

  /**
   * Sends the first signal. The caller calls this again once the server's pid is known, if it was
   * unknown.
   */
  void begin() {
    if (begun || over) {
      return;
    }
    killAt = killAt == 0 ? context.nanos() + stopSeconds.toNanos() : killAt;
    if (incarnation.server().isPresent()) {
      begun = true;
      Optional<Stat> leader = Proc.living(incarnation.server().get());
      if (leader.isEmpty()) {
        look();
        return;
      }
      // The group gets the signal at once; processes that left it are searched for a moment later.
      ask(List.of(leader.get()));
    }
    again();
  }

  private void ask(List<Stat> members) {
    List<Stat> unasked =
        members.stream()
            .filter(s -> asked.add(s.group() == leader() ? -leader() : pid(s)))
            .toList();
    send(signal, unasked);
    if (!signal.equals("KILL")) {
      // A stopped process cannot handle the signal before CONT.
      send("CONT", unasked);
    }
  }

  private long leader() {
    return incarnation.server().orElseThrow().pid();
  }

  private static long pid(Stat s) {
    return s.identity().pid();
  }

  /** Sends no signal, because the processes cannot be identified; checks until they are gone. */
  void watch(String why) {
    begun = true;
    say(why);
    again();
  }

  /** Checks whether the end is complete; called by its own timer and after each file event. */
  void look() {
    if (over) {
      return;
    }
    try {
      lookNow();
    } catch (RuntimeException | Error e) {
      if (!over) {
        // After a failed check, for example for lack of a descriptor, another one must follow.
        again();
      }
      throw e;
    }
  }

  private void lookNow() {
    if (incarnation.server().isEmpty()) {
      boolean may = incarnation.wrapperMayStart();
      news.run();
      if (over) {
        return;
      }
      if (incarnation.server().isPresent()) {
        lookNow();
      } else if (!may) {
        finish();
      } else if (context.nanos() - killAt > KILL_PATIENCE.toNanos()) {
        say(
            "the wrapper never reported the process that it started; wrapper pid "
                + incarnation.wrapper().pid());
        again();
      } else {
        again();
      }
      return;
    }
    Optional<List<Stat>> members = incarnation.members(context.table().now());
    if (members.isEmpty()) {
      undecided();
      return;
    }
    undecidedSince = -1;
    if (members.get().isEmpty()) {
      empty();
    } else {
      insist(members.get());
    }
  }

  /**
   * Reports processes that cannot be identified, if that state lasts. A process that is just ending
   * has no readable environment, and is gone at the next check.
   */
  private void undecided() {
    long now = context.nanos();
    if (undecidedSince < 0) {
      undecidedSince = now;
      pause = 1;
    }
    if (now - undecidedSince > IDLE_PATIENCE.toNanos()) {
      say(
          "session "
              + incarnation.server().orElseThrow().pid()
              + " holds processes that cannot be shown to be this project's; end them by hand if"
              + " they are");
    }
    again();
  }

  private void empty() {
    long now = context.nanos();
    if (emptySince < 0) {
      emptySince = now;
      owedAt = now;
      pause = 1;
    }
    // The wrapper is checked before its file is read; else a code that it writes in between would
    // be missed.
    boolean alive = incarnation.wrapperAlive();
    owedAt = incarnation.wrapperOwesCode() ? now : owedAt;
    if (!incarnation.ended()) {
      news.run();
    }
    if (over) {
      return;
    }
    if (incarnation.ended()
        || !alive
        || now - owedAt > IDLE_PATIENCE.toNanos()
        || now - emptySince > CODE_PATIENCE.toNanos()) {
      finish();
    } else {
      again();
    }
  }

  private void insist(List<Stat> members) {
    emptySince = -1;
    long late = context.nanos() - killAt;
    if (late < 0) {
      ask(members);
    }
    if (begun && !saidStuck && late >= 0) {
      if (killed && context.nanos() - killedAt > KILL_PATIENCE.toNanos()) {
        say("still there after KILL: pid " + pids(members) + " (" + members.get(0).state() + ")");
      } else {
        pause = killed ? pause : FIRST_LOOK_MS;
        killedAt = killed ? killedAt : context.nanos();
        killed = true;
        leaderKilled |= incarnation.serverAlive();
        send("KILL", members);
      }
    }
    again();
  }

  /**
   * Sends a signal to the group as a whole, because it may fork meanwhile, and to each process
   * outside the group.
   */
  private void send(String name, List<Stat> members) {
    long leader = leader();
    List<Long> targets = new ArrayList<>();
    boolean group = false;
    for (Stat member : members) {
      if (member.group() == leader && member.session() == leader) {
        group = true;
      } else if (Proc.alive(member.identity())) {
        targets.add(member.identity().pid());
      }
    }
    if (group) {
      targets.add(0, -leader);
    }
    context.launcher().signals().send(name, targets);
  }

  private void again() {
    if (next != null) {
      next.cancel(false);
    }
    long wait = pause;
    pause = Math.min(LAST_LOOK_MS, pause * 2);
    if (begun && !killed) {
      wait = Math.min(wait, Math.max(1, (killAt - context.nanos()) / 1_000_000 + 1));
    }
    if (saidStuck) {
      wait = 1000;
    }
    next = context.timers().after(Duration.ofMillis(wait), () -> queue.later(this::look));
  }

  private void say(String why) {
    if (!saidStuck) {
      saidStuck = true;
      stuck.accept(why);
    }
  }

  private static String pids(List<Stat> members) {
    return String.join(", ", members.stream().map(s -> Long.toString(s.identity().pid())).toList());
  }

  private void finish() {
    cancel();
    gone.run();
  }

  /**
   * Returns the signal that certainly ended the main process, which can only be our own KILL; else
   * "".
   */
  String sure(OptionalInt code) {
    return leaderKilled && code.equals(OptionalInt.of(KILLED)) ? "KILL" : "";
  }

  /** Stops the checks. */
  void cancel() {
    over = true;
    if (next != null) {
      next.cancel(false);
    }
  }
}
