package innkeeper.supervisor.lifecycle;

import static innkeeper.supervisor.lifecycle.Effect.Act.ABANDON_START;
import static innkeeper.supervisor.lifecycle.Effect.Act.AWAIT_TURN;
import static innkeeper.supervisor.lifecycle.Effect.Act.DROP_IDLE_WRAPPER;
import static innkeeper.supervisor.lifecycle.Effect.Act.PUBLISH;
import static innkeeper.supervisor.lifecycle.Effect.Act.REMEMBER;
import static innkeeper.supervisor.lifecycle.Effect.Act.RENEW_PROBE;
import static innkeeper.supervisor.lifecycle.Effect.Act.RESET_TRIES;
import static innkeeper.supervisor.lifecycle.Effect.Act.STOP_PROBE;
import static innkeeper.supervisor.lifecycle.Effect.Act.TELL_REMOVED;
import static innkeeper.supervisor.lifecycle.Transition.begin;
import static innkeeper.supervisor.lifecycle.Transition.beginStop;
import static innkeeper.supervisor.lifecycle.Transition.end;
import static innkeeper.supervisor.lifecycle.Transition.endWithoutSignal;
import static innkeeper.supervisor.lifecycle.Transition.ignored;
import static innkeeper.supervisor.lifecycle.Transition.to;
import static innkeeper.supervisor.lifecycle.Transition.waitForScan;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.lifecycle.State.Phase;

/** The requests of operators, of changed definitions and of the host. */
public sealed interface RequestEvent extends LifecycleEvent {

  private static State wants(State state, Desired desired) {
    return state.with(state.demand().desired(desired));
  }

  record StartRequested() implements RequestEvent {
    @Override
    public Transition on(State was) {
      State state = wants(was, Desired.RUNNING);
      return (switch (state.phase()) {
            case STOPPED, EXITED, FATAL, BACKOFF -> begin(state);
            case QUEUED, STOPPING ->
                // The next action is remembered; else a supervisor that takes over in between would
                // not start it.
                to(state.with(NextAction.START), REMEMBER, PUBLISH);
            case SCANNING -> waitForScan(state, NextAction.START);
            case WAITING, PREPARING, SPAWNED, STARTING, RUNNING, UNKNOWN -> to(state, PUBLISH);
          })
          .after(RESET_TRIES);
    }
  }

  record StopRequested() implements RequestEvent {
    @Override
    public Transition on(State was) {
      State state = wants(was, Desired.STOPPED);
      return switch (state.phase()) {
        case SPAWNED, STARTING, RUNNING ->
            to(state.in(Phase.QUEUED), Transition.BY_REQUEST, STOP_PROBE, AWAIT_TURN);
        default -> endWithoutSignal(state, Transition.BY_REQUEST);
      };
    }
  }

  /** A start could not be saved, and the project was not wanted before. */
  record StartUnsaved() implements RequestEvent {
    @Override
    public Transition on(State was) {
      return end(wants(was, Desired.STOPPED), "its start could not be written down");
    }
  }

  record RestartRequested() implements RequestEvent {
    @Override
    public Transition on(State was) {
      State state = wants(was, Desired.RUNNING);
      return (switch (state.phase()) {
            case WAITING, PREPARING -> begin(state).after(ABANDON_START);
            case SPAWNED, STARTING, RUNNING ->
                beginStop(state, NextAction.START, "restarting by request").after(REMEMBER);
            case QUEUED, STOPPING -> to(state.with(NextAction.START), REMEMBER, PUBLISH);
            case SCANNING -> waitForScan(state, NextAction.START);
            case STOPPED, EXITED, FATAL, BACKOFF -> begin(state);
            case UNKNOWN -> to(state, PUBLISH);
          })
          .after(RESET_TRIES);
    }
  }

  /** The definition of a wanted server has changed. An earlier stop stays in force. */
  record RenewRequested() implements RequestEvent {
    @Override
    public Transition on(State state) {
      boolean ended = state.phase() == Phase.STOPPED || state.phase() == Phase.EXITED;
      return state.demand().wanted() && !ended
          ? new RestartRequested().on(state)
          : to(state, PUBLISH);
    }
  }

  /** The project is being removed; its actor is notified when no process of the server is left. */
  record RemoveRequested() implements RequestEvent {
    @Override
    public Transition on(State was) {
      State state = was.with(was.demand().desired(Desired.STOPPED).removed(true));
      return end(state, "removed").and(TELL_REMOVED);
    }
  }

  /**
   * The definition has changed; the caller restarts the server if that is needed.
   *
   * @param probes whether the probe has changed
   */
  record DefinitionChanged(boolean probes) implements RequestEvent {
    @Override
    public Transition on(State state) {
      boolean probed = state.phase() == Phase.STARTING || state.phase() == Phase.RUNNING;
      return probes && probed
          ? to(state, DROP_IDLE_WRAPPER, RENEW_PROBE, PUBLISH)
          : to(state, DROP_IDLE_WRAPPER, PUBLISH);
    }
  }

  /** The host goes down: no start follows any more, and running servers end in their order. */
  record HostGoesDown() implements RequestEvent {
    @Override
    public Transition on(State state) {
      return to(state.with(state.demand().hostStops()), DROP_IDLE_WRAPPER);
    }
  }

  /** The host now stops this server; the desired state stays. */
  record HostStopping() implements RequestEvent {
    @Override
    public Transition on(State state) {
      return end(state.with(state.demand().hostStops()), Transition.HOST_DOWN);
    }
  }

  /** The project starts because it is desired RUNNING, without a new request by an operator. */
  record BootRequested() implements RequestEvent {
    @Override
    public Transition on(State state) {
      return switch (state.phase()) {
        case STOPPED, BACKOFF -> begin(state);
        default -> ignored(state);
      };
    }
  }
}
