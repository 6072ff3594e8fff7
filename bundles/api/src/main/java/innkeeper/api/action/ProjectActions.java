package innkeeper.api.action;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonForm;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The registered actions, and the service that runs them. The extensions bundle provides it; the
 * service is away while that bundle is replaced. Safe for many threads. No method returns null, and
 * no method runs code of a {@link ProjectAction} on the caller's thread.
 */
@ProviderType
public interface ProjectActions {

  /**
   * Returns the actions, sorted by name.
   *
   * @param channelId the project whose actions are returned; "" for all actions
   * @return empty if no action exists
   */
  List<Offer> offers(String channelId);

  /**
   * Begins a run. The audit record names the actor.
   *
   * @param project channelId or name
   * @param confirmed whether a person has confirmed the action; required for a dangerous action
   * @return the run at its beginning, and its end
   * @throws UnknownActionException if this project has no such action
   * @throws ActionRefusedException if the action is not confirmed, or cannot begin now
   * @throws innkeeper.api.supervisor.Supervisor.UnknownProjectException if no project has that
   *     channelId or name
   * @throws innkeeper.api.service.ServiceAwayException if the supervisor is away
   */
  Ticket run(String name, String project, boolean confirmed, Actor actor);

  /**
   * A registered action.
   *
   * @param title the label of its button, redacted
   * @param about a description, redacted; "" if the action has none
   * @param dangerous whether a person has to confirm it
   * @param projects channelIds of the projects that offer it; empty for all
   * @param limitSeconds the time limit of a run
   * @param last the newest run of the requested project, or of any project; empty if no run began
   *     since the extensions bundle started
   */
  @JsonForm(name = "ActionOffer")
  record Offer(
      String name,
      String title,
      String about,
      boolean dangerous,
      List<String> projects,
      long limitSeconds,
      Optional<ActionRun> last) {}

  /**
   * A run that has begun.
   *
   * @param run the run at its beginning
   * @param ended completes with the run at its end, some seconds after the action's limit at the
   *     latest; never completes with an exception
   */
  record Ticket(ActionRun run, CompletableFuture<ActionRun> ended) {}

  /** The project has no action of that name. */
  class UnknownActionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message a text that lists the existing actions
     */
    public UnknownActionException(String message) {
      super(message);
    }
  }

  /** The action cannot begin now. */
  class ActionRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unconfirmed;

    /**
     * Creates the exception.
     *
     * @param unconfirmed whether only the confirmation is missing
     */
    public ActionRefusedException(String message, boolean unconfirmed) {
      super(message);
      this.unconfirmed = unconfirmed;
    }

    /**
     * Returns whether only the confirmation is missing.
     *
     * @return true for a dangerous action that no person has confirmed
     */
    public boolean unconfirmed() {
      return unconfirmed;
    }
  }
}
