package innkeeper.api.supervisor;

import innkeeper.api.audit.Actor;
import innkeeper.api.project.DefinitionException;
import innkeeper.api.project.ProjectDefinition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Keeps servers. Every request passes the project's own serial queue; none blocks its caller for
 * longer than it takes to write what is desired to disk. Projects are named by channelId, and also
 * by name where no channelId is the same. Safe for many threads.
 */
@ProviderType
public interface Supervisor {

  /**
   * All projects, by name.
   *
   * @throws innkeeper.api.store.StoreException as long as it is not known which there are: an empty
   *     list means that there is none
   */
  List<ProjectStatus> projects();

  /** One project. Throws as {@link #projects}. */
  Optional<ProjectStatus> project(String id);

  /**
   * The channelIds of those that are left out, for their definition cannot be read. {@link #apply}
   * and {@link #remove} take them.
   */
  default Set<String> unreadable() {
    return Set.of();
  }

  /**
   * Wants it RUNNING.
   *
   * @throws UnknownProjectException if there is none
   * @throws StateConflictException if its state is UNKNOWN
   */
  Ticket start(String id, Actor actor);

  /**
   * Wants it STOPPED; settled when the whole process group is gone. Throws as {@link #start}.
   *
   * @throws innkeeper.api.store.StoreException if what is wanted could not be written; it is
   *     stopped all the same
   */
  Ticket stop(String id, Actor actor);

  /** Stops it if it runs, then starts it. Throws as {@link #start}. */
  Ticket restart(String id, Actor actor);

  /**
   * As {@link #start(String, Actor)}, for an actor that takes longer to find out than a start.
   *
   * @param actor asked at most once, on the caller's or another's thread that writes the request
   *     down, mostly after the start is under way and always before this returns; not at all where
   *     nothing changes. Throws nothing, and never gives null
   */
  default Ticket start(String id, Supplier<Actor> actor) {
    return start(id, actor.get());
  }

  /** As {@link #stop(String, Actor)}, the actor as in {@link #start(String, Supplier)}. */
  default Ticket stop(String id, Supplier<Actor> actor) {
    return stop(id, actor.get());
  }

  /** As {@link #restart(String, Actor)}, the actor as in {@link #start(String, Supplier)}. */
  default Ticket restart(String id, Supplier<Actor> actor) {
    return restart(id, actor.get());
  }

  /**
   * Sends a signal to the server's main process, its identity looked at again just before; the
   * project's state is left to follow. Audited.
   *
   * @param signal without SIG: {@code HUP}
   * @throws UnknownProjectException if there is no such project
   * @throws StateConflictException if no server of it lives
   */
  void signal(String id, String signal, Actor actor);

  /** All definitions, by channelId. Values of env are in clear. Throws as {@link #projects}. */
  List<ProjectDefinition> definitions();

  /**
   * Replaces whole definitions, all or nothing.
   *
   * @param prune whether projects that are not named are removed
   * @param dryRun only say what would happen
   * @throws DefinitionException with all mistakes at once; nothing was changed
   */
  Applied apply(
      Collection<ProjectDefinition> definitions, boolean prune, boolean dryRun, Actor actor);

  /**
   * Stops it, then forgets it; logs stay.
   *
   * @return completes when it is gone
   * @throws UnknownProjectException if there is none
   */
  CompletableFuture<Void> remove(String id, Actor actor);

  /** Cause, evidence, next step. */
  Explanation why(String id);

  /**
   * Stops all servers in parallel, each with its own deadline, and leaves {@code desired} as it is:
   * the host is going down for good. Nothing starts any more afterwards.
   *
   * @return completes when every group is gone or the deadline has passed
   */
  CompletableFuture<Void> shutdown(Duration deadline);

  /**
   * What became of a request.
   *
   * @param action {@code start}, {@code stop}, {@code restart}
   * @param changed whether it set anything in motion
   * @param settled completes with the status once the target state is reached or cannot be any more
   *     (FATAL, EXITED, BACKOFF after a start; overtaken by another request)
   */
  record Ticket(
      String action,
      String channelId,
      boolean changed,
      ProjectStatus status,
      CompletableFuture<ProjectStatus> settled) {}

  /** What {@link #apply} did or would do: channelIds. {@code restarted} is part of changed. */
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

  /** No such project. */
  class UnknownProjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnknownProjectException(String id) {
      super("unknown project " + id);
    }
  }

  /** The state does not allow it; the message says what does. */
  class StateConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StateConflictException(String message) {
      super(message);
    }
  }
}
