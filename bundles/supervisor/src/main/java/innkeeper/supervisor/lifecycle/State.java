package innkeeper.supervisor.lifecycle;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;

/**
 * The state of one project and the demand on it. Immutable.
 *
 * @param then the next step after the end that is in progress; STAY if no end is in progress
 */
public record State(Phase phase, Demand demand, NextAction then) {

  static State stopped(Desired desired) {
    return new State(Phase.STOPPED, new Demand(desired, false, false), NextAction.STAY);
  }

  State with(Demand now) {
    return new State(phase, now, then);
  }

  State with(NextAction now) {
    return new State(phase, demand, now);
  }

  /** Returns a copy in another phase, after whose end no step follows. */
  State in(Phase now) {
    return in(now, NextAction.STAY);
  }

  State in(Phase now, NextAction next) {
    return new State(now, demand, next);
  }

  /** Returns whether it is being ended by a request and no next step follows. */
  boolean endsByRequest() {
    return phase == Phase.STOPPING
        && then == NextAction.STAY
        && !demand.hostDown()
        && !demand.removed();
  }

  /** The phases. From SPAWNED to SCANNING, and in UNKNOWN, a server may exist. */
  enum Phase {
    STOPPED(ProjectState.STOPPED),
    /** The start waits for projects that it comes after. */
    WAITING(ProjectState.STARTING),
    /** A wrapper is being made, and the last server's output gets a moment to reach the log. */
    PREPARING(ProjectState.STARTING),
    /** The go command was sent; the pid of the server is not known yet. */
    SPAWNED(ProjectState.STARTING),
    /** The server lives, but not yet for startSeconds. */
    STARTING(ProjectState.STARTING),
    RUNNING(ProjectState.RUNNING),
    /** A stop was requested; the projects that start after it end first. */
    QUEUED(ProjectState.STOPPING),
    STOPPING(ProjectState.STOPPING),
    /**
     * Its session is empty and no next step follows; the host searches for processes that left the
     * session.
     */
    SCANNING(ProjectState.STOPPED),
    BACKOFF(ProjectState.BACKOFF),
    EXITED(ProjectState.EXITED),
    FATAL(ProjectState.FATAL),
    /** The server cannot be ended or identified, and is watched. */
    UNKNOWN(ProjectState.UNKNOWN);

    private final ProjectState shown;

    Phase(ProjectState shown) {
      this.shown = shown;
    }

    /** Returns the state that users see. */
    ProjectState shown() {
      return shown;
    }
  }

  /**
   * The demand on a project.
   *
   * @param hostDown whether the host goes down, so that no start follows
   * @param removed whether the project is removed when its server has ended
   */
  record Demand(Desired desired, boolean hostDown, boolean removed) {

    Demand desired(Desired now) {
      return new Demand(now, hostDown, removed);
    }

    Demand hostStops() {
      return new Demand(desired, true, removed);
    }

    Demand removed(boolean now) {
      return new Demand(desired, hostDown, now);
    }

    /** Returns whether another server may follow one that ends. */
    boolean wanted() {
      return desired == Desired.RUNNING && !hostDown && !removed;
    }
  }
}
