package innkeeper.supervisor.lifecycle;

import innkeeper.api.supervisor.EndedBy;
import java.time.Duration;
import java.util.function.Consumer;

/** An action that the actor carries out after a transition. */
public sealed interface Effect {

  /**
   * Carries it out. An exception becomes an event, and the remaining effects of the transition are
   * skipped.
   */
  void run(ProjectActor actor);

  /** The effects without parameters. */
  enum Act implements Effect {
    PUBLISH(ProjectActor::publish),
    REMEMBER(ProjectActor::remember),
    REMEMBER_UNLESS_AUTOSTART(ProjectActor::rememberUnlessAutostart),
    KEEP_OLD_SINCE(a -> a.runtime().keepOldSince(a.live())),
    RESET_TRIES(a -> a.runtime().resetTries()),
    CANCEL_RETRY(a -> a.retries().cancel()),
    AWAIT_PREDECESSORS(a -> a.startSequence().awaitPredecessors()),
    PREPARE(a -> a.startSequence().prepare()),
    GIVE_WORD(a -> a.startSequence().giveWord()),
    ABANDON_START(a -> a.startSequence().abandon()),
    DROP_IDLE_WRAPPER(a -> a.startSequence().dropIdle()),
    WATCH_SERVER(ProjectActor::watchServer),
    RENEW_PROBE(a -> a.health().renew(a.live(), false)),
    ADOPT_PROBE(a -> a.health().renew(a.live(), true)),
    STOP_PROBE(a -> a.health().end()),
    LOOK_AT_SERVER(a -> a.exitHandling().lookAtServer()),
    AWAIT_TURN(a -> a.exitHandling().awaitTurn()),
    SEND_STOP(a -> a.exitHandling().sendStop()),
    END_SESSION(a -> a.exitHandling().endSession()),
    NOTE_END(a -> a.exitHandling().noteEnd(true)),
    ABANDON_STOP(a -> a.exitHandling().release()),
    FORGET_UNBORN(a -> a.exitHandling().forgetUnborn()),
    ADOPT_AGAIN(ProjectActor::adoptAgain),
    TELL_REMOVED(ProjectActor::tellRemoved);

    private final Consumer<ProjectActor> way;

    Act(Consumer<ProjectActor> way) {
      this.way = way;
    }

    @Override
    public void run(ProjectActor actor) {
      way.accept(actor);
    }
  }

  /** Counts a try; {@code RetryNow}, {@code RetryLater} or {@code RetriesExhausted} follows. */
  record CountTry(String cause) implements Effect {
    @Override
    public void run(ProjectActor actor) {
      actor.retries().count(cause);
    }
  }

  /** Counts a try like {@link CountTry}, unless a try is scheduled. */
  record EnsureRetry(String cause) implements Effect {
    @Override
    public void run(ProjectActor actor) {
      actor.retries().ensure(cause);
    }
  }

  /** Notes who ends the present server, unless it has ended or is already being ended. */
  record EndBy(EndedBy by) implements Effect {
    @Override
    public void run(ProjectActor actor) {
      actor.exitHandling().endsBy(by);
    }
  }

  record RetryAfter(Duration delay) implements Effect {
    @Override
    public void run(ProjectActor actor) {
      actor.retries().after(delay);
    }
  }

  record Audit(String action, String outcome, String detail) implements Effect {
    @Override
    public void run(ProjectActor actor) {
      actor.audit(action, outcome, detail);
    }
  }

  /**
   * Records the end of an incarnation whose session is empty, and drains its last output.
   *
   * @param asked whether the end was requested
   */
  record CloseIncarnation(boolean asked) implements Effect {
    @Override
    public void run(ProjectActor actor) {
      actor.exitHandling().close(asked);
    }
  }

  /** Sends no signal, and waits until the server is gone. */
  record WatchOnly(String why) implements Effect {
    @Override
    public void run(ProjectActor actor) {
      actor.exitHandling().watchOnly(why);
    }
  }

  /** Schedules a check of the server for later, because a step failed. */
  record LookLater(String why) implements Effect {
    @Override
    public void run(ProjectActor actor) {
      actor.repair().lookLater(why);
    }
  }
}
