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
import static innkeeper.supervisor.lifecycle.Transition.ignored;
import static innkeeper.supervisor.lifecycle.Transition.to;
import static innkeeper.supervisor.lifecycle.Transitions.begin;
import static innkeeper.supervisor.lifecycle.Transitions.beginStop;
import static innkeeper.supervisor.lifecycle.Transitions.settle;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.EndedBy;
import innkeeper.supervisor.lifecycle.Effect.Audit;
import innkeeper.supervisor.lifecycle.Effect.CloseIncarnation;
import innkeeper.supervisor.lifecycle.Effect.EndBy;
import innkeeper.supervisor.lifecycle.Effect.EnsureRetry;
import innkeeper.supervisor.lifecycle.Effect.LookLater;
import innkeeper.supervisor.lifecycle.State.Demand;
import innkeeper.supervisor.lifecycle.State.Ending;
import innkeeper.supervisor.lifecycle.State.Phase;
import java.util.Optional;

/** The events of an end, requested or not, and the events that follow a failed step. */
sealed interface EndEvent extends LifecycleEvent {

  private static Transition noServer(State state) {
    return ignored(state, "no server exists");
  }

  /** The projects that start after this one have ended, or it waits for them no longer. */
  record TurnCame() implements EndEvent {
    @Override
    public Transition on(State state) {
      return state.phase() == Phase.QUEUED
          ? beginStop(state, state.then(), Transitions.BY_REQUEST)
          : ignored(state, "it does not wait for its turn");
    }
  }

  /** A liveness probe failed too often. */
  record Unhealthy(String text) implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case STARTING, RUNNING ->
            beginStop(state, NextAction.RETRY, text)
                .after(new EndBy(EndedBy.PROBE), new Audit("project.unhealthy", "failed", text));
        case SPAWNED -> ignored(state, "it was not probed yet");
        case QUEUED, STOPPING, SCANNING, UNKNOWN -> ignored(state, "it is being ended");
        case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> noServer(state);
      };
    }
  }

  /** The server's processes use more memory than its definition allows. */
  record MemoryExceeded(String text) implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case STARTING, RUNNING ->
            beginStop(state, NextAction.RETRY, text)
                .after(
                    new EndBy(EndedBy.MEMORY_LIMIT),
                    new Audit("project.memory-restart", "failed", text));
        case SPAWNED -> ignored(state, "its memory was not checked yet");
        case QUEUED, STOPPING, SCANNING, UNKNOWN -> ignored(state, "it is being ended");
        case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> noServer(state);
      };
    }
  }

  /** The main process has ended. */
  record ExitSeen() implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case SPAWNED, STARTING, RUNNING ->
            to(
                new Ending(Phase.STOPPING, state.demand(), NextAction.JUDGE),
                STOP_PROBE,
                END_SESSION);
        case QUEUED ->
            to(new Ending(Phase.STOPPING, state.demand(), state.then()), STOP_PROBE, END_SESSION);
        case STOPPING, UNKNOWN -> to(state, STOP_PROBE, END_SESSION);
        case SCANNING -> ignored(state, "that is known");
        case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> noServer(state);
      };
    }
  }

  /** The main process left other processes behind; they end before anything else happens. */
  record LeftBehind(String how) implements EndEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case STOPPING, SCANNING ->
            beginStop(state, state.then(), how + "; ending what it left behind");
        case SPAWNED, STARTING, RUNNING, QUEUED -> ignored(state, "its main process lives");
        case UNKNOWN -> ignored(state, "it is being watched");
        case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> noServer(state);
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
        return ignored(state, "something comes after it, or all of its end is waited for");
      }
      State scanning = new Ending(Phase.SCANNING, state.demand(), NextAction.STAY);
      return to(scanning, "", NOTE_END, PUBLISH, END_SESSION);
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
        case SPAWNED, STARTING, RUNNING, QUEUED -> ignored(state, "its main process lives");
        case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> noServer(state);
      };
    }

    private Transition after(State state) {
      Demand demand = state.demand();
      NextAction then = state.then();
      boolean over = demand.hostDown() || demand.removed() || then == NextAction.STAY;
      Transition next;
      if (over) {
        String reason = demand.hostDown() ? Transitions.HOST_DOWN : "";
        next = settle(Phase.STOPPED, demand, reason).and(TELL_REMOVED);
      } else {
        next =
            switch (then) {
              case START -> begin(state, Optional.of(""), REMEMBER);
              case RETRY -> never ? exited(demand) : Transitions.tryAgain(state, cause);
              case JUDGE -> restarts ? Transitions.tryAgain(state, cause) : exited(demand);
              case STAY -> throw new IllegalStateException("it is over: " + state);
            };
      }
      boolean asked = demand.hostDown() || then == NextAction.STAY || then == NextAction.START;
      return next.after(new CloseIncarnation(asked));
    }

    private Transition exited(Demand demand) {
      return settle(Phase.EXITED, demand, cause);
    }
  }

  /**
   * The wrapper never started a server, because the last host died before it sent the go command.
   */
  record NothingStarted() implements EndEvent {
    @Override
    public Transition on(State state) {
      Demand demand = state.demand();
      return switch (state.phase()) {
        case SPAWNED, QUEUED, STOPPING, SCANNING, UNKNOWN ->
            (demand.wanted() ? begin(state) : settle(Phase.STOPPED, demand, "").and(TELL_REMOVED))
                .after(FORGET_UNBORN);
        case STARTING, RUNNING -> ignored(state, "there is a server");
        case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> noServer(state);
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
                new Ending(Phase.UNKNOWN, state.demand(), state.then()),
                why,
                new Audit("project.unknown", "failed", why),
                PUBLISH);
        case UNKNOWN -> ignored(state, "that is known");
        case SPAWNED, STARTING, RUNNING, QUEUED -> ignored(state, "it is not being ended yet");
        case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> noServer(state);
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
      Demand demand = state.demand();
      return switch (state.phase()) {
        case STOPPED,
            WAITING,
            PREPARING,
            SPAWNED,
            STARTING,
            RUNNING,
            QUEUED,
            STOPPING,
            SCANNING -> {
          Transition next;
          if (demand.wanted()) {
            next = Transitions.failed(state, why, never);
          } else {
            // The project is not wanted, so it becomes STOPPED after any failure.
            next = settle(Phase.STOPPED, demand, why).and(TELL_REMOVED);
          }
          yield next.after(ABANDON_START, ABANDON_STOP);
        }
        case BACKOFF -> to(state, new EnsureRetry(why));
        case EXITED, FATAL, UNKNOWN -> to(state, why, PUBLISH);
      };
    }
  }

  /** A scheduled check after a failed step. It assumes that earlier events were lost. */
  record LookDue() implements EndEvent {
    @Override
    public Transition on(State state) {
      boolean stop = state.demand().desired() == Desired.STOPPED;
      return switch (state.phase()) {
        case QUEUED -> beginStop(state, state.then(), Transitions.BY_REQUEST);
        case STOPPING, SCANNING, UNKNOWN -> to(state, END_SESSION);
        case SPAWNED, STARTING, RUNNING ->
            stop
                ? beginStop(state, NextAction.STAY, Transitions.BY_REQUEST)
                : to(state, WATCH_SERVER, LOOK_AT_SERVER, PUBLISH);
        case STOPPED, WAITING, PREPARING, BACKOFF, EXITED, FATAL -> noServer(state);
      };
    }
  }
}
