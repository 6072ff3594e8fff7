package innkeeper.supervisor.lifecycle;

import static innkeeper.supervisor.lifecycle.Effect.Act.ADOPT_AGAIN;
import static innkeeper.supervisor.lifecycle.Effect.Act.ADOPT_PROBE;
import static innkeeper.supervisor.lifecycle.Effect.Act.END_SESSION;
import static innkeeper.supervisor.lifecycle.Effect.Act.KEEP_OLD_SINCE;
import static innkeeper.supervisor.lifecycle.Effect.Act.LOOK_AT_SERVER;
import static innkeeper.supervisor.lifecycle.Effect.Act.PUBLISH;
import static innkeeper.supervisor.lifecycle.Effect.Act.REMEMBER;
import static innkeeper.supervisor.lifecycle.Effect.Act.RESET_TRIES;
import static innkeeper.supervisor.lifecycle.Transition.ignored;
import static innkeeper.supervisor.lifecycle.Transition.to;
import static innkeeper.supervisor.lifecycle.Transitions.begin;
import static innkeeper.supervisor.lifecycle.Transitions.beginStop;
import static innkeeper.supervisor.lifecycle.Transitions.settle;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.lifecycle.Effect.Audit;
import innkeeper.supervisor.lifecycle.Effect.RetryAfter;
import innkeeper.supervisor.lifecycle.Effect.WatchOnly;
import innkeeper.supervisor.lifecycle.State.Demand;
import innkeeper.supervisor.lifecycle.State.Ending;
import innkeeper.supervisor.lifecycle.State.NoServer;
import innkeeper.supervisor.lifecycle.State.Phase;
import innkeeper.supervisor.lifecycle.State.Server;
import java.time.Duration;

/** What a supervisor finds of its project when it begins. */
sealed interface AdoptionEvent extends LifecycleEvent {

  String STOP = "it was to be stopped when the last host ended";

  /** A project has one server: it is found before anything else happens, or for an orphan later. */
  private static Transition ifFree(State state, Transition there) {
    return switch (state.phase()) {
      case STOPPED, STOPPING, UNKNOWN -> there;
      case WAITING,
          PREPARING,
          SPAWNED,
          STARTING,
          RUNNING,
          QUEUED,
          SCANNING,
          BACKOFF,
          EXITED,
          FATAL ->
          ignored(state, "it has begun otherwise");
    };
  }

  private static Transition ifStopped(State state, Transition there) {
    return state.phase() == Phase.STOPPED ? there : ignored(state, "it has begun otherwise");
  }

  private static boolean unwanted(State state) {
    return state.demand().desired() == Desired.STOPPED;
  }

  /**
   * Its server lives.
   *
   * @param startFollows the last supervisor was about to restart it
   */
  record Adopted(long pid, boolean startFollows) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      if (unwanted(state)) {
        return ifFree(state, beginStop(state, NextAction.STAY, STOP));
      }
      Transition next =
          startFollows
              ? beginStop(
                  state, NextAction.START, "it was to be restarted when the last host ended")
              : to(
                  new Server(Phase.RUNNING, state.demand()),
                  "",
                  KEEP_OLD_SINCE,
                  ADOPT_PROBE,
                  PUBLISH,
                  LOOK_AT_SERVER);
      return ifFree(state, next.after(new Audit("project.adopt", "ok", "pid " + pid)));
    }
  }

  /** Between the host's word and the wrapper's answer when the last host ended. */
  record AdoptedUnborn() implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      return ifFree(
          state,
          unwanted(state)
              ? beginStop(state, NextAction.STAY, STOP)
              : to(new Server(Phase.SPAWNED, state.demand()), "", PUBLISH, LOOK_AT_SERVER));
    }
  }

  /**
   * Its server ended while no supervisor looked.
   *
   * @param told whether the wrapper has written how
   */
  record AdoptedEnded(boolean told, boolean startFollows) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      NextAction then =
          unwanted(state) ? NextAction.STAY : startFollows ? NextAction.START : NextAction.JUDGE;
      Transition next =
          told
              ? to(new Ending(Phase.STOPPING, state.demand(), then), END_SESSION)
              : beginStop(state, then, "it has ended; its wrapper has yet to write the exit code");
      return ifFree(state, next);
    }
  }

  /** There is a process without a definition: nothing is done to it. */
  record AdoptedOrphan(String why) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      Demand demand = state.demand().removed(true);
      State watched = new Ending(Phase.STOPPING, demand, NextAction.JUDGE);
      return ifStopped(state, to(watched, new WatchOnly(why)));
    }
  }

  /** Its server may be another host's: what comes after its end is decided then. */
  record AdoptedUnsure(String why) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      State watched = new Ending(Phase.STOPPING, state.demand(), NextAction.JUDGE);
      return ifStopped(state, to(watched, new WatchOnly(why)));
    }
  }

  /** The last host was about to end it for good. */
  record AdoptedRemoved() implements AdoptionEvent {
    @Override
    public Transition on(State was) {
      State state = was.with(was.demand().desired(Desired.STOPPED).removed(true));
      Transition stop = beginStop(state, NextAction.STAY, "its project was removed");
      return state.phase() == Phase.STOPPED
          ? stop.after(REMEMBER)
          : ignored(was, "it has begun otherwise");
    }
  }

  /** An orphan has a definition now. */
  record Defined(Desired desired) implements AdoptionEvent {
    @Override
    public Transition on(State was) {
      State state = was.with(was.demand().desired(desired).removed(false));
      return switch (state.phase()) {
        case STOPPED, BACKOFF -> desired == Desired.RUNNING ? begin(state) : to(state, PUBLISH);
        case STOPPING, UNKNOWN -> to(state, ADOPT_AGAIN);
        case WAITING, PREPARING, SPAWNED, STARTING, RUNNING, QUEUED, SCANNING, EXITED, FATAL ->
            ignored(was, "it is defined");
      };
    }
  }

  /** No server, and none is to start; the reason says why where that is not plain. */
  record NotStarted(String reason) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      return ifStopped(state, settle(Phase.STOPPED, state.demand(), reason));
    }
  }

  /** Begins anew: whatever the tries were before. */
  record BegunAnew() implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      return ifStopped(state, begin(state).after(RESET_TRIES));
    }
  }

  /** Goes on with a pause that an earlier supervisor began. */
  record PauseResumed(Duration left) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      State pause = new NoServer(Phase.BACKOFF, state.demand());
      return ifStopped(state, to(pause, KEEP_OLD_SINCE, new RetryAfter(left), PUBLISH));
    }
  }

  /** It had ended, or failed, for the last supervisor. */
  record EndRecalled(boolean fatal) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      State then = new NoServer(fatal ? Phase.FATAL : Phase.EXITED, state.demand());
      return ifStopped(state, to(then, KEEP_OLD_SINCE, PUBLISH, REMEMBER));
    }
  }
}
