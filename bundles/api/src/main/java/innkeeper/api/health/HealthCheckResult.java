package innkeeper.api.health;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One check's finding.
 *
 * @param name {@code database:writable}, {@code backup:age} …
 * @param status this check's own verdict
 * @param value what was seen, for people: "26 h", "127.0.0.1:4560"; may be ""
 * @param limit what is allowed, for people; may be ""
 * @param why one sentence; "" when all is well
 * @param fix what to do; "" when all is well
 * @param at when it was looked at
 */
public record HealthCheckResult(
    String name,
    HealthStatus status,
    String value,
    String limit,
    String why,
    String fix,
    Instant at) {

  /** Wire form. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("status", status.word());
    map.put("value", value.isEmpty() ? null : value);
    map.put("limit", limit.isEmpty() ? null : limit);
    map.put("output", why.isEmpty() ? null : why);
    map.put("fix", fix.isEmpty() ? null : fix);
    map.put("time", Times.iso(at));
    return map;
  }
}
