package innkeeper.api.audit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One entry of the audit record, a link of its hash chain. Immutable.
 *
 * @param seq 1, 2, 3 … without gaps
 * @param ts when, UTC, milliseconds
 * @param action see {@link AuditDraft#action()}
 * @param channelId the project concerned, or "" for none
 * @param actor who asked
 * @param outcome see {@link AuditDraft#outcome()}
 * @param detail redacted; may be ""
 * @param prevHash the hash of entry {@code seq - 1}; 64 zeros for the first
 * @param hash SHA-256 over prevHash and all fields above, lower-case hex
 */
public record AuditEntry(
    long seq,
    Instant ts,
    String action,
    String channelId,
    Actor actor,
    String outcome,
    String detail,
    String prevHash,
    String hash) {

  /**
   * The JSON form of the API and of {@code innkeeper audit --json}.
   *
   * @return a new map with one member for each component; an empty {@code channelId} is null
   */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("seq", seq);
    map.put("ts", innkeeper.api.health.Times.iso(ts));
    map.put("action", action);
    map.put("channelId", channelId.isEmpty() ? null : channelId);
    map.put("actor", actor.toMap());
    map.put("outcome", outcome);
    map.put("detail", detail);
    map.put("prevHash", prevHash);
    map.put("hash", hash);
    return map;
  }
}
