package innkeeper.supervisor.lifecycle;

import static innkeeper.supervisor.lifecycle.Effect.Act.ABANDON_START;
import static innkeeper.supervisor.lifecycle.Effect.Act.ABANDON_STOP;
import static innkeeper.supervisor.lifecycle.Effect.Act.END_SESSION;
import static innkeeper.supervisor.lifecycle.Effect.Act.FORGET_UNBORN;
import static innkeeper.supervisor.lifecycle.Effect.Act.LOOK_AT_SERVER;
import static innkeeper.supervisor.lifecycle.Effect.Act.NOTE_END;
import static innkeeper.supervisor.lifecycle.Effect.Act.PUBLISH;
import static innkeeper.supervisor.lifecycle.Effect.Act.REMEMBER;
import static innkeeper.supervisor.lifecycle.Effect.Act.STOP_PROBE;
import static innkeeper.supervisor.lifecycle.Effect.Act.TELL_REMOVED;
import static innkeeper.supervisor.lifecycle.Effect.Act.WATCH_SERVER;
import static innkeeper.supervisor.lifecycle.Transition.begin;
import static innkeeper.supervisor.lifecycle.Transition.beginStop;
import static innkeeper.supervisor.lifecycle.Transition.ignored;
import static innkeeper.supervisor.lifecycle.Transition.settle;
import static innkeeper.supervisor.lifecycle.Transition.to;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.supervisor.lifecycle.Effect.Audit;
import innkeeper.supervisor.lifecycle.Effect.CloseIncarnation;
import innkeeper.supervisor.lifecycle.Effect.EndBy;
import innkeeper.supervisor.lifecycle.Effect.EnsureRetry;
import innkeeper.supervisor.lifecycle.Effect.LookLater;
import innkeeper.supervisor.lifecycle.State.Demand;
import innkeeper.supervisor.lifecycle.State.Phase;
import java.util.Optional;

/** The events of an end, requested or not, and the events that follow a failed step. */
sealed interface EndEvent extends LifecycleEvent {

  /** Returns the transition that ends a server which must not run on as it is. */
  private static Transition restart(State state, String action, EndedBy by, String text) {
    return switch (state.phase()) {
      case STARTING, RUNNING ->
          beginStop(state, NextAction.RETRY, text)
              .after(new EndBy(by), new Audit(action, "failed", text));
      default -> ignored(state);
    };
  }

  /** The projects that start after this one have ended, or it waits for them no longer. */
  record TurnCame() implements EndEvent {
    @Override
    public Transition on(State state) {
      return state.phase() == Phase.QUEUED
          ? beginStop(state, state.then(), Transition.BY_REQUEST)
          : ignored(state);
    }
  }

  /** A liveness probe failed too often. */
  record Unhealthy(String text) implements EndEvent {
    @Override
    public Transition on(State state) {
      return restart(state, "project.unhealthy", EndedBy.PROBE, text);
    }
  }

  /** The server's processes use more memory than its definition allows. */
  record MemoryExceeded(String text) implements EndEvent {
    @Override
    public Transition on(State state) {
      return restart(state, "project.memory-restart", EndedBy.MEMORY_LIMIT, text);
    }
  }

  /** The main process has ended. */
  record ExitSeen() implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case SPAWNED, STARTING, RUNNING ->
            to(state.in(Phase.STOPPING, NextAction.JUDGE), STOP_PROBE, END_SESSION);
        case QUEUED -> to(state.in(Phase.STOPPING, state.then()), STOP_PROBE, END_SESSION);
        case STOPPING, UNKNOWN -> to(state, STOP_PROBE, END_SESSION);
        default -> ignored(state);
      };
    }
  }

  /** The main process left other processes behind; they end before anything else happens. */
  record LeftBehind(String how) implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case STOPPING, SCANNING ->
            beginStop(state, state.then(), how + "; ending the processes that it left behind");
        default -> ignored(state);
      };
    }
  }

  /**
   * No process is left in the server's session. Callers that wait for the stop get their answer
   * now. The host then searches for processes that left the session; they delay the next start.
   */
  record SessionEnded() implements EndEvent {
    @Override
    public Transition on(State state) {
      if (!state.endsByRequest()) {
        return ignored(state);
      }
      return to(state.in(Phase.SCANNING), "", NOTE_END, PUBLISH, END_SESSION);
    }
  }

  /**
   * All processes of the server have ended.
   *
   * @param cause how it ended
   * @param restarts whether the policy restarts a server that ended so
   * @param never whether the policy never restarts one
   */
  record SessionEmpty(String cause, boolean restarts, boolean never) implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case STOPPING, SCANNING, UNKNOWN -> after(state);
        default -> ignored(state);
      };
    }

    private Transition after(State state) {
      Demand demand = state.demand();
      NextAction then = state.then();
      boolean over = demand.hostDown() || demand.removed() || then == NextAction.STAY;
      Transition next;
      if (over) {
        String reason = demand.hostDown() ? Transition.HOST_DOWN : "";
        next = settle(Phase.STOPPED, state, reason).and(TELL_REMOVED);
      } else {
        next =
            switch (then) {
              case START -> begin(state, Optional.of(""), REMEMBER);
              case RETRY -> never ? exited(state) : Transition.tryAgain(state, cause);
              case JUDGE -> restarts ? Transition.tryAgain(state, cause) : exited(state);
              case STAY -> throw new IllegalStateException("it is over: " + state);
            };
      }
      boolean asked = demand.hostDown() || then == NextAction.STAY || then == NextAction.START;
      return next.after(new CloseIncarnation(asked));
    }

    private Transition exited(State state) {
      return settle(Phase.EXITED, state, cause);
    }
  }

  /**
   * The wrapper never started a server, because the last host died before it sent the go command.
   */
  record NothingStarted() implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case SPAWNED, QUEUED, STOPPING, SCANNING, UNKNOWN ->
            (state.demand().wanted()
                    ? begin(state)
                    : settle(Phase.STOPPED, state, "").and(TELL_REMOVED))
                .after(FORGET_UNBORN);
        default -> ignored(state);
      };
    }
  }

  /** The server is still alive after KILL, or its processes cannot be shown to be ours. */
  record CannotEnd(String why) implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case STOPPING, SCANNING ->
            to(
                state.in(Phase.UNKNOWN, state.then()),
                why,
                new Audit("project.unknown", "failed", why),
                PUBLISH);
        default -> ignored(state);
      };
    }
  }

  /**
   * An effect, or a check of the server, threw an exception.
   *
   * @param there whether there is an incarnation
   * @param never whether the policy allows no other try
   */
  record StepFailed(String why, boolean there, boolean never) implements EndEvent {
    @Override
    public Transition on(State state) {
      return there ? to(state, new LookLater(why)) : withoutServer(state);
    }

    private Transition withoutServer(State state) {
      return switch (state.phase()) {
        case BACKOFF -> to(state, new EnsureRetry(why));
        case EXITED, FATAL, UNKNOWN -> to(state, why, PUBLISH);
        default ->
            (state.demand().wanted()
                    ? Transition.failed(state, why, never)
                    : settle(Phase.STOPPED, state, why).and(TELL_REMOVED))
                .after(ABANDON_START, ABANDON_STOP);
      };
    }
  }

  /** A scheduled check after a failed step. It assumes that earlier events were lost. */
  record LookDue() implements EndEvent {
    @Override
    public Transition on(State state) {
      boolean stop = state.demand().desired() == Desired.STOPPED;
      return switch (state.phase()) {
        case QUEUED -> beginStop(state, state.then(), Transition.BY_REQUEST);
        case STOPPING, SCANNING, UNKNOWN -> to(state, END_SESSION);
        case SPAWNED, STARTING, RUNNING ->
            stop
                ? beginStop(state, NextAction.STAY, Transition.BY_REQUEST)
                : to(state, WATCH_SERVER, LOOK_AT_SERVER, PUBLISH);
        default -> ignored(state);
      };
    }
  }
}
