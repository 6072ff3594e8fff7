package innkeeper.supervisor.lifecycle;

import static innkeeper.supervisor.lifecycle.Effect.Act.ADOPT_AGAIN;
import static innkeeper.supervisor.lifecycle.Effect.Act.ADOPT_PROBE;
import static innkeeper.supervisor.lifecycle.Effect.Act.END_SESSION;
import static innkeeper.supervisor.lifecycle.Effect.Act.KEEP_OLD_SINCE;
import static innkeeper.supervisor.lifecycle.Effect.Act.LOOK_AT_SERVER;
import static innkeeper.supervisor.lifecycle.Effect.Act.PUBLISH;
import static innkeeper.supervisor.lifecycle.Effect.Act.REMEMBER;
import static innkeeper.supervisor.lifecycle.Effect.Act.RESET_TRIES;
import static innkeeper.supervisor.lifecycle.Transition.begin;
import static innkeeper.supervisor.lifecycle.Transition.beginStop;
import static innkeeper.supervisor.lifecycle.Transition.ignored;
import static innkeeper.supervisor.lifecycle.Transition.settle;
import static innkeeper.supervisor.lifecycle.Transition.to;

import innkeeper.api.store.Desired;
import innkeeper.supervisor.lifecycle.Effect.Audit;
import innkeeper.supervisor.lifecycle.Effect.RetryAfter;
import innkeeper.supervisor.lifecycle.Effect.WatchOnly;
import innkeeper.supervisor.lifecycle.State.Phase;
import java.time.Duration;

/** The events that report the server that a supervisor finds when it begins. */
public sealed interface AdoptionEvent extends LifecycleEvent {

  String STOP = "it was to be stopped when the last host ended";

  /**
   * Returns the transition if no server is expected yet; else ignores the event. A project has one
   * server: it is found before anything else happens, or for an orphan later.
   */
  private static Transition ifFree(State state, Transition there) {
    return switch (state.phase()) {
      case STOPPED, STOPPING, UNKNOWN -> there;
      default -> ignored(state);
    };
  }

  private static Transition ifStopped(State state, Transition there) {
    return state.phase() == Phase.STOPPED ? there : ignored(state);
  }

  private static boolean unwanted(State state) {
    return state.demand().desired() == Desired.STOPPED;
  }

  /**
   * The server lives.
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
                  state.in(Phase.RUNNING),
                  "",
                  KEEP_OLD_SINCE,
                  ADOPT_PROBE,
                  PUBLISH,
                  LOOK_AT_SERVER);
      return ifFree(state, next.after(new Audit("project.adopt", "ok", "pid " + pid)));
    }
  }

  /** The last host ended after it had sent the go command and before the wrapper answered. */
  record AdoptedUnborn() implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      return ifFree(
          state,
          unwanted(state)
              ? beginStop(state, NextAction.STAY, STOP)
              : to(state.in(Phase.SPAWNED), "", PUBLISH, LOOK_AT_SERVER));
    }
  }

  /**
   * The server ended while no supervisor ran. The first component is true if the wrapper has
   * written the exit code.
   */
  record AdoptedEnded(boolean told, boolean startFollows) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      NextAction then =
          unwanted(state) ? NextAction.STAY : startFollows ? NextAction.START : NextAction.JUDGE;
      Transition next =
          told
              ? to(state.in(Phase.STOPPING, then), END_SESSION)
              : beginStop(state, then, "it has ended; its wrapper has yet to write the exit code");
      return ifFree(state, next);
    }
  }

  /** The server has no definition: the host leaves it alone. */
  record AdoptedOrphan(String why) implements AdoptionEvent {
    @Override
    public Transition on(State was) {
      State state = was.with(was.demand().removed(true));
      return ifStopped(was, to(state.in(Phase.STOPPING, NextAction.JUDGE), new WatchOnly(why)));
    }
  }

  /** The server may belong to another host; the next step is decided after its end. */
  record AdoptedUnsure(String why) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      return ifStopped(state, to(state.in(Phase.STOPPING, NextAction.JUDGE), new WatchOnly(why)));
    }
  }

  /** The last host was about to end the server for good. */
  record AdoptedRemoved() implements AdoptionEvent {
    @Override
    public Transition on(State was) {
      State state = was.with(was.demand().desired(Desired.STOPPED).removed(true));
      return ifStopped(
          was, beginStop(state, NextAction.STAY, "its project was removed").after(REMEMBER));
    }
  }

  /** An orphan has got a definition. */
  record Defined(Desired desired) implements AdoptionEvent {
    @Override
    public Transition on(State was) {
      State state = was.with(was.demand().desired(desired).removed(false));
      return switch (state.phase()) {
        case STOPPED, BACKOFF -> desired == Desired.RUNNING ? begin(state) : to(state, PUBLISH);
        case STOPPING, UNKNOWN -> to(state, ADOPT_AGAIN);
        default -> ignored(was);
      };
    }
  }

  /**
   * The project has no server, and none starts now.
   *
   * @param reason why not; "" if that is obvious
   */
  record NotStarted(String reason) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      return ifStopped(state, settle(Phase.STOPPED, state, reason));
    }
  }

  /** The project makes a fresh start; earlier tries do not count. */
  record BegunAnew() implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      return ifStopped(state, begin(state).after(RESET_TRIES));
    }
  }

  /** The project continues a back-off pause that an earlier supervisor began. */
  record PauseResumed(Duration left) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      return ifStopped(
          state, to(state.in(Phase.BACKOFF), KEEP_OLD_SINCE, new RetryAfter(left), PUBLISH));
    }
  }

  /** The server had ended, or failed, under the last supervisor. */
  record EndRecalled(boolean fatal) implements AdoptionEvent {
    @Override
    public Transition on(State state) {
      State then = state.in(fatal ? Phase.FATAL : Phase.EXITED);
      return ifStopped(state, to(then, KEEP_OLD_SINCE, PUBLISH, REMEMBER));
    }
  }
}
