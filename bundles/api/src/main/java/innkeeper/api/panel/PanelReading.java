package innkeeper.api.panel;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;
import java.util.Map;

/**
 * The answer of a panel. Immutable; all texts are redacted and within the bounds of {@link
 * PanelContent}.
 *
 * @param title the heading
 * @param channelId the project; "" for the host
 * @param at when the panel was called
 * @param problem the reason for missing content: the panel was too slow, threw or was stopped; ""
 *     if there is content
 * @param cut whether a part of the content was left out because it was too large
 * @param content the content; {@link PanelContent#EMPTY} if there is a problem
 */
public record PanelReading(
    String name,
    String title,
    @JsonForm(empty = Empty.NULL) String channelId,
    Instant at,
    @JsonForm(empty = Empty.NULL) String problem,
    boolean cut,
    PanelContent content)
    implements JsonBody {

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
