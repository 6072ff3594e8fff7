package innkeeper.supervisor.lifecycle;

import static innkeeper.supervisor.lifecycle.Effect.Act.GIVE_WORD;
import static innkeeper.supervisor.lifecycle.Effect.Act.PREPARE;
import static innkeeper.supervisor.lifecycle.Effect.Act.PUBLISH;
import static innkeeper.supervisor.lifecycle.Effect.Act.REMEMBER;
import static innkeeper.supervisor.lifecycle.Effect.Act.SEND_STOP;
import static innkeeper.supervisor.lifecycle.Effect.Act.WATCH_SERVER;
import static innkeeper.supervisor.lifecycle.Transition.begin;
import static innkeeper.supervisor.lifecycle.Transition.ignored;
import static innkeeper.supervisor.lifecycle.Transition.to;

import innkeeper.supervisor.lifecycle.Effect.RetryAfter;
import innkeeper.supervisor.lifecycle.State.Phase;
import java.time.Duration;
import java.util.Optional;

/** The events of a start, and of the pauses between tries. */
sealed interface StartEvent extends LifecycleEvent {

  /** Returns the transition in the given phase; in other phases the event comes too late. */
  private static Transition only(Phase phase, State state, Transition there) {
    return state.phase() == phase ? there : ignored(state);
  }

  /**
   * All predecessors are ready, or the wait for them took too long.
   *
   * @param waited whether the reason names a predecessor
   */
  record PredecessorsReady(boolean waited) implements StartEvent {
    @Override
    public Transition on(State state) {
      State next = state.in(Phase.PREPARING);
      return only(Phase.WAITING, state, waited ? to(next, "", PREPARE) : to(next, PREPARE));
    }
  }

  /** A wrapper waits for its go command, and the start waits for nothing else. */
  record WrapperReady() implements StartEvent {
    @Override
    public Transition on(State state) {
      return state.demand().hostDown()
          ? ignored(state)
          : only(Phase.PREPARING, state, to(state.in(Phase.SPAWNED), GIVE_WORD, PUBLISH));
    }
  }

  /**
   * The start produced no server.
   *
   * @param never whether the policy allows no other try
   */
  record StartFailed(String why, boolean never) implements StartEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case PREPARING, SPAWNED -> Transition.failed(state, why, never);
        default -> ignored(state);
      };
    }
  }

  /**
   * The host has no room for one more server. The start is tried again after a pause, any number of
   * times.
   */
  record StartPostponed(String why) implements StartEvent {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    @Override
    public Transition on(State state) {
      State next = state.in(Phase.BACKOFF);
      return only(Phase.PREPARING, state, to(next, why, new RetryAfter(PAUSE), PUBLISH, REMEMBER));
    }
  }

  /**
   * The wrapper wrote the pid of the server.
   *
   * @param runs whether the server counts as RUNNING at once; otherwise it is STARTING until the
   *     definition's start time is over
   */
  record PidSeen(boolean runs) implements StartEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case SPAWNED ->
            to(state.in(runs ? Phase.RUNNING : Phase.STARTING), "", WATCH_SERVER, PUBLISH);
        case STOPPING, UNKNOWN -> to(state, SEND_STOP, PUBLISH);
        case QUEUED -> to(state, PUBLISH);
        default -> ignored(state);
      };
    }
  }

  /** The server has lived for startSeconds. */
  record StartTimeOver() implements StartEvent {
    @Override
    public Transition on(State state) {
      return only(Phase.STARTING, state, to(state.in(Phase.RUNNING), "", PUBLISH));
    }
  }

  /** The pause is over; the reason still explains the pause. */
  record RetryDue() implements StartEvent {
    @Override
    public Transition on(State state) {
      return only(Phase.BACKOFF, state, begin(state, Optional.empty()));
    }
  }

  /** The first try follows without a pause. */
  record RetryNow(String cause) implements StartEvent {
    @Override
    public Transition on(State state) {
      return only(Phase.BACKOFF, state, begin(state, Optional.of("restarted: " + cause), REMEMBER));
    }
  }

  record RetryLater(Duration delay, String reason) implements StartEvent {
    @Override
    public Transition on(State state) {
      // The timer comes first: if a later effect fails, it still starts the next try.
      return only(
          Phase.BACKOFF, state, to(state, reason, new RetryAfter(delay), PUBLISH, REMEMBER));
    }
  }

  record RetriesExhausted(String why) implements StartEvent {
    @Override
    public Transition on(State state) {
      return only(Phase.BACKOFF, state, Transition.fatal(state, why));
    }
  }
}
