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
 * programs. Each project handles its requests one after another. A call returns when the desired
 * state is on disk, and does not wait for the server. A project is identified by channelId, or by
 * name if no project has that channelId. The supervisor bundle provides it; the service is away
 * while that bundle is replaced, and servers continue to run meanwhile. Safe for many threads. No
 * method returns null. The audit record names the actor of a request.
 *
 * <p>Until the projects are known after a start, each call waits for a few seconds at most and then
 * throws {@link innkeeper.api.store.StoreException}.
 */
@ProviderType
public interface Supervisor {

  /**
   * Returns the state of all projects.
   *
   * @return sorted by name; empty only if no project is defined
   * @throws innkeeper.api.store.StoreException while the projects are not known
   */
  List<ProjectStatus> projects();

  /**
   * Returns the state of one project.
   *
   * @param id channelId or name
   * @return empty if no project has that channelId or name
   * @throws innkeeper.api.store.StoreException while the projects are not known
   */
  Optional<ProjectStatus> project(String id);

  /**
   * Returns the stored projects that {@link #projects} leaves out because their definition cannot
   * be read. {@link #apply} replaces them, {@link #remove} deletes them.
   *
   * @return their channelIds; empty in the normal case
   */
  default Set<String> unreadable() {
    return Set.of();
  }

  /**
   * Returns the reason why only a person can start this project: DATA_DIR is a copy, and servers of
   * the original run. A start or restart by a person ends this state.
   *
   * @return one clause; empty for a project that its schedule may start
   */
  default Optional<String> heldBack(String channelId) {
    return Optional.empty();
  }

  /**
   * Sets the desired state RUNNING, and starts the server if no server runs.
   *
   * @param id channelId or name
   * @return the request; its {@link Ticket#settled} completes later
   * @throws UnknownProjectException if no project has that channelId or name
   * @throws StateConflictException if its state is UNKNOWN
   */
  Ticket start(String id, Actor actor);

  /**
   * Sets the desired state STOPPED, and stops the server: stop signal, then KILL after the
   * definition's stop timeout. The request is settled when the whole process group has ended.
   *
   * @param id channelId or name
   * @return the request; its {@link Ticket#settled} completes later
   * @throws UnknownProjectException if no project has that channelId or name
   * @throws StateConflictException if its state is UNKNOWN
   * @throws innkeeper.api.store.StoreException if the desired state could not be written; the
   *     server is stopped nevertheless
   */
  Ticket stop(String id, Actor actor);

  /**
   * Stops the server if it runs, then starts it.
   *
   * @param id channelId or name
   * @return the request; its {@link Ticket#settled} completes later
   * @throws UnknownProjectException if no project has that channelId or name
   * @throws StateConflictException if its state is UNKNOWN
   */
  Ticket restart(String id, Actor actor);

  /**
   * Begins a run of the project's schedule. A project that was stopped before a restart is not
   * restarted.
   *
   * @param id channelId or name
   * @param action {@code START} acts like {@link #start(String, Actor)}, {@code RESTART} like
   *     {@link #restart(String, Actor)}
   * @return the request; its {@link Ticket#settled} completes later
   * @throws UnknownProjectException if no project has that channelId or name
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
   * Does the same as {@link #start(String, Actor)}, for an actor whose lookup takes longer than a
   * start.
   *
   * @param id channelId or name
   * @param actor called at most once, before this method returns, on this or another thread; not
   *     called if the request changes nothing. It must throw nothing and not return null
   * @return the same as {@link #start(String, Actor)}
   */
  default Ticket start(String id, Supplier<Actor> actor) {
    return start(id, actor.get());
  }

  /**
   * Does the same as {@link #stop(String, Actor)}, for an actor whose lookup takes long.
   *
   * @param id channelId or name
   * @param actor as in {@link #start(String, Supplier)}
   * @return the same as {@link #stop(String, Actor)}
   */
  default Ticket stop(String id, Supplier<Actor> actor) {
    return stop(id, actor.get());
  }

  /**
   * Does the same as {@link #restart(String, Actor)}, for an actor whose lookup takes long.
   *
   * @param id channelId or name
   * @param actor as in {@link #start(String, Supplier)}
   * @return the same as {@link #restart(String, Actor)}
   */
  default Ticket restart(String id, Supplier<Actor> actor) {
    return restart(id, actor.get());
  }

  /**
   * Sends a signal to the server's main process, after a check that the pid still belongs to that
   * server. The audit record contains the signal. The desired state does not change; a server that
   * ends by the signal counts as ended by itself.
   *
   * @param id channelId or name
   * @param signal name without SIG: {@code HUP}
   * @throws UnknownProjectException if no project has that channelId or name
   * @throws StateConflictException if the project has no living server
   */
  void signal(String id, String signal, Actor actor);

  /**
   * Returns all definitions. Values of env are in clear: do not print them.
   *
   * @return sorted by channelId
   * @throws innkeeper.api.store.StoreException while the projects are not known
   */
  List<ProjectDefinition> definitions();

  /**
   * Replaces whole definitions, all or nothing, and restarts the affected servers.
   *
   * @param definitions each is new, or replaces the one with its channelId
   * @param prune whether projects that are not included are removed
   * @param dryRun whether only to report the changes
   * @return the changes that were made, or would be made
   * @throws DefinitionException with all mistakes; then nothing was changed
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
   * @throws UnknownProjectException if no project has that channelId or name
   */
  CompletableFuture<Void> remove(String id, Actor actor);

  /**
   * Returns the reason for a project's state.
   *
   * @param id channelId or name
   * @return cause, evidence and next step
   * @throws UnknownProjectException if no project has that channelId or name
   */
  Explanation why(String id);

  /**
   * Returns the last results of a project's probe, across restarts of its server.
   *
   * @param id channelId or name
   * @return a few results, oldest first; empty without a probe, and before its first answer
   * @throws UnknownProjectException if no project has that channelId or name
   */
  default List<ProbeResult> probeResults(String id) {
    return List.of();
  }

  /**
   * Stops all servers in parallel, each with its own deadline, because the host is shutting down
   * for good. The desired states do not change. No server starts afterwards.
   *
   * @param deadline the time from now on; servers that still run then are left behind
   * @return completes when every group has ended or the deadline has passed
   */
  CompletableFuture<Void> shutdown(Duration deadline);

  /**
   * A request that was accepted.
   *
   * @param action {@code start}, {@code stop}, {@code restart}
   * @param changed whether the request changed anything
   * @param status the status when the request was accepted
   * @param settled completes with the status when the target state is reached or cannot be reached
   *     any more (FATAL, EXITED, BACKOFF after a start; replaced by another request)
   */
  record Ticket(
      String action,
      String channelId,
      boolean changed,
      ProjectStatus status,
      CompletableFuture<ProjectStatus> settled) {}

  /**
   * The changes that {@link #apply} made or would make, as channelIds.
   *
   * @param added projects that were not defined before
   * @param changed projects that were defined differently before
   * @param restarted the projects in {@code changed} whose server is restarted
   * @param removed projects that are not defined any more
   * @param unchanged projects whose definition is the same as before
   */
  record Applied(
      List<String> added,
      List<String> changed,
      List<String> restarted,
      List<String> removed,
      List<String> unchanged) {}

  /**
   * The reason for a project's state.
   *
   * @param cause one sentence
   * @param evidence exit code, signal, last error lines, times; redacted
   * @param nextStep the next automatic step, or the operator's next step
   */
  record Explanation(ProjectStatus status, String cause, List<String> evidence, String nextStep) {}

  /** No project has that channelId or name. */
  class UnknownProjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception for a requested id. */
    public UnknownProjectException(String id) {
      super("unknown project " + id);
    }
  }

  /** The state of the project or of the host does not allow the request. */
  class StateConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message a text with the state and the allowed requests
     */
    public StateConflictException(String message) {
      super(message);
    }
  }
}
