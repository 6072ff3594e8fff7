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
 * One run of an action, as it stands. Immutable.
 *
 * @param state whether it has ended, and how
 * @param text what came of it, redacted; "" while it runs
 * @param from when it began
 * @param to when it ended, or when its time was up; empty while it runs
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
    /** It goes on. */
    RUNNING,
    /** It was done. */
    DONE,
    /** It was not done, it threw, its time was up, or its bundle went. */
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
