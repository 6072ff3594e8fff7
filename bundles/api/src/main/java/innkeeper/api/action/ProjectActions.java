package innkeeper.api.action;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonForm;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The actions that there are, and what runs them. Provided by the extensions bundle; the service is
 * away while that bundle is replaced. Safe for many threads. No method returns null, and none runs
 * code of a {@link ProjectAction} on the caller's thread.
 */
@ProviderType
public interface ProjectActions {

  /**
   * The actions, by name.
   *
   * @param channelId those of this project; "" for all
   * @return empty if there is none
   */
  List<Offer> offers(String channelId);

  /**
   * Begins a run.
   *
   * @param project channelId or name
   * @param confirmed whether a person has confirmed it; needed for a dangerous one
   * @return the run as it began, and its end
   * @throws UnknownActionException if there is no such action for this project
   * @throws ActionRefusedException if it is not confirmed, or cannot be begun now
   * @throws innkeeper.api.supervisor.Supervisor.UnknownProjectException if there is no such project
   * @throws innkeeper.api.service.ServiceAwayException if the supervisor is away
   */
  Ticket run(String name, String project, boolean confirmed, Actor actor);

  /**
   * An action.
   *
   * @param title what its button says, redacted
   * @param about what it does, redacted; "" for none
   * @param dangerous whether it has to be confirmed
   * @param projects channelIds for which it is offered; empty for all
   * @param limitSeconds how long a run may take
   * @param last the newest run, of the project that was asked for or of any; empty if there is none
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
   * @param run as it began
   * @param ended completed with the run as it ended; never completed with an exception, and at the
   *     latest some seconds after the action's limit
   */
  record Ticket(ActionRun run, CompletableFuture<ActionRun> ended) {}

  /** There is no such action, or not for this project. */
  class UnknownActionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message lists those there are
     */
    public UnknownActionException(String message) {
      super(message);
    }
  }

  /** The action cannot be begun now. */
  class ActionRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unconfirmed;

    /**
     * Makes one.
     *
     * @param unconfirmed whether it only has to be confirmed
     */
    public ActionRefusedException(String message, boolean unconfirmed) {
      super(message);
      this.unconfirmed = unconfirmed;
    }

    /**
     * Whether it only has to be confirmed.
     *
     * @return true for a dangerous action that nobody has confirmed
     */
    public boolean unconfirmed() {
      return unconfirmed;
    }
  }
}
