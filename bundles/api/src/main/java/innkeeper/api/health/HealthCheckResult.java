package innkeeper.api.health;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;
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
@JsonForm(name = "Check")
public record HealthCheckResult(
    @JsonForm(hidden = true) String name,
    HealthStatus status,
    @JsonForm(empty = Empty.NULL) String value,
    @JsonForm(empty = Empty.NULL) String limit,
    @JsonForm(name = "output", empty = Empty.NULL) String why,
    @JsonForm(empty = Empty.NULL) String fix,
    @JsonForm(name = "time") Instant at)
    implements JsonBody {

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
