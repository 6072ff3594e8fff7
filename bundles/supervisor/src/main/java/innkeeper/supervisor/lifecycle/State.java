package innkeeper.supervisor.lifecycle;

import innkeeper.api.store.Desired;
import innkeeper.api.supervisor.ProjectState;

/** Where one project is, and what is asked of it. Immutable; sealed by whether it has a server. */
public sealed interface State {

  Phase phase();

  Demand demand();

  /** What comes after the end that is in progress. */
  default NextAction then() {
    return NextAction.STAY;
  }

  State with(Demand demand);

  /** Whether it is being ended by a request that nothing else follows. */
  default boolean endsByRequest() {
    return phase() == Phase.STOPPING
        && then() == NextAction.STAY
        && !demand().hostDown()
        && !demand().removed();
  }

  /** All there are. A switch over them without a default leaves none out. */
  enum Phase {
    STOPPED(ProjectState.STOPPED),
    /** For projects that it starts after. */
    WAITING(ProjectState.STARTING),
    /** A wrapper is made ready, and the last server's output gets a moment to reach the log. */
    PREPARING(ProjectState.STARTING),
    /** The word was given; which process the server is, is not known yet. */
    SPAWNED(ProjectState.STARTING),
    /** The server lives, not yet for startSeconds. */
    STARTING(ProjectState.STARTING),
    RUNNING(ProjectState.RUNNING),
    /** Asked to stop; those that start after it end first. */
    QUEUED(ProjectState.STOPPING),
    STOPPING(ProjectState.STOPPING),
    /** Its session is empty and nothing comes after it; who left the session is looked for. */
    SCANNING(ProjectState.STOPPED),
    BACKOFF(ProjectState.BACKOFF),
    EXITED(ProjectState.EXITED),
    FATAL(ProjectState.FATAL),
    /** It cannot be ended or identified, and is watched. */
    UNKNOWN(ProjectState.UNKNOWN);

    private final ProjectState shown;

    Phase(ProjectState shown) {
      this.shown = shown;
    }

    /** The name that users see. */
    ProjectState shown() {
      return shown;
    }
  }

  /**
   * What is asked of a project.
   *
   * @param hostDown nothing starts any more
   * @param removed it goes when its server has ended
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

    /** Whether a server that ends may be followed by another. */
    boolean wanted() {
      return desired == Desired.RUNNING && !hostDown && !removed;
    }
  }

  static State stopped(Desired desired) {
    return new NoServer(Phase.STOPPED, new Demand(desired, false, false));
  }

  /** There is no process that could be a server. */
  record NoServer(Phase phase, Demand demand) implements State {
    @Override
    public State with(Demand now) {
      return new NoServer(phase, now);
    }
  }

  /** There is one. */
  record Server(Phase phase, Demand demand) implements State {
    @Override
    public State with(Demand now) {
      return new Server(phase, now);
    }
  }

  /** There is one, and it is to end. */
  record Ending(Phase phase, Demand demand, NextAction then) implements State {
    @Override
    public State with(Demand now) {
      return new Ending(phase, now, then);
    }

    State then(NextAction now) {
      return new Ending(phase, demand, now);
    }
  }
}
