package innkeeper.supervisor.lifecycle;

import static innkeeper.supervisor.lifecycle.Effect.Act.ABANDON_START;
import static innkeeper.supervisor.lifecycle.Effect.Act.AWAIT_PREDECESSORS;
import static innkeeper.supervisor.lifecycle.Effect.Act.CANCEL_RETRY;
import static innkeeper.supervisor.lifecycle.Effect.Act.END_SESSION;
import static innkeeper.supervisor.lifecycle.Effect.Act.PUBLISH;
import static innkeeper.supervisor.lifecycle.Effect.Act.REMEMBER;
import static innkeeper.supervisor.lifecycle.Effect.Act.REMEMBER_UNLESS_AUTOSTART;
import static innkeeper.supervisor.lifecycle.Effect.Act.SEND_STOP;
import static innkeeper.supervisor.lifecycle.Effect.Act.STOP_PROBE;

import innkeeper.supervisor.lifecycle.Effect.Audit;
import innkeeper.supervisor.lifecycle.Effect.CountTry;
import innkeeper.supervisor.lifecycle.State.Demand;
import innkeeper.supervisor.lifecycle.State.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The change that an event makes to a state, and the transitions that several events share. All
 * functions are pure.
 *
 * <p>A project in SCANNING is displayed as STOPPED: its session is empty and the caller of a stop
 * has the answer, while processes that left the session are searched. Nothing starts until that
 * search has ended; a found process makes the project STOPPING again.
 *
 * @param reason displayed from now on; empty if it stays
 */
public record Transition(State state, Optional<String> reason, List<Effect> effects) {
  static final String HOST_DOWN = "the host went down";
  static final String BY_REQUEST = "stopped by request";

  static Transition to(State state, String reason, Effect... effects) {
    return new Transition(state, Optional.of(reason), List.of(effects));
  }

  /** Returns a transition that keeps the reason. */
  static Transition to(State state, Effect... effects) {
    return new Transition(state, Optional.empty(), List.of(effects));
  }

  /** Returns the transition of an event that comes too late, or means nothing in this phase. */
  static Transition ignored(State state) {
    return to(state);
  }

  /** Returns whether the event changes nothing. */
  boolean ignored() {
    return effects.isEmpty();
  }

  /** Returns a copy with further effects before its own. */
  Transition after(Effect... first) {
    List<Effect> all = new ArrayList<>(List.of(first));
    all.addAll(effects);
    return new Transition(state, reason, List.copyOf(all));
  }

  /** Returns a copy with further effects behind its own. */
  Transition and(Effect... more) {
    List<Effect> all = new ArrayList<>(effects);
    all.addAll(List.of(more));
    return new Transition(state, reason, List.copyOf(all));
  }

  public static Transition next(State state, LifecycleEvent event) {
    return event.on(state);
  }

  /** Returns the transition that begins a start from any state, unless a stop came first. */
  static Transition begin(State state, Optional<String> reason) {
    // Without that, a supervisor that takes over now would leave the project EXITED or FATAL.
    boolean settled = state.phase() == Phase.EXITED || state.phase() == Phase.FATAL;
    return begin(state, reason, settled ? REMEMBER : REMEMBER_UNLESS_AUTOSTART);
  }

  static Transition begin(State state, Optional<String> reason, Effect remember) {
    if (!state.demand().wanted()) {
      String why = state.demand().hostDown() ? HOST_DOWN : "";
      return settle(Phase.STOPPED, state, why).after(CANCEL_RETRY);
    }
    return new Transition(state.in(Phase.WAITING), reason, List.of())
        .and(CANCEL_RETRY, remember, PUBLISH, AWAIT_PREDECESSORS);
  }

  static Transition begin(State state) {
    return begin(state, Optional.of(""));
  }

  /**
   * Returns the transition to a state without a process; the published status is also remembered.
   * It is published first, because callers wait for it. A supervisor that takes over in between
   * finds the same end of the server and settles in the same way.
   */
  static Transition settle(Phase phase, State state, String reason) {
    return to(state.in(phase), reason, PUBLISH, REMEMBER);
  }

  static Transition fatal(State state, String why) {
    return settle(Phase.FATAL, state, why).and(new Audit("project.fatal", "failed", why));
  }

  /** Returns the transition after a failure: another try, or FATAL if the policy allows none. */
  static Transition failed(State state, String why, boolean never) {
    return never ? fatal(state, why) : tryAgain(state, why);
  }

  static Transition tryAgain(State state, String cause) {
    return to(state.in(Phase.BACKOFF), new CountTry(cause));
  }

  static Transition beginStop(State state, NextAction then, String reason) {
    return to(state.in(Phase.STOPPING, then), reason, STOP_PROBE, PUBLISH, SEND_STOP);
  }

  /**
   * Returns the transition out of SCANNING when a next step follows, or when the caller waits for
   * the complete end. The project is displayed as STOPPING again.
   */
  static Transition waitForScan(State state, NextAction then) {
    return to(state.in(Phase.STOPPING, then), REMEMBER, PUBLISH, END_SESSION);
  }

  /**
   * Returns the transition that ends the server without a next step; the state already holds the
   * new demand.
   */
  static Transition end(State state, String reason) {
    return switch (state.phase()) {
      case SPAWNED, STARTING, RUNNING -> beginStop(state, NextAction.STAY, reason);
      default -> endWithoutSignal(state, reason);
    };
  }

  /** Returns the same transition as {@link #end} for states in which no signal is sent. */
  static Transition endWithoutSignal(State state, String reason) {
    Demand demand = state.demand();
    return switch (state.phase()) {
      case WAITING, PREPARING ->
          settle(Phase.STOPPED, state, demand.hostDown() ? reason : "").after(ABANDON_START);
      case BACKOFF, EXITED, FATAL ->
          // The project keeps its state: if the host is killed while it goes down, the next host
          // continues from here.
          (demand.hostDown() ? to(state, PUBLISH) : settle(Phase.STOPPED, state, ""))
              .after(CANCEL_RETRY);
      case STOPPED -> to(state, PUBLISH);
      case QUEUED, STOPPING -> to(state.with(NextAction.STAY), REMEMBER, PUBLISH);
      case UNKNOWN -> to(state.with(NextAction.STAY), PUBLISH);
      case SCANNING ->
          demand.hostDown() || demand.removed()
              ? waitForScan(state, NextAction.STAY)
              : to(state, PUBLISH);
      case SPAWNED, STARTING, RUNNING ->
          throw new IllegalArgumentException("a server would be left: " + state);
    };
  }
}
