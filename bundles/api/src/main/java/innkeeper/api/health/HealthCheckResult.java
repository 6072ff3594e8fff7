package innkeeper.api.health;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one health check found. Immutable.
 *
 * @param name of the check: {@code database:writable}, {@code backup:age} …
 * @param status the check's verdict
 * @param value what was seen, for people: "26 h", "127.0.0.1:4560"; may be ""
 * @param limit what is allowed, for people; may be ""
 * @param why one sentence; "" when all is well
 * @param fix what to do; "" when all is well
 * @param at when the check ran
 */
public record HealthCheckResult(
    String name,
    HealthStatus status,
    String value,
    String limit,
    String why,
    String fix,
    Instant at) {

  /**
   * The JSON form: an entry of {@code checks} in {@code application/health+json}.
   *
   * @return a new map; texts that are "" are null
   */
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
