package innkeeper.api.audit;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;
import java.util.Map;

/**
 * One entry of the audit record, a link of its hash chain. Immutable.
 *
 * @param seq 1, 2, 3 … without gaps
 * @param ts the time of the change, UTC, milliseconds
 * @param action see {@link AuditDraft#action()}
 * @param channelId the project concerned, or "" for none
 * @param outcome see {@link AuditDraft#outcome()}
 * @param detail redacted; may be ""
 * @param prevHash the hash of entry {@code seq - 1}; 64 zeros for the first
 * @param hash SHA-256 over prevHash and all fields above, lower-case hex
 */
public record AuditEntry(
    long seq,
    Instant ts,
    String action,
    @JsonForm(empty = Empty.NULL) String channelId,
    Actor actor,
    String outcome,
    String detail,
    String prevHash,
    String hash)
    implements JsonBody {

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
