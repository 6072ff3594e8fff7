package innkeeper.api.action;

import innkeeper.api.audit.Actor;
import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.api.json.JsonWord;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One run of an action, in its present state. Immutable.
 *
 * @param state whether the run has ended, and how
 * @param text the result, redacted; "" while the run lasts
 * @param from when the run began
 * @param to when the run ended, or when its time limit passed; empty while it lasts
 */
public record ActionRun(
    String action,
    String channelId,
    State state,
    @JsonForm(empty = Empty.NULL) String text,
    Instant from,
    Optional<Instant> to,
    Actor actor)
    implements JsonBody {

  /** Whether a run has ended, and how. */
  public enum State implements JsonWord {
    /** The run has not ended. */
    RUNNING,
    /** The action was done. */
    DONE,
    /**
     * The action failed: it reported a failure, threw, exceeded its limit, or its bundle was
     * stopped.
     */
    FAILED;

    @Override
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
