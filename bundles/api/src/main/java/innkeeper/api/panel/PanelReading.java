package innkeeper.api.panel;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;
import java.util.Map;

/**
 * What a panel said when it was asked. Immutable; all texts are redacted and within the bounds of
 * {@link PanelContent}.
 *
 * @param title its heading
 * @param channelId of the project; "" for the host
 * @param at when it was asked
 * @param problem why there is no content: the panel was too slow, threw or went; "" if there is
 * @param cut whether some of the content was left out because there was too much of it
 * @param content what to show; {@link PanelContent#EMPTY} if there is a problem
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
