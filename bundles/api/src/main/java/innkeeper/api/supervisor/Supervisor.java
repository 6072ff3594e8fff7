package innkeeper.api.supervisor;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.schedule.RunSchedule;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Starts, watches, restarts and stops the servers of all projects, as supervisord does with its
 * programs. Each project handles its requests one after another; a call returns once the desired
 * state is on disk, and does not wait for the server. Projects are named by channelId, or by name
 * where no project has that channelId. Provided by the supervisor bundle; the service is away while
 * that bundle is replaced, and servers run on meanwhile. Safe for many threads. No method returns
 * null.
 *
 * <p>Until the projects are known after a start, each call waits for a few seconds at most and then
 * throws {@link innkeeper.api.store.StoreException}.
 */
@ProviderType
public interface Supervisor {

  /**
   * The state of all projects.
   *
   * @return sorted by name; empty only if no project is defined
   * @throws innkeeper.api.store.StoreException while the projects are not known
   */
  List<ProjectStatus> projects();

  /**
   * The state of one project.
   *
   * @param id channelId or name
   * @return empty if there is no such project
   * @throws innkeeper.api.store.StoreException while the projects are not known
   */
  Optional<ProjectStatus> project(String id);

  /**
   * The stored projects that {@link #projects} leaves out because their definition cannot be read.
   * {@link #apply} replaces them, {@link #remove} deletes them.
   *
   * @return their channelIds; empty in the normal case
   */
  default Set<String> unreadable() {
    return Set.of();
  }

  /**
   * Why only a person starts this project: DATA_DIR is a copy, and servers of the original run. A
   * start or a restart that a person asks for ends this.
   *
   * @return one clause; empty for a project that its schedule may start
   */
  default Optional<String> heldBack(String channelId) {
    return Optional.empty();
  }

  /**
   * Sets the desired state RUNNING, and starts the server if none runs.
   *
   * @param id channelId or name
   * @return the request; its {@link Ticket#settled} completes later
   * @throws UnknownProjectException if there is no such project
   * @throws StateConflictException if its state is UNKNOWN
   */
  Ticket start(String id, Actor actor);

  /**
   * Sets the desired state STOPPED, and stops the server: stop signal, then KILL after the
   * definition's stop timeout. Settled when the whole process group is gone.
   *
   * @param id channelId or name
   * @return the request; its {@link Ticket#settled} completes later
   * @throws UnknownProjectException if there is no such project
   * @throws StateConflictException if its state is UNKNOWN
   * @throws innkeeper.api.store.StoreException if the desired state could not be written; the
   *     server is stopped all the same
   */
  Ticket stop(String id, Actor actor);

  /**
   * Stops the server if one runs, then starts it.
   *
   * @param id channelId or name
   * @return the request; its {@link Ticket#settled} completes later
   * @throws UnknownProjectException if there is no such project
   * @throws StateConflictException if its state is UNKNOWN
   */
  Ticket restart(String id, Actor actor);

  /**
   * Begins a run of the project's schedule. A stop that came first stands: it is not restarted
   * then.
   *
   * @param id channelId or name
   * @param action {@code START} as {@link #start(String, Actor)}, {@code RESTART} as {@link
   *     #restart(String, Actor)}
   * @return the request; its {@link Ticket#settled} completes later
   * @throws UnknownProjectException if there is no such project
   * @throws StateConflictException if its state is UNKNOWN, if it was stopped before a restart, or
   *     if only a person may start it
   */
  default Ticket scheduled(String id, RunSchedule.Action action, Actor actor) {
    return switch (action) {
      case START -> start(id, actor);
      case RESTART -> restart(id, actor);
    };
  }

  /**
   * As {@link #start(String, Actor)}, for an actor that takes longer to find out than a start
   * takes.
   *
   * @param id channelId or name
   * @param actor called at most once, before this method returns, on this or another thread; not
   *     called where nothing changes. It must throw nothing and not return null
   * @return as {@link #start(String, Actor)}
   */
  default Ticket start(String id, Supplier<Actor> actor) {
    return start(id, actor.get());
  }

  /**
   * As {@link #stop(String, Actor)}, for an actor that takes longer to find out.
   *
   * @param id channelId or name
   * @param actor as in {@link #start(String, Supplier)}
   * @return as {@link #stop(String, Actor)}
   */
  default Ticket stop(String id, Supplier<Actor> actor) {
    return stop(id, actor.get());
  }

  /**
   * As {@link #restart(String, Actor)}, for an actor that takes longer to find out.
   *
   * @param id channelId or name
   * @param actor as in {@link #start(String, Supplier)}
   * @return as {@link #restart(String, Actor)}
   */
  default Ticket restart(String id, Supplier<Actor> actor) {
    return restart(id, actor.get());
  }

  /**
   * Sends a signal to the server's main process, after a check that the pid is still that server's.
   * Audited. The desired state stays; a server that ends by the signal ended by itself.
   *
   * @param id channelId or name
   * @param signal name without SIG: {@code HUP}
   * @throws UnknownProjectException if there is no such project
   * @throws StateConflictException if no server of it lives
   */
  void signal(String id, String signal, Actor actor);

  /**
   * All definitions. Values of env are in clear: do not print them.
   *
   * @return sorted by channelId
   * @throws innkeeper.api.store.StoreException while the projects are not known
   */
  List<ProjectDefinition> definitions();

  /**
   * Replaces whole definitions, all or nothing, and restarts what has to be restarted.
   *
   * @param definitions each new, or in place of the one with its channelId
   * @param prune whether projects that are not named are removed
   * @param dryRun whether to only say what would happen
   * @return what was done, or would be
   * @throws DefinitionException with all mistakes at once; nothing was changed
   * @throws StateConflictException if the host is stopping
   * @throws innkeeper.api.store.StoreException if the definitions could not be written; nothing was
   *     changed
   */
  Applied apply(
      Collection<ProjectDefinition> definitions, boolean prune, boolean dryRun, Actor actor);

  /**
   * Stops the server, then deletes the project; its logs stay.
   *
   * @param id channelId or name
   * @return completes when it is deleted
   * @throws UnknownProjectException if there is no such project
   */
  CompletableFuture<Void> remove(String id, Actor actor);

  /**
   * Why a project is in its state.
   *
   * @param id channelId or name
   * @return cause, evidence and next step
   * @throws UnknownProjectException if there is no such project
   */
  Explanation why(String id);

  /**
   * What a project's probe was answered last, over restarts of its server.
   *
   * @param id channelId or name
   * @return oldest first, a few; empty without a probe, and before its first answer
   * @throws UnknownProjectException if there is no such project
   */
  default List<ProbeResult> probeResults(String id) {
    return List.of();
  }

  /**
   * Stops all servers in parallel, each with its own deadline, and leaves {@code desired} as it is:
   * the host is going down for good. Nothing starts any more afterwards.
   *
   * @param deadline from now; what still runs then is left behind
   * @return completes when every group is gone or the deadline has passed
   */
  CompletableFuture<Void> shutdown(Duration deadline);

  /**
   * A request that was accepted.
   *
   * @param action {@code start}, {@code stop}, {@code restart}
   * @param changed whether it changed anything
   * @param status when the request was accepted
   * @param settled completes with the status once the target state is reached or cannot be any more
   *     (FATAL, EXITED, BACKOFF after a start; overtaken by another request)
   */
  record Ticket(
      String action,
      String channelId,
      boolean changed,
      ProjectStatus status,
      CompletableFuture<ProjectStatus> settled) {}

  /**
   * What {@link #apply} did or would do, as channelIds.
   *
   * @param added not defined before
   * @param changed defined differently before
   * @param restarted those of {@code changed} whose server is restarted for it
   * @param removed not defined any more
   * @param unchanged defined the same before
   */
  record Applied(
      List<String> added,
      List<String> changed,
      List<String> restarted,
      List<String> removed,
      List<String> unchanged) {}

  /**
   * Why a project is in its state.
   *
   * @param cause one sentence
   * @param evidence exit code, signal, last error lines, times; redacted
   * @param nextStep what happens next by itself, or what the operator can do
   */
  record Explanation(ProjectStatus status, String cause, List<String> evidence, String nextStep) {}

  /** No project has that channelId or name. */
  class UnknownProjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one for an id that was asked for. */
    public UnknownProjectException(String id) {
      super("unknown project " + id);
    }
  }

  /** The project's state, or the host's, does not allow the request. */
  class StateConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one with a message for people.
     *
     * @param message says what the state is and what is allowed instead
     */
    public StateConflictException(String message) {
      super(message);
    }
  }
}
